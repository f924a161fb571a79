extension Subcommand {
  static let config = Subcommand(
    name: "config", options: [.json],
    summary: "show what holds without options, and why",
    details: """
      Prints the settings that commands have in this folder, each with what decides it: an \
      environment variable, the file .signalbox in this folder or in the nearest one above it, \
      or the default. docs/config.md explains the file.
      """,
    examples: [
      Example("signalbox config", "the settings here"),
      Example("signalbox config --json", "one JSON object per setting"),
    ],
    run: runConfig)
}
