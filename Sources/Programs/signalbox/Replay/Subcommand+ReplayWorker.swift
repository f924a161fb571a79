extension Subcommand {
  static let replayWorker = Subcommand(
    name: replayWorkerName, options: [.routes, .keepGoing, .coverage, .json, .log],
    summary: "run the scripts that 'replay --jobs' sends",
    details: "'replay' starts it.",
    examples: [
      Example("signalbox replay-worker", "the bundled app"),
      Example("signalbox replay-worker --routes MyApp/Routes", "your own app"),
    ],
    readsSettings: false, isHidden: true, run: runReplayWorker)
}
