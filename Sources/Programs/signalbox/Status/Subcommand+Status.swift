extension Subcommand {
  static let status = Subcommand(
    name: "status", options: [.json, .socket],
    summary: "show the state of a daemon",
    details: "The exit code is 2 if no daemon was reached.",
    examples: [
      Example("signalbox status", "the default daemon"),
      Example("signalbox status --json --socket /tmp/box", "another, as JSON"),
    ],
    run: runStatus)
}
