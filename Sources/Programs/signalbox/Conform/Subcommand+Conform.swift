extension Subcommand {
  static let conform = Subcommand(
    name: "conform", operands: "[TRACE…] [ROUTES…]", routeOperands: .recognized,
    operandCount: 0...operandsMax,
    options: [
      .routes, .map, .coverage, .router, .linkCount, .seed, .write, .answerTime, .format, .json,
    ],
    formats: CheckFormat.words,
    summary: "check logs, or the router, of the real app against the route files",
    details: """
      Reads logs of the app, one JSON object per line: screens shown, links, taps, logins, and so \
      on. Each session of a log conforms if the definition can show its screens in their order; \
      what the log does not hold, such as taps, is searched for. Otherwise the first line that \
      nothing explains is printed, with what was allowed there and a script up to it. The exit \
      code is 1 if a session does not conform, 3 if the search for one ended at a limit, and 2 if \
      a log cannot be read. docs/conform.md \
      describes logs, and the file of --map for those that are written in another way.

      With --router, a program is asked instead: it reads a link per line, and writes a line of \
      JSON for each. It is given links of every route and their neighbours, which other routes or \
      none open, and each answer that differs is reported, those with one cause together. The \
      exit code is 1 if there is one, and 2 if the program fails. docs/conform-router.md describes \
      the program.
      """,
    examples: [
      Example("signalbox conform app.jsonl", "the bundled app"),
      Example("signalbox conform --routes MyApp/Routes Logs/*.jsonl", "several logs"),
      Example(
        "signalbox conform --map analytics.yaml --json export.jsonl",
        "an export of analytics, as JSON"),
      Example("signalbox conform --coverage app.jsonl", "what the sessions leave out"),
      Example("signalbox conform --router 'node router.mjs' MyApp/Routes", "the app's router"),
    ],
    completion: .files(ending: ".jsonl"), run: runConform)
}
