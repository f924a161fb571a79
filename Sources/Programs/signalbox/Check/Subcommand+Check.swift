extension Subcommand {
  static let check = Subcommand(
    name: "check", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .format, .json, .strict, .noStrict, .notes, .watch],
    formats: CheckFormat.words,
    summary: "print the errors and warnings of the route files",
    details: """
      Reads the route files and checks them as a whole: names, gates, parents, redirects, taps, \
      unreachable screens, and routes that match the same links. Prints all findings, each with \
      its position and, if it concerns links, an example link. The exit code is 1 if there are \
      errors.
      """,
    examples: [
      Example("signalbox check MyApp/Routes", "a folder"),
      Example("signalbox check --strict", "fail on warnings too"),
      Example("signalbox check --format sarif > findings.sarif", "for code scanning"),
      Example("signalbox check --notes", "also what needs no action if intended"),
      Example("signalbox check --json cinema.yaml shop.yaml", "two files"),
    ],
    run: runCheck)
}
