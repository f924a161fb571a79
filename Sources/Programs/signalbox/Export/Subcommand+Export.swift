extension Subcommand {
  static let export = Subcommand(
    name: "export", operands: ExportedKind.words.joined(separator: "|") + " SCRIPT… [ROUTES…]",
    routeOperands: .amongScripts, operandCount: 2...operandsMax,
    options: [.routes, .ios, .android, .map, .output],
    summary: "write scripts as flows or commands for real devices",
    details: """
      Writes each script as a flow of Maestro (maestro), or as commands of a shell that send its \
      links to a simulator or device (shell). The scripts are read, not run. A line without an \
      equivalent becomes a comment and is listed on standard error. Folders and patterns are as \
      for 'replay'. docs/export.md explains the ids of screens and taps, and the file of --map.
      """,
    examples: [
      Example("signalbox export maestro Routes/Scripts/home.nav", "one script, to read"),
      Example("signalbox export maestro Routes/Scripts -o Flows", "a folder of flows"),
      Example(
        "signalbox export maestro smoke.nav --map ids.yaml -o Flows", "with the ids of your app"),
      Example("signalbox export shell --android smoke.nav > smoke.sh", "links, sent by adb"),
    ],
    completion: .words(ExportedKind.words), run: runExport)
}

extension Option {
  static let android = Option(name: "android", summary: "send links to a device, by adb")
}
