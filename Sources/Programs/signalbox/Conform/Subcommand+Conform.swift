extension Subcommand {
  static let conform = Subcommand(
    name: "conform", operands: "TRACE…", operandCount: 1...operandsMax,
    options: [.routes, .map, .coverage, .json],
    summary: "check logs of the real app against the route files",
    details: """
      Reads logs of the app, one JSON object per line: screens shown, links, taps, logins, and so \
      on. Each session of a log conforms if the definition can show its screens in their order; \
      what the log does not hold, such as taps, is searched for. Otherwise the first line that \
      nothing explains is printed, with what was allowed there and a script up to it. The exit \
      code is 1 if a session does not conform, 3 if the search for one ended at a limit, and 2 if \
      a log cannot be read. docs/conform.md \
      describes logs, and the file of --map for those that are written in another way.
      """,
    examples: [
      Example("signalbox conform app.jsonl", "the bundled app"),
      Example("signalbox conform --routes MyApp/Routes Logs/*.jsonl", "several logs"),
      Example(
        "signalbox conform --map analytics.yaml --json export.jsonl",
        "an export of analytics, as JSON"),
      Example("signalbox conform --coverage app.jsonl", "what the sessions leave out"),
    ],
    completion: .files(ending: ".jsonl"), run: runConform)
}
