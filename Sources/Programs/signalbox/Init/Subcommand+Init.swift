extension Subcommand {
  static let initialize = Subcommand(
    name: "init", operands: "[FOLDER]", operandCount: 0...1,
    summary: "write a small app, a script and a check for CI",
    details: """
      Writes Routes/app.yaml, Routes/Scripts/login.nav, .signalbox, check-links.sh and a schema \
      for editors into the folder, by default this one, as a beginning to change. Nothing is \
      written if one of them exists.
      """,
    examples: [
      Example("signalbox init", "in this folder"),
      Example("signalbox init MyApp", "in another"),
    ],
    readsSettings: false, run: runInit)
}
