import CodeGeneration
import Diagnostics
import Navigation
import RouteFiles

extension StarterFile {
  /// The path of the generated definition.
  static let definitionPath = "Sources/ShopScreens/AppRoute.swift"

  /// A Swift package with the definition and the first screens of an iOS app.
  static var package: [StarterFile] {
    [
      StarterFile("Package.swift", manifest),
      StarterFile(definitionPath, definition),
      StarterFile("Sources/ShopScreens/ShopView.swift", view),
    ]
  }

  /// What `signalbox generate swift` writes for the route file.
  private static var definition: String {
    let (plugin, errors) = RouteFolder.parse(Array(routes.utf8), file: "Routes/app.yaml")
    guard errors.isEmpty, let plugin, let app = try? AppDefinition(plugins: [plugin]) else {
      preconditionFailure("the app that 'init' writes has errors")
    }
    return AppCode(.swift, of: app, declaredBy: [plugin]).text
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "ShopScreens",
      platforms: [.iOS(.v17), .macOS(.v15)],
      products: [.library(name: "ShopScreens", targets: ["ShopScreens"])],
      dependencies: [
        // Where Signalbox is: change this to the path of your clone, or to
        // .package(url: "https://HOST/Signalbox.git", branch: "main").
        .package(name: "Signalbox", path: "../Signalbox")
      ],
      targets: [
        .target(
          name: "ShopScreens",
          dependencies: [
            .product(name: "Navigation", package: "Signalbox"),
            .product(name: "SignalboxHost", package: "Signalbox"),
            .product(name: "SignalboxSwiftUI", package: "Signalbox"),
          ])
      ]
    )

    """

  private static let view = """
    import SignalboxHost
    import SignalboxSwiftUI
    import SwiftUI

    /// All screens of the app: the content of its WindowGroup.
    public struct ShopView: View {
      @State private var navigator = Navigator(AppRoute.definition)

      public init() {}

      public var body: some View {
        SignalboxView(navigator) { request in
          ScreenView(request: request).navigationTitle(request.title)
        }
      }
    }

    /// A screen of the route files. Its taps decide what follows; views only name them.
    struct ScreenView: View {
      let request: ScreenRequest

      var body: some View {
        switch request.screen {
        case "Home":
          List {
            NavigatorLink("First item", tap: "first")
            NavigatorLink("Account", tap: "account")
          }
        case "Item": NavigatorLink("Order", tap: "order")
        case "Login": NavigatorLink("Log in", tap: "done")
        default: Text(request.title)
        }
      }
    }

    """
}
