extension Subcommand {
  static let initialize = Subcommand(
    name: "init", operands: "[FOLDER]", operandCount: 0...1, options: [.ios],
    summary: "write a small app, a script and a check for CI",
    details: """
      Writes Routes/app.yaml, Routes/Scripts/login.nav, .signalbox, check-links.sh and a schema \
      for editors into the folder, by default this one, as a beginning to change. With --ios, also \
      a Swift package that shows the app with SwiftUI (docs/ios.md): Package.swift and, in \
      Sources/ShopScreens, the routes as generated code and their views. Nothing is written if \
      one of the files exists.
      """,
    examples: [
      Example("signalbox init", "in this folder"),
      Example("signalbox init MyApp", "in another"),
      Example("signalbox init --ios MyApp", "with a package for an iOS app"),
    ],
    readsSettings: false, run: runInit)
}
