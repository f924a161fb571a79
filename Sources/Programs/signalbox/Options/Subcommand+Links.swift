/// The subcommands that explain links.
extension Subcommand {
  static let resolve = Subcommand(
    name: "resolve", operands: "LINK…|-", routeOperands: .recognized, operandCount: 1...operandsMax,
    options: [.routes, .on] + Option.platformFiles + [.json],
    summary: "show what each link opens",
    details: """
      Prints one line per link, in the order of the input. With - the links are read from \
      standard input, one per line, and answered as they arrive; there is no limit to their \
      number. With --on and the files of that platform, each line also says whether the system \
      opens the app or the browser, and by which rule; the exit code is then 0 only if every link \
      opens the app.
      """,
    examples: [
      Example("signalbox resolve cinema://movies/42", "one link"),
      Example("signalbox resolve --json - < links.txt", "a file of links, as JSON"),
      Example(
        "signalbox resolve --on ios --aasa apple-app-site-association - < links.txt",
        "which of them open the app"),
    ],
    takesBytes: true, run: runResolve)

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
