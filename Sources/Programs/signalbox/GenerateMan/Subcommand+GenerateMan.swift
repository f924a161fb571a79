extension Subcommand {
  static let generateMan = Subcommand(
    name: "generate-man",
    summary: "print the man page",
    details: "'make install' installs it.",
    examples: [
      Example("signalbox generate-man > signalbox.1", "write it to a file"),
      Example("signalbox generate-man | man -l -", "read it"),
    ],
    readsSettings: false, isHidden: true, run: runGenerateMan)
}
