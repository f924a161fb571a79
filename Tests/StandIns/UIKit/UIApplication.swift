// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
public final class UIApplication: UIResponder {
  public static let shared = UIApplication()
}

@MainActor
public protocol UIApplicationDelegate: AnyObject {
  func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

extension UIApplicationDelegate {
  /// Runs the app, which needs a device: here, nothing.
  public static func main() {}
}

@MainActor
public final class UISceneConfiguration {
  public var delegateClass: AnyClass?

  public init(name: String?, sessionRole: UISceneSession.Role) {}
}
