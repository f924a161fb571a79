/// Which module may import which: the table of ARCHITECTURE.md, from low to high. A module may
/// import those of ours that stand in a row below its own, and what `foreign` lists.
enum ModuleTable {
  struct Row {
    let modules: [String]
    /// Modules that are not ours.
    var foreign: [String] = []
    /// If set, the only modules of ours that may be imported.
    var ours: [String]?
  }

  static let cLibrary = ["Glibc", "Darwin"]

  static let rows = [
    Row(modules: ["Diagnostics"]),
    Row(modules: ["CSystem"]),
    Row(modules: ["JSONCodec"], ours: ["Diagnostics"]),
    Row(modules: ["FileAccess"], foreign: cLibrary, ours: ["Diagnostics", "CSystem"]),
    Row(modules: ["CLinkScan"]),
    Row(modules: ["Links"], ours: ["CLinkScan", "Diagnostics"]),
    Row(modules: ["RouteProofs"], ours: ["Diagnostics", "Links"]),
    Row(modules: ["Navigation"], ours: ["Diagnostics", "Links", "RouteProofs"]),
    Row(
      modules: ["Screens"], foreign: ["Observation", "Synchronization"],
      ours: ["Diagnostics", "Links", "Navigation"]),
    Row(modules: ["PluginProtocol"], ours: ["Diagnostics", "JSONCodec", "Screens"]),
    Row(
      modules: ["PluginHost"], foreign: ["Dispatch", "Observation"] + cLibrary,
      ours: ["CSystem", "Diagnostics", "FileAccess", "JSONCodec", "PluginProtocol", "Screens"]),
    Row(modules: ["Analysis"], ours: ["Diagnostics", "Links", "Navigation", "RouteProofs"]),
    Row(modules: ["RouteFiles"], foreign: ["CYAML"]),
    Row(
      modules: ["Journal"], foreign: ["CSQLite", "Synchronization"] + cLibrary,
      ours: ["Diagnostics", "FileAccess"]),
    Row(modules: ["Sessions"]),
    Row(modules: ["SignalboxTesting"], ours: ["Diagnostics", "Links", "Navigation"]),
    Row(modules: ["Commands"]),
    Row(modules: ["PseudoTerminal"], foreign: ["CPseudoTerminal"] + cLibrary),
    Row(
      modules: ["EventLoops"], foreign: ["CUV", "Synchronization"] + cLibrary, ours: ["FileAccess"]),
    Row(
      modules: ["Service"], foreign: ["Synchronization"] + cLibrary,
      ours: ["CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec"]),
    Row(
      modules: ["DaemonClient"], foreign: cLibrary,
      ours: ["CSystem", "Diagnostics", "EventLoops", "JSONCodec", "Service"]),
    Row(modules: ["Daemon"], foreign: ["CUV"] + cLibrary),
    Row(
      modules: ["PluginProcesses"], foreign: ["CUV", "Observation"] + cLibrary,
      ours: [
        "CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "Navigation",
        "PluginProtocol", "Screens",
      ]),
    Row(modules: ["BenchPlugin"], ours: ["PluginHost", "Screens"]),
    Row(modules: ["Benchmarks"], foreign: cLibrary),
    Row(modules: ["Console"], foreign: ["CReadline", "CUV"] + cLibrary),
    Row(
      modules: ["AccountPlugin", "CinemaPlugin", "GreetingPlugin"], foreign: ["Observation"],
      ours: ["Screens"]),
    Row(
      modules: ["HTTPAccess"], foreign: ["Observation"], ours: ["Diagnostics", "JSONCodec"]),
    Row(
      modules: ["URLSessionAccess"],
      foreign: ["Foundation", "FoundationNetworking", "Synchronization"], ours: ["HTTPAccess"]),
    Row(
      modules: ["MusicPlugin", "GitHubPlugin"],
      ours: ["HTTPAccess", "JSONCodec", "Links", "Screens"]),
    Row(
      modules: ["signalbox-music"],
      ours: ["FileAccess", "MusicPlugin", "PluginHost", "URLSessionAccess"]),
    Row(
      modules: ["signalbox-github"],
      ours: ["FileAccess", "GitHubPlugin", "PluginHost", "URLSessionAccess"]),
    Row(modules: ["signalbox"], foreign: cLibrary),
  ]

  /// Whether one module may import the other.
  static func allows(_ module: String, toImport imported: String) -> Bool {
    guard let place = rows.firstIndex(where: { $0.modules.contains(module) }) else { return false }
    let row = rows[place]
    if row.foreign.contains(imported) { return true }
    if let ours = row.ours { return ours.contains(imported) }
    return imported != "SignalboxTesting"
      && rows[..<place].contains { $0.modules.contains(imported) }
  }
}
