extension Subcommand {
  static let generateCommands = Subcommand(
    name: "generate-commands",
    summary: "print the page docs/commands.md",
    details: "A test compares it with the file.",
    examples: [
      Example("signalbox generate-commands > docs/commands.md", "write it to the file"),
      Example("signalbox generate-commands | less", "read it"),
    ],
    readsSettings: false, isHidden: true, run: runGenerateCommands)
}
