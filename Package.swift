// swift-tools-version: 6.2
import PackageDescription

// A target exists only to hold an import rule; Tests/TidyTests holds the rules (see ARCHITECTURE.md).
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module of ours and what it may import.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
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

/// A feature plugin of the bundled app: `NamePlugin` in `Sources/Plugins/Name`, and its tests.
func plugin(
  _ name: String, _ dependencies: [Target.Dependency] = [],
  tests others: [Target.Dependency] = []
) -> [Target] {
  [
    .target(
      name: name + "Plugin", dependencies: ["Screens"] + dependencies,
      path: "Sources/Plugins/" + name, swiftSettings: settings),
    tests(
      name + "Plugin",
      ["Commands", "Navigation", "PluginTestSupport", "Screens", "TestSupport"] + others),
  ]
}

/// A feature plugin that is a process of its own, `signalbox-name`, and fetches over HTTP.
func processPlugin(_ name: String) -> [Target] {
  let program = "signalbox-" + name.lowercased()
  return [
    .executableTarget(
      name: program,
      dependencies: [
        "FileAccess", .init(stringLiteral: name + "Plugin"), "PluginHost", "URLSessionAccess",
      ],
      swiftSettings: settings)
  ]
    + plugin(
      name, ["HTTPAccess", "JSONCodec", "Links"],
      tests: [
        "HTTPAccess", "HTTPTestSupport", "JSONCodec", "signalbox",
        .init(stringLiteral: program),
      ])
}

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
  targets: [
    module("Diagnostics"),
    .target(name: "CSystem"),
    module("JSONCodec", ["Diagnostics"]),
    module("FileAccess", ["Diagnostics", "CSystem"]),
    .target(name: "CLinkScan"),
    module("Links", ["CLinkScan", "Diagnostics"]),
    module("Navigation", ["Diagnostics", "Links"]),
    module("Screens", ["Diagnostics", "Links", "Navigation"]),
    module("Analysis", ["Diagnostics", "Links", "Navigation"]),
    module("PluginProtocol", ["Diagnostics", "JSONCodec", "Screens"]),
    module(
      "PluginHost",
      ["CSystem", "Diagnostics", "FileAccess", "JSONCodec", "PluginProtocol", "Screens"]),
    module("HTTPAccess", ["Diagnostics", "JSONCodec"]),
    module("URLSessionAccess", ["HTTPAccess"]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    module("RouteFiles", ["CYAML", "Diagnostics", "FileAccess", "Links", "Navigation"]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    module("Journal", ["CSQLite", "Diagnostics", "FileAccess"]),
    module("SignalboxTesting", ["Navigation"]),
    module("Sessions", ["Diagnostics", "Links", "Navigation"]),
    module(
      "Commands",
      ["Diagnostics", "JSONCodec", "FileAccess", "Links", "Navigation", "Screens", "Sessions"]),
    .target(name: "CPseudoTerminal"),
    module("PseudoTerminal", ["CPseudoTerminal", "CSystem", "Diagnostics"]),
    module(
      "Benchmarks",
      [
        "Analysis", "BenchPlugin", "CSystem", "Diagnostics", "FileAccess", "JSONCodec", "Journal",
        "Links", "Navigation", "PluginProcesses", "PseudoTerminal", "RouteFiles", "Screens",
        "Sessions",
      ]),
    .executableTarget(
      name: "BenchPlugin", dependencies: ["PluginHost", "Screens"], swiftSettings: settings),
    .target(name: "CReadline", linkerSettings: [.linkedLibrary("readline")]),
    .systemLibrary(name: "CUV", providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]),
    .target(
      name: "EventLoops", dependencies: ["CUV", "FileAccess"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    module("Service", ["CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec"]),
    module(
      "DaemonClient", ["CSystem", "Diagnostics", "EventLoops", "JSONCodec", "Service"]),
    .target(
      name: "PluginProcesses",
      dependencies: [
        "CUV", "CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "Navigation",
        "PluginProtocol", "Screens",
      ],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "Daemon",
      dependencies: [
        "CUV", "CSystem", "Commands", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec",
        "Journal", "Links", "Navigation", "Screens", "Service", "Sessions",
      ],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "Console",
      dependencies: ["CReadline", "CUV", "Diagnostics", "EventLoops", "FileAccess"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "signalbox",
      dependencies: [
        "AccountPlugin", "Analysis", "Benchmarks", "CSystem", "CinemaPlugin", "Commands", "Console",
        "Daemon", "DaemonClient", "Diagnostics", "EventLoops", "FileAccess", "GreetingPlugin",
        "JSONCodec", "Journal", "Links", "Navigation", "PluginProcesses", "RouteFiles", "Screens",
        "Service",
        "Sessions",
      ],
      swiftSettings: settings),

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
      name: "LinksOracle", dependencies: ["Diagnostics", "Links", "TestSupport"],
      path: "Tests/LinksOracle", swiftSettings: settings),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Commands", "Diagnostics", "FileAccess", "JSONCodec", "Links", "LinksOracle", "Navigation",
        "RouteFiles", "Sessions", "TestSupport",
      ],
      path: "Fuzz/Targets", swiftSettings: settings),
    tests("Fuzz", ["FileAccess", "TestSupport"], of: "FuzzTargets"),
    tests("Diagnostics"),
    tests("JSONCodec", ["Diagnostics", "FileAccess", "TestSupport"]),
    tests("FileAccess", ["CSystem", "Diagnostics", "TestSupport"]),
    tests("HTTPAccess", ["HTTPTestSupport", "JSONCodec"]),
    tests("URLSessionAccess", ["HTTPAccess", "HTTPTestSupport"]),
    tests("Links", ["CLinkScan", "Diagnostics", "LinksOracle", "TestSupport"]),
    tests("Navigation", ["Diagnostics", "Links", "SignalboxTesting", "TestSupport"]),
    tests("Screens", ["Diagnostics", "Links", "Navigation"]),
    tests("Analysis", ["Diagnostics", "Links", "Navigation", "TestSupport"]),
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
        "Diagnostics", "FileAccess", "JSONCodec", "Links", "Navigation", "RouteFiles",
        "SignalboxTesting", "TestSupport",
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
        "Commands", "DaemonClient", "Diagnostics", "FileAccess", "JSONCodec", "Navigation",
        "PluginProbe", "PseudoTerminal", "Screens", "TestSupport",
      ]),
    .testTarget(
      name: "TidyTests", dependencies: ["CSystem", "Diagnostics", "FileAccess", "TestSupport"],
      swiftSettings: settings),
  ] + plugin("Account") + plugin("Cinema") + plugin("Greeting") + processPlugin("Music")
    + processPlugin("GitHub") + fuzzer,
  swiftLanguageModes: [.v6]
)
