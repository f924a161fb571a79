extension Subcommand {
  static let merge = Subcommand(
    name: "merge", operands: "PART…", operandCount: 1...operandsMax,
    options: [.routes, .coverage, .coverageMin, .lcov, .json, .junit],
    summary: "print the results of a run on several machines",
    details: """
      Reads the files of 'replay --shard N/M --result PART' from all machines, and prints what \
      one 'replay' of all scripts would have printed, in the order of the scripts: results, \
      JUnit's report, coverage and trace file. For the coverage, the routes must be those of the \
      run. Scripts that are in no part count as not run; the exit code is 1 then.
      """,
    examples: [
      Example("signalbox merge --junit report.xml part-*.jsonl", "one report of all machines"),
      Example("signalbox merge --coverage-min 90 part-*.jsonl", "fail if all cover less"),
    ],
    completion: .files(ending: ".jsonl"), run: runMerge)
}
