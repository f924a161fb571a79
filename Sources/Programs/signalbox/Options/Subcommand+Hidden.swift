/// Subcommands for the program itself and for `make install`.
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

  static let generateMan = Subcommand(
    name: "generate-man",
    summary: "print the man page",
    details: "'make install' installs it.",
    examples: [
      Example("signalbox generate-man > signalbox.1", "write it to a file"),
      Example("signalbox generate-man | man -l -", "read it"),
    ],
    readsSettings: false, isHidden: true, run: runGenerateMan)

  static let generateCompletion = Subcommand(
    name: "generate-completion", operands: Shell.names.joined(separator: "|"), operandCount: 1...1,
    summary: "print the completion script of a shell",
    details: "'make install' installs all three.",
    examples: [
      Example("signalbox generate-completion bash > signalbox.bash", "for bash"),
      Example("signalbox generate-completion zsh > _signalbox", "for zsh"),
    ],
    completion: .words(Shell.names), readsSettings: false, isHidden: true,
    run: runGenerateCompletion)
}
