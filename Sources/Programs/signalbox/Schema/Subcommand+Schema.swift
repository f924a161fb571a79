extension Subcommand {
  static let schema = Subcommand(
    name: "schema",
    summary: "print the JSON Schema of route files, for editors",
    details: """
      With it, an editor that has the YAML language server completes and checks route files: save \
      it, and begin each file with '# yaml-language-server: $schema=' and its path or address. \
      'check' finds more.
      """,
    examples: [
      Example("signalbox schema > signalbox.schema.json", "write it to a file"),
      Example("signalbox schema | python3 -m json.tool", "read it"),
    ],
    readsSettings: false, run: runSchema)
}
