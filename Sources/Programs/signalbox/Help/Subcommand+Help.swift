extension Subcommand {
  static let help = Subcommand(
    name: "help", operands: "[COMMAND|CODE|\(codesTopic)]", operandCount: 0...1,
    options: [.json],
    summary: "explain a command or an error code, or list the codes",
    details: "Also explains the commands of the REPL: 'signalbox help open'.",
    examples: [
      Example("signalbox help replay", "a command"),
      Example("signalbox help route/conflict", "an error code"),
      Example("signalbox help codes", "all error codes"),
    ],
    completion: .words([codesTopic]), readsSettings: false, run: runHelp)
}
