extension Subcommand {
  static let replay = Subcommand(
    name: "replay", operands: "[SCRIPT…] [ROUTES…]", routeOperands: .amongScripts,
    operandCount: 0...operandsMax,
    options: [
      .routes, .script, .keepGoing, .failFast, .jobs, .shard, .times, .result, .watch, .coverage,
      .coverageMin, .lcov, .json, .log, .junit,
    ],
    summary: "run scripts; fail if an expectation fails",
    details: """
      A script contains lines as typed in the REPL, and 'expect' lines. Every script starts with \
      a fresh session, and ends at its first failure; the other scripts run anyway. A folder \
      means all files in it and below it that end in .nav, in byte order, except hidden ones and \
      those in hidden folders; a quoted pattern, such as 'smoke/*.nav', the files that it \
      matches. Without a script, those that the 'scripts' of .signalbox name are run. --coverage \
      prints what all scripts together leave out of the app; --lcov and --coverage-min imply it.
      """,
    examples: [
      Example("signalbox replay Routes/Scripts/deferred-link.nav", "one script"),
      Example("signalbox replay --fail-fast Routes/Scripts", "a folder, up to the first failure"),
      Example(
        "signalbox replay --routes MyApp/Routes --junit report.xml smoke.nav login.nav",
        "two scripts, with a report for CI"),
      Example("signalbox replay --jobs all Routes/Scripts", "on all processors"),
      Example(
        "signalbox replay --shard 3/8 --result part-3.jsonl Routes/Scripts",
        "a part, on the third of 8 machines"),
      Example("signalbox replay --watch smoke.nav", "again whenever a file changes"),
      Example("signalbox replay --coverage-min 90 Routes/Scripts", "fail if less is covered"),
      Example("signalbox replay --lcov Routes/Scripts > coverage.info", "for coverage tools"),
      Example("signalbox replay --json smoke.nav", "one JSON object per step"),
    ],
    completion: .files(ending: ".nav"), run: runReplay)
}
