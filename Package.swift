// swift-tools-version: 6.2
import PackageDescription

// A target may import what is declared for it here; Tests/TidyTests checks every import.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A folder of `Sources`, and how its targets are declared.
struct Layer {
  let name: String

  /// A Swift module and what it may import. On the main actor if its code runs in the event loop.
  func module(
    _ module: String, _ dependencies: [Target.Dependency] = [], onMainActor: Bool = false
  ) -> Target {
    .target(
      name: module, dependencies: dependencies, path: path(module),
      swiftSettings: onMainActor ? settings + [.defaultIsolation(MainActor.self)] : settings)
  }

  /// A program.
  func program(_ program: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
      name: program, dependencies: dependencies, path: path(program), swiftSettings: settings)
  }

  /// C that is compiled here.
  func c(_ target: String, linking library: String? = nil) -> Target {
    .target(
      name: target, path: path(target),
      linkerSettings: library.map { [.linkedLibrary($0)] })
  }

  /// A library of the system.
  func system(
    _ target: String, pkgConfig: String? = nil, apt: String, brew: String
  ) -> Target {
    .systemLibrary(
      name: target, path: path(target), pkgConfig: pkgConfig,
      providers: [.apt([apt]), .brew([brew])])
  }

  private func path(_ target: String) -> String { "Sources/\(name)/\(target)" }
}

/// The tests of a module: `NameTests`, which import it and these others.
func tests(
  _ name: String, _ others: [Target.Dependency] = [], of module: String? = nil
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.init(stringLiteral: module ?? name)] + others,
    swiftSettings: settings)
}

/// The program that libFuzzer drives; only for `make fuzz`, since it has no `main` of its own.
let fuzzer: [Target] =
  Context.environment["SIGNALBOX_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "signalbox-fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Entry",
      swiftSettings: settings)
  ]

/// The tests of a feature plugin of the bundled app.
func pluginTests(_ name: String, _ others: [Target.Dependency] = []) -> Target {
  tests(
    name, ["Commands", "Navigation", "PluginTestSupport", "Screens", "TestSupport"] + others)
}

/// The tests of a feature plugin that runs as a process of its own, `program`.
func processPluginTests(_ name: String, program: String) -> Target {
  pluginTests(
    name,
    [
      "HTTPAccess", "HTTPTestSupport", "JSONCodec", "signalbox", .init(stringLiteral: program),
    ])
}

let core = Layer(name: "Core")
let coreTargets = [
  core.module("Diagnostics"),
  core.c("CLinkScan"),
  core.module("Links", ["CLinkScan", "Diagnostics"]),
  core.module("RouteProofs", ["Diagnostics", "Links"]),
  core.module("Navigation", ["Diagnostics", "Links", "RouteProofs"]),
  core.module("Sessions", ["Diagnostics", "Links", "Navigation"]),
  core.module("Analysis", ["Diagnostics", "Links", "Navigation", "RouteProofs"]),
]

let system = Layer(name: "System")
let systemTargets = [
  system.c("CSystem"),
  system.c("CPseudoTerminal"),
  system.c("CReadline", linking: "readline"),
  system.system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
  system.system("CUV", apt: "libuv1-dev", brew: "libuv"),
  system.system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
  system.module("JSONCodec", ["Diagnostics"]),
  system.module("FileAccess", ["Diagnostics", "CSystem"]),
  system.module("EventLoops", ["CUV", "FileAccess"], onMainActor: true),
  system.module("PseudoTerminal", ["CPseudoTerminal", "CSystem", "Diagnostics"]),
  system.module(
    "Console", ["CReadline", "CUV", "Diagnostics", "EventLoops", "FileAccess"],
    onMainActor: true),
]

let app = Layer(name: "App")
let appTargets = [
  app.module("Screens", ["Diagnostics", "Links", "Navigation"]),
  app.module("RouteFiles", ["CYAML", "Diagnostics", "FileAccess", "Links", "Navigation"]),
  app.module("SignalboxTesting", ["Navigation"]),
  app.module(
    "Commands",
    [
      "Diagnostics", "JSONCodec", "FileAccess", "Links", "Navigation", "RouteProofs", "Screens",
      "Sessions",
    ]),
]

let plugins = Layer(name: "Plugins")
let pluginTargets = [
  plugins.module("PluginProtocol", ["Diagnostics", "JSONCodec", "Screens"]),
  plugins.module(
    "PluginHost",
    ["CSystem", "Diagnostics", "FileAccess", "JSONCodec", "PluginProtocol", "Screens"]),
  plugins.module(
    "PluginProcesses",
    [
      "CUV", "CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "Navigation",
      "PluginProtocol", "Screens",
    ],
    onMainActor: true),
  plugins.module("HTTPAccess", ["Diagnostics", "JSONCodec"]),
  plugins.module("URLSessionAccess", ["HTTPAccess"]),
  plugins.module("AccountPlugin", ["Screens"]),
  plugins.module("CinemaPlugin", ["Screens"]),
  plugins.module("GreetingPlugin", ["Screens"]),
  plugins.module("MusicPlugin", ["HTTPAccess", "JSONCodec", "Links", "Screens"]),
  plugins.module("GitHubPlugin", ["HTTPAccess", "JSONCodec", "Screens"]),
]

let daemon = Layer(name: "Daemon")
let daemonTargets = [
  daemon.module("Service", ["CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec"]),
  daemon.module("Journal", ["CSQLite", "Diagnostics", "FileAccess"]),
  daemon.module(
    "DaemonClient", ["CSystem", "Diagnostics", "EventLoops", "JSONCodec", "Service"]),
  daemon.module(
    "Daemon",
    [
      "CUV", "CSystem", "Commands", "Diagnostics", "EventLoops", "JSONCodec", "Journal",
      "Navigation", "Screens", "Service", "Sessions",
    ],
    onMainActor: true),
]

let programs = Layer(name: "Programs")
let programTargets = [
  programs.module(
    "Benchmarks",
    [
      "Analysis", "BenchPlugin", "CSystem", "Diagnostics", "FileAccess", "JSONCodec", "Journal",
      "Links", "Navigation", "PluginProcesses", "PseudoTerminal", "RouteFiles", "RouteProofs",
      "Screens", "Sessions",
    ]),
  programs.program("BenchPlugin", ["PluginHost", "Screens"]),
  programs.program(
    "signalbox",
    [
      "AccountPlugin", "Analysis", "Benchmarks", "CSystem", "CinemaPlugin", "Commands", "Console",
      "Daemon", "DaemonClient", "Diagnostics", "EventLoops", "FileAccess", "GreetingPlugin",
      "JSONCodec", "Journal", "Links", "Navigation", "PluginProcesses", "RouteFiles", "Screens",
      "Service", "Sessions",
    ]),
  programs.program(
    "signalbox-music", ["FileAccess", "MusicPlugin", "PluginHost", "URLSessionAccess"]),
  programs.program(
    "signalbox-github", ["FileAccess", "GitHubPlugin", "PluginHost", "URLSessionAccess"]),
]

let testTargets: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["CSystem", "FileAccess", "Navigation"],
    path: "Tests/TestSupport", swiftSettings: settings),
  .target(
    name: "PluginTestSupport",
    dependencies: [
      "Commands", "Diagnostics", "Navigation", "RouteFiles", "Screens", "TestSupport",
    ],
    path: "Tests/PluginTestSupport", swiftSettings: settings),
  .target(
    name: "HTTPTestSupport",
    dependencies: ["HTTPAccess", "Navigation", "PluginProcesses", "Screens", "TestSupport"],
    path: "Tests/HTTPTestSupport", exclude: ["Answers", "server.py"], swiftSettings: settings),
  .target(
    name: "LinksOracle", dependencies: ["Diagnostics", "Links", "RouteProofs", "TestSupport"],
    path: "Tests/LinksOracle", swiftSettings: settings),
  .target(
    name: "FuzzTargets",
    dependencies: [
      "Commands", "Diagnostics", "FileAccess", "JSONCodec", "Links", "LinksOracle", "Navigation",
      "RouteFiles", "RouteProofs", "Sessions", "TestSupport",
    ],
    path: "Fuzz/Targets", swiftSettings: settings),
  tests("Fuzz", ["FileAccess", "TestSupport"], of: "FuzzTargets"),
  tests("Diagnostics"),
  tests("JSONCodec", ["Diagnostics", "FileAccess", "TestSupport"]),
  tests("FileAccess", ["CSystem", "Diagnostics", "TestSupport"]),
  tests("HTTPAccess", ["HTTPTestSupport", "JSONCodec"]),
  tests("URLSessionAccess", ["HTTPAccess", "HTTPTestSupport"]),
  tests("Links", ["CLinkScan", "Diagnostics", "LinksOracle", "RouteProofs", "TestSupport"]),
  tests("RouteProofs", ["Diagnostics", "Links", "LinksOracle", "TestSupport"]),
  tests("Navigation", ["Diagnostics", "Links", "SignalboxTesting", "TestSupport"]),
  tests("Screens", ["Diagnostics", "Links", "Navigation"]),
  tests("Analysis", ["Diagnostics", "Links", "Navigation", "RouteProofs", "TestSupport"]),
  tests("PluginProtocol", ["Diagnostics", "JSONCodec", "Screens", "TestSupport"]),
  tests("PluginHost", ["JSONCodec", "Screens"]),
  .executableTarget(
    name: "PluginProbe", dependencies: ["PluginHost", "Screens"], path: "Tests/PluginProbe",
    swiftSettings: settings),
  tests(
    "PluginProcesses",
    [
      "Diagnostics", "EventLoops", "JSONCodec", "Navigation", "PluginProbe", "Screens",
      "TestSupport",
    ]),
  tests(
    "Daemon",
    [
      "CSystem", "Commands", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "Journal",
      "Links", "Navigation", "Service", "Sessions", "TestSupport",
    ]),
  .executableTarget(
    name: "JournalProbe", dependencies: ["Diagnostics", "FileAccess", "Journal"],
    path: "Tests/JournalProbe", swiftSettings: settings),
  tests("Journal", ["Diagnostics", "FileAccess", "JournalProbe", "TestSupport"]),
  .executableTarget(
    name: "ServiceProbe", dependencies: ["Diagnostics", "EventLoops", "Service"],
    path: "Tests/ServiceProbe",
    swiftSettings: settings),
  tests(
    "Service",
    [
      "CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "PseudoTerminal",
      "ServiceProbe", "TestSupport",
    ]),
  tests("EventLoops", ["FileAccess", "TestSupport"]),
  tests(
    "DaemonClient",
    ["Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "Service", "TestSupport"]),
  tests("SignalboxTesting", ["Diagnostics", "Links", "Navigation"]),
  tests(
    "RouteFiles",
    ["Diagnostics", "FileAccess", "Links", "Navigation", "TestSupport"]),
  .testTarget(
    name: "ConformanceTests",
    dependencies: [
      "Diagnostics", "FileAccess", "JSONCodec", "Links", "LinksOracle", "Navigation", "RouteFiles",
      "RouteProofs", "SignalboxTesting", "TestSupport",
    ],
    swiftSettings: settings),
  tests(
    "Sessions", ["Diagnostics", "Links", "Navigation", "TestSupport"]),
  tests(
    "Commands",
    [
      "AccountPlugin", "CinemaPlugin", "Diagnostics", "JSONCodec", "FileAccess",
      "GreetingPlugin", "Links", "Navigation", "PluginTestSupport", "Screens", "Sessions",
      "TestSupport",
    ]),
  tests("Benchmarks", ["Diagnostics", "JSONCodec", "Navigation", "RouteFiles"]),
  .executableTarget(
    name: "ConsoleProbe", dependencies: ["Console"], path: "Tests/ConsoleProbe",
    swiftSettings: settings),
  .testTarget(
    name: "ConsoleTests",
    dependencies: [
      "Console", "ConsoleProbe", "FileAccess", "PseudoTerminal", "TestSupport",
    ],
    swiftSettings: settings),
  tests(
    "signalbox",
    [
      "Analysis", "Commands", "DaemonClient", "Diagnostics", "FileAccess", "JSONCodec",
      "Navigation", "PluginProbe", "PseudoTerminal", "Screens", "TestSupport",
    ]),
  .testTarget(
    name: "TidyTests",
    dependencies: ["CSystem", "Diagnostics", "FileAccess", "JSONCodec", "TestSupport"],
    swiftSettings: settings),
  pluginTests("AccountPlugin"),
  pluginTests("CinemaPlugin"),
  pluginTests("GreetingPlugin"),
  processPluginTests("MusicPlugin", program: "signalbox-music"),
  processPluginTests("GitHubPlugin", program: "signalbox-github"),
]

let package = Package(
  name: "Signalbox",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Navigation", targets: ["Navigation"]),
    .library(name: "Screens", targets: ["Screens"]),
    .library(name: "PluginHost", targets: ["PluginHost"]),
    .library(name: "SignalboxTesting", targets: ["SignalboxTesting"]),
    .executable(name: "signalbox", targets: ["signalbox"]),
    .executable(name: "signalbox-music", targets: ["signalbox-music"]),
    .executable(name: "signalbox-github", targets: ["signalbox-github"]),
  ],
  targets: coreTargets + systemTargets + appTargets + pluginTargets + daemonTargets
    + programTargets + testTargets + fuzzer,
  swiftLanguageModes: [.v6]
)
