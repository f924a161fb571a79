extension Subcommand {
  static let resolve = Subcommand(
    name: "resolve", operands: "LINK…|- [ROUTES…]", routeOperands: .recognized,
    operandCount: 1...operandsMax,
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
}
