extension Subcommand {
  static let why = Subcommand(
    name: "why", operands: "LINK [ROUTES…]", routeOperands: .afterFirst, operandCount: 1...1,
    options: [.routes] + Option.platformFiles + [.json],
    summary: "explain what a link opens, and whether it reaches the app",
    details: """
      Prints for each platform whose file is given whether the system opens the app or the \
      browser, the rule that decided, and the rules ahead of it with the parts of the link that \
      they refused. Then the route or why none matches, the gates, and the stack that the link \
      shows in a fresh session. The exit code is 0 if the link shows a screen, at once or after \
      its gates, and opens the app on every platform given.
      """,
    examples: [
      Example("signalbox why cinema://movies/42", "its route and its stack"),
      Example(
        "signalbox why https://shop.example/items/1 --aasa apple-app-site-association",
        "on iOS, too"),
      Example(
        "signalbox why https://shop.example/items/1 --manifest AndroidManifest.xml --json",
        "on Android, as JSON"),
    ],
    takesBytes: true, run: runWhy)
}
