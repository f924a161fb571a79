extension Subcommand {
  static let completion = Subcommand(
    name: "completion", operands: Shell.names.joined(separator: "|"), operandCount: 1...1,
    summary: "print the completion script of a shell",
    details: """
      With it, Tab completes commands, options and their values. 'make install' installs all three \
      where the shells look for them.
      """,
    examples: [
      Example("signalbox completion bash > signalbox.bash", "for bash, which loads it by 'source'"),
      Example("signalbox completion zsh > _signalbox", "for zsh, in a folder of its 'fpath'"),
      Example(
        "signalbox completion fish > ~/.config/fish/completions/signalbox.fish", "for fish"),
    ],
    completion: .words(Shell.names), readsSettings: false, run: runCompletion)
}
