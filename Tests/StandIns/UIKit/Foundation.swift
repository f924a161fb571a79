// Apple documents these declarations; README.md lists them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Types of Foundation and Core Graphics that come with Apple's UIKit.

public struct URL: Hashable, Sendable {
  public let absoluteString: String

  public init?(string: String) {
    guard !string.isEmpty else { return nil }
    absoluteString = string
  }
}

@MainActor
public final class NSUserActivity: Hashable {
  public let activityType: String
  public var webpageURL: URL?

  public init(activityType: String) {
    self.activityType = activityType
  }

  nonisolated public static func == (left: NSUserActivity, right: NSUserActivity) -> Bool {
    left === right
  }

  nonisolated public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

public final class NSCoder {}

public final class Bundle {}

public typealias CGFloat = Double

public struct CGRect: Hashable, Sendable {
  public init() {}
}
