import RouteFiles

/// A file that `init` writes.
struct StarterFile {
  /// Relative to the folder of `init`.
  let path: String
  let text: String
  let mode: UInt32

  init(_ path: String, _ text: String, mode: UInt32 = 0o644) {
    (self.path, self.text, self.mode) = (path, text, mode)
  }
}

extension StarterFile {
  /// The app, a script and the settings.
  static let app = [
    StarterFile("Routes/app.yaml", routes),
    StarterFile(
      "Routes/Scripts/login.nav",
      """
      # A link behind the login waits, and opens after it. Lines are as typed at the prompt.
      open shop://orders/7
      expect outcome deferred(login)
      expect screen Login
      tap done
      expect stack account: Account > Order(id=7)
      back
      expect screen Account

      # The same from a screen of the app, where the login is open.
      tab home
      tap first
      tap order
      expect screen Order id=1

      # What the app must not open.
      open /items/new
      expect outcome refused(not-found)

      """),
    StarterFile(
      SettingsFile.name,
      """
      # What signalbox uses in this folder and below it; 'signalbox config' shows it.
      routes: Routes
      scripts: Routes/Scripts
      # Warnings fail 'signalbox check' too.
      strict: true

      """),
  ]

  /// The check for CI.
  /// - Parameter hasPackage: Whether there is an iOS app, whose definition must be that of the
  ///   routes.
  static func check(package hasPackage: Bool) -> StarterFile {
    let comparison = """

      # The definition of the iOS app is that of the route files.
      signalbox generate swift | diff - \(definitionPath)
      """
    return StarterFile(
      "check-links.sh",
      """
      #!/bin/sh
      # Run by CI: fails if a route file has a fault, or if a script finds another screen.
      set -eu
      cd "$(dirname "$0")"
      signalbox check
      signalbox replay\(hasPackage ? comparison : "")

      """, mode: 0o755)
  }

  /// The text of the route file.
  static let routes = """
    # yaml-language-server: $schema=../signalbox.schema.json
    # The navigation of a small shop: docs/route-files.md explains every key.
    signalbox: 1
    plugin: shop
    # The bases of the app's links: shop://items/1 and https://shop.example/items/1 are the same.
    links: [shop://, https://shop.example]

    gates:
      # A link that requires the login waits while the challenge, a screen of the app, is shown.
      login: { challenge: /login }

    coordinators:
      main: { kind: tabs, children: [home, account] }
      home: { kind: stack, start: / }
      account: { kind: stack, start: /account, gates: [login] }

    routes:
      - { path: /, screen: Home }
      - { path: /login, screen: Login, as: sheet }
      - { path: /account, screen: Account }
      # :id has to be a whole number; /items/new would match no route.
      - { path: "/items/:id", screen: Item, params: { id: int }, in: home }
      # A link from outside shows the screens of its parents below.
      - { path: "/orders/:id", screen: Order, in: account, parents: [/account] }

    screens:
      # Taps, each with the link that it opens or the command that it runs.
      Home: { taps: { first: /items/1, account: tab account } }
      Login: { taps: { done: satisfy login ada } }
      Account: {}
      Item: { title: "Item :id", taps: { order: "/orders/:id" } }
      Order: { title: "Order :id" }

    """
}
