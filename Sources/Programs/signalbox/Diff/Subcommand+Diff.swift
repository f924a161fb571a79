extension Subcommand {
  static let diff = Subcommand(
    name: "diff", operands: "OLD [NEW]", operandCount: 1...2,
    options: [.routes, .json],
    summary: "list links that open something else than in another version",
    details: """
      Compares two versions of the route files, each a folder or a file; without NEW, the new \
      version is what --routes names. For each kind of links whose route, screen, coordinator or \
      gates differ, one example is printed, with what it opened before and opens now. The exit \
      code is 1 if a link that opened something now opens nothing, or if that could not be ruled \
      out: a route whose links could not all be compared is printed as undecided.
      """,
    examples: [
      Example("signalbox diff Release/Routes MyApp/Routes", "two folders"),
      Example(
        "signalbox diff --json --routes MyApp/Routes Release/Routes", "the same, as JSON"),
    ],
    run: runDiff)
}
