extension Subcommand {
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
