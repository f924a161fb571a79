// swift-tools-version: 6.2
import PackageDescription

// A target may import what is declared for it here; Tests/TidyTests checks every import.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Modules that tests spend their time in. `make run` and `make test` optimize them: tests then take
/// three quarters of the processor time, and building from nothing a tenth more. A debugger needs them
/// as they are (`DEBUG=yes`), and so does a dependent, which refuses unsafe flags.
let optimized: Set =
  Context.environment["SIGNALBOX_OPTIMIZED"] == nil
  ? [] : ["Console", "Diagnostics", "JSONCodec", "Languages", "Links", "PseudoTerminal"]

/// The settings of a module.
func settings(of module: String) -> [SwiftSetting] {
  settings + (optimized.contains(module) ? [.unsafeFlags(["-O", "-disable-cmo"])] : [])
}

/// A folder of `Sources`, and how its targets are declared.
struct Layer {
  let name: String

  /// A Swift module and what it may import. On the main actor if its code runs in the event loop.
  func module(
    _ module: String, _ dependencies: [Target.Dependency] = [], onMainActor: Bool = false
  ) -> Target {
    .target(
      name: module, dependencies: dependencies, path: path(module),
      swiftSettings: settings(of: module)
        + (onMainActor ? [.defaultIsolation(MainActor.self)] : []))
  }

  /// A program.
  func program(
    _ program: String, _ dependencies: [Target.Dependency], linking flags: [LinkerSetting] = []
  ) -> Target {
    .executableTarget(
      name: program, dependencies: dependencies, path: path(program), swiftSettings: settings,
      linkerSettings: flags)
  }

  /// C that is compiled here.
  /// - Parameter embedded: A folder of files that it embeds.
  func c(
    _ target: String, linking library: String? = nil, embedding embedded: String? = nil
  ) -> Target {
    .target(
      name: target, path: path(target), exclude: embedded.map { [$0] } ?? [],
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

/// If set, by `make release`, the tests are not declared, so that one `swift build` builds all
/// programs and libraries: `programs`, those that are shipped; `benchmarks`, also `signalbox-bench`.
let release = Context.environment["SIGNALBOX_RELEASE"]
let isRelease = release != nil

/// The program that libFuzzer drives; only for `make fuzz`, since it has no `main` of its own.
let fuzzer: [Target] =
  Context.environment["SIGNALBOX_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "signalbox-fuzz", dependencies: ["CLibrary", "FuzzTargets"], path: "Fuzz/Entry",
      swiftSettings: settings)
  ]

/// The tests of a feature plugin of the bundled app.
func pluginTests(_ name: String, _ others: [Target.Dependency] = []) -> Target {
  tests(
    name, ["Commands", "Navigation", "PluginTestSupport", "Screens", "TestSupport"] + others)
}

/// The tests of a feature plugin that runs as a process of its own, in `signalbox-http`.
func processPluginTests(_ name: String) -> Target {
  pluginTests(
    name,
    [
      "HTTPAccess", "HTTPTestSupport", "JSONCodec", "signalbox", "signalbox-http",
    ])
}

let core = Layer(name: "Core")
let coreTargets = [
  core.module("Diagnostics"),
  core.c("CLinkScan"),
  core.module("Languages", ["Diagnostics"]),
  core.module("Links", ["CLinkScan", "Diagnostics", "Languages"]),
  core.module("RouteProofs", ["Diagnostics", "Languages", "Links"]),
  core.module("RouteAnalysis", ["Diagnostics", "Languages", "Links", "RouteProofs"]),
  core.module(
    "RouteComparison", ["Diagnostics", "Languages", "Links", "RouteAnalysis", "RouteProofs"]),
  core.module("Navigation", ["Diagnostics", "Links", "RouteProofs"]),
  core.module("Snapshots", ["Diagnostics", "Links", "Navigation"]),
  core.module("Sessions", ["Diagnostics", "Navigation", "Snapshots"]),
  core.module("Traces", ["Diagnostics", "Navigation"]),
  core.module(
    "Analysis",
    [
      "Diagnostics", "Languages", "Links", "Navigation", "RouteAnalysis", "RouteComparison",
      "RouteProofs",
    ]),
  core.module(
    "Exploration",
    ["Analysis", "Diagnostics", "Languages", "Navigation", "RouteAnalysis", "RouteProofs"]),
  core.module(
    "TraceChecking",
    [
      "Analysis", "Diagnostics", "Exploration", "Links", "Navigation", "RouteAnalysis",
      "RouteProofs", "Traces",
    ]),
  core.module("PlatformLinks", ["Diagnostics", "Languages"]),
  core.module(
    "PlatformComparison",
    [
      "Diagnostics", "Languages", "Links", "Navigation", "PlatformLinks", "RouteAnalysis",
      "RouteProofs",
    ]),
]

let system = Layer(name: "System")
let systemTargets = [
  system.module("CLibrary"),
  system.c("CSystem"),
  system.c("CReadline", linking: "readline"),
  system.system("CCurl", apt: "libcurl4-openssl-dev", brew: "curl"),
  system.system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
  system.system("CMicroHTTPD", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
  system.system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
  system.system("CUV", apt: "libuv1-dev", brew: "libuv"),
  system.system("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
  system.module("JSONWriting", ["Diagnostics"]),
  system.module("JSONCodec", ["Diagnostics", "JSONWriting"]),
  system.module("FileAccess", ["CLibrary", "Diagnostics", "CSystem"]),
  system.module("EventLoops", ["CLibrary", "CUV", "FileAccess"], onMainActor: true),
  system.module(
    "HTTPServing",
    ["CLibrary", "CMicroHTTPD", "CSystem", "Diagnostics", "EventLoops", "FileAccess"],
    onMainActor: true),
  system.module(
    "Console", ["CLibrary", "CReadline", "CUV", "Diagnostics", "EventLoops", "FileAccess"],
    onMainActor: true),
]

// Where Apple's frameworks do not exist, what uses them is compiled and tested with stand-ins.
#if os(Linux)
  let standInIntents: [Target.Dependency] = ["AppIntents"]
  let standInUIKit: [Target.Dependency] = isRelease ? [] : ["UIKit"]
  let standInSwiftUI: [Target.Dependency] = isRelease ? [] : ["SwiftUI"]
  let standInTargets: [Target] = [
    .target(name: "AppIntents", path: "Tests/StandIns/AppIntents"),
    .target(name: "UIKit", path: "Tests/StandIns/UIKit", exclude: ["README.md"]),
    // A file that imports `Testing` and a module named `UIKit` needs a module `_Testing_UIKit`, so
    // the tests do not import the stand-in itself.
    .target(
      name: "UIKitTestSupport",
      dependencies: [
        "Diagnostics", "HostTestSupport", "Navigation", "SignalboxHost", "SignalboxUIKit",
        "TestSupport", "UIKit",
      ],
      path: "Tests/UIKitTestSupport", swiftSettings: settings),
    tests(
      "SignalboxUIKit",
      [
        "Diagnostics", "HostTestSupport", "Navigation", "SignalboxHost", "TestSupport",
        "UIKitTestSupport",
      ]),
    .target(
      name: "SwiftUI", path: "Tests/StandIns/SwiftUI", exclude: ["README.md"],
      swiftSettings: settings),
    .target(
      name: "SwiftUITestSupport",
      dependencies: [
        "Diagnostics", "HostTestSupport", "Navigation", "SignalboxHost", "SignalboxSwiftUI",
        "SwiftUI", "TestSupport",
      ],
      path: "Tests/SwiftUITestSupport", swiftSettings: settings),
    tests(
      "SignalboxSwiftUI",
      [
        "Diagnostics", "HostTestSupport", "Navigation", "SignalboxHost", "SwiftUITestSupport",
        "TestSupport",
      ]),
    .executableTarget(
      name: "ShopUIKit",
      dependencies: ["ShopModels", "SignalboxHost", "SignalboxUIKit", "UIKit"],
      path: "Examples/Shop/UIKit", swiftSettings: settings),
    .executableTarget(
      name: "ShopSwiftUI",
      dependencies: ["ShopModels", "SignalboxHost", "SignalboxSwiftUI", "SwiftUI"],
      path: "Examples/Shop/SwiftUI", swiftSettings: settings),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Diagnostics", "FileAccess", "Navigation", "RouteFiles", "ShopModels", "ShopSwiftUI",
        "ShopUIKit", "SignalboxHost", "SignalboxSwiftUI", "SignalboxUIKit", "SwiftUI",
        "TestSupport", "TraceChecking", "TraceFiles", "Traces", "UIKit",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "HostProbe",
      dependencies: [
        "CLibrary", "Diagnostics", "HostTestSupport", "Navigation", "SignalboxHost",
        "SwiftUITestSupport", "TestSupport", "UIKitTestSupport",
      ],
      path: "Tests/HostProbe", swiftSettings: settings),
  ]
  let standInHosts: [Target.Dependency] = ["SwiftUITestSupport", "UIKitTestSupport"]
#else
  let standInIntents: [Target.Dependency] = []
  let standInUIKit: [Target.Dependency] = []
  let standInSwiftUI: [Target.Dependency] = []
  let standInTargets: [Target] = []
  let standInHosts: [Target.Dependency] = []
#endif

let host = Layer(name: "Host")
let hostTargets = [
  host.module(
    "SignalboxHost",
    ["CLibrary", "Diagnostics", "JSONWriting", "Links", "Navigation", "Snapshots", "Traces"]),
  host.module("SignalboxUIKit", ["Diagnostics", "Navigation", "SignalboxHost"] + standInUIKit),
  host.module("SignalboxSwiftUI", ["Navigation", "SignalboxHost"] + standInSwiftUI),
]

let app = Layer(name: "App")
let appTargets = [
  app.module("Screens", ["Diagnostics", "Links", "Navigation"]),
  app.module("RouteFiles", ["CYAML", "Diagnostics", "FileAccess", "Links", "Navigation"]),
  app.module(
    "Commands",
    [
      "Analysis", "Diagnostics", "JSONCodec", "JSONWriting", "FileAccess", "Links", "Navigation",
      "RouteProofs", "Screens", "Sessions",
    ]),
  app.module(
    "PlatformFiles", ["CExpat", "Diagnostics", "FileAccess", "JSONCodec", "PlatformLinks"]),
  app.module(
    "PlatformGeneration",
    [
      "Diagnostics", "JSONCodec", "Languages", "Links", "Navigation", "PlatformLinks",
      "RouteProofs",
    ]),
  app.module(
    "SourceLinks",
    ["Diagnostics", "FileAccess", "Links", "Navigation", "RouteImport", "RouteProofs"]),
  app.module("CodeGeneration", ["Diagnostics", "Languages", "Links", "Navigation"]),
  app.module(
    "DeviceScripts",
    ["Commands", "Diagnostics", "Links", "Navigation", "PlatformLinks", "RouteFiles"]),
  app.module(
    "RouteImport",
    [
      "Analysis", "Diagnostics", "FileAccess", "JSONCodec", "Languages", "Links", "Navigation",
      "PlatformFiles", "PlatformLinks", "RouteAnalysis", "RouteFiles", "RouteProofs",
    ]),
  app.module(
    "TraceFiles",
    [
      "Analysis", "Diagnostics", "FileAccess", "JSONCodec", "Navigation", "RouteFiles",
      "TraceChecking", "Traces",
    ]),
  app.module("SignalboxTesting", ["Commands", "Diagnostics", "Navigation", "RouteFiles"]),
]

let plugins = Layer(name: "Plugins")
let pluginTargets = [
  plugins.module("PluginProtocol", ["Diagnostics", "JSONCodec", "Screens"]),
  plugins.module(
    "PluginHost",
    ["CLibrary", "CSystem", "Diagnostics", "FileAccess", "JSONCodec", "PluginProtocol", "Screens"]),
  plugins.module(
    "PluginProcesses",
    [
      "CLibrary", "CUV", "CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec",
      "Navigation", "PluginProtocol", "Screens",
    ],
    onMainActor: true),
  plugins.module("HTTPAccess", ["CCurl", "CLibrary", "Diagnostics", "FileAccess", "JSONCodec"]),
  plugins.module("AccountPlugin", ["Screens"]),
  plugins.module("CinemaPlugin", ["Screens"]),
  plugins.module("GreetingPlugin", ["Screens"]),
  plugins.module("MusicPlugin", ["Diagnostics", "HTTPAccess", "JSONCodec", "Links", "Screens"]),
  plugins.module("GitHubPlugin", ["HTTPAccess", "JSONCodec", "Screens"]),
]

let daemon = Layer(name: "Daemon")
let daemonTargets = [
  daemon.module(
    "Service", ["CLibrary", "CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec"]),
  daemon.module("Journal", ["CLibrary", "CSQLite", "Diagnostics", "FileAccess", "Sessions"]),
  daemon.module(
    "DaemonClient",
    ["CLibrary", "CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "Service"]),
  daemon.module("AgentProtocol", ["DaemonClient", "Diagnostics", "JSONCodec"]),
  daemon.module(
    "Daemon",
    [
      "CLibrary", "CUV", "CSystem", "Commands", "Diagnostics", "EventLoops", "JSONCodec",
      "JSONWriting", "Journal", "Navigation", "Service", "Sessions", "Snapshots",
    ],
    onMainActor: true),
  daemon.c("CInspectorPage", embedding: "Page"),
  daemon.module(
    "Inspector",
    [
      "CInspectorPage", "Daemon", "DaemonClient", "Diagnostics", "EventLoops", "HTTPServing",
      "JSONCodec",
    ],
    onMainActor: true),
]

/// For a program in C: Swift's start-up code would link its runtime, 6 MB. Dependents refuse unsafe
/// flags, so that only the shipped program does without.
let withoutSwift: [LinkerSetting] = [
  .unsafeFlags(["-nostartfiles"], .when(platforms: [.linux]))
]

let library = Layer(name: "Library")
let libraryTargets = [
  library.c("CSignalbox"),
  library.module(
    "SignalboxLibrary",
    [
      "Analysis", "CSignalbox", "Commands", "Diagnostics", "JSONCodec", "Navigation",
      "PlatformComparison", "PlatformFiles", "PlatformGeneration", "PlatformLinks", "RouteFiles",
      "TraceChecking", "TraceFiles", "Traces",
    ]),
]

let programs = Layer(name: "Programs")
let programTargets = [
  programs.module(
    "ProgramSupport",
    [
      "AccountPlugin", "CLibrary", "CSystem", "CinemaPlugin", "Commands", "Diagnostics",
      "Exploration", "FileAccess", "GreetingPlugin", "Navigation", "PluginProcesses", "RouteFiles",
      "Screens",
    ]),
  programs.c("CModuleScripts", embedding: "Scripts"),
  programs.program(
    "signalbox",
    [
      "AgentProtocol", "Analysis", "CLibrary", "CModuleScripts", "CSignalbox", "CSystem",
      "CodeGeneration",
      "Commands", "Console",
      "Daemon", "DaemonClient", "DeviceScripts", "Diagnostics", "EventLoops", "Exploration",
      "FileAccess", "Inspector", "JSONCodec", "JSONWriting", "Journal", "Links", "Navigation",
      "PlatformComparison", "PlatformFiles", "PlatformGeneration", "PlatformLinks",
      "PluginProcesses", "ProgramSupport", "RouteFiles", "RouteImport", "Service",
      "Sessions", "SignalboxHost", "SourceLinks", "TraceChecking", "TraceFiles", "Traces",
    ]),
  programs.program("signalbox-guard", ["CSystem"], linking: isRelease ? withoutSwift : []),
  programs.program(
    "signalbox-http",
    [
      "CLibrary", "Diagnostics", "FileAccess", "GitHubPlugin", "HTTPAccess", "JSONCodec",
      "MusicPlugin", "PluginHost",
    ]),
]

let benchmarkTargets =
  release == "programs"
  ? []
  : [
    programs.program("BenchPlugin", ["PluginHost", "Screens"]),
    programs.program("BenchServer", ["CSystem"]),
    programs.program(
      "signalbox-bench",
      [
        "Analysis", "BenchPlugin", "CLibrary", "CSystem", "Commands", "Diagnostics", "Exploration",
        "FileAccess", "JSONCodec", "Journal", "Links", "Navigation", "PlatformComparison",
        "PlatformFiles", "PlatformLinks", "PluginProcesses", "ProgramSupport",
        "RouteFiles", "RouteProofs", "Screens", "Sessions", "SignalboxHost", "TraceChecking",
        "TraceFiles", "Traces",
      ]),
  ]

let testTargets: [Target] = [
  .target(
    name: "ShopModels", dependencies: ["Navigation", "SignalboxHost"],
    path: "Examples/Shop/Models", swiftSettings: settings),
  .target(
    name: "PseudoTerminal", dependencies: ["CLibrary", "CSystem", "Diagnostics", "FileAccess"],
    path: "Tests/PseudoTerminal", swiftSettings: settings(of: "PseudoTerminal")),
  .target(
    name: "TestSupport",
    dependencies: [
      "CLibrary", "CSystem", "Diagnostics", "EventLoops", "Exploration", "FileAccess", "Navigation",
      "PseudoTerminal",
    ],
    path: "Tests/TestSupport", swiftSettings: settings),
  .target(
    name: "PluginTestSupport",
    dependencies: [
      "Commands", "Diagnostics", "Navigation", "RouteFiles", "Screens", "TestSupport",
    ],
    path: "Tests/PluginTestSupport", swiftSettings: settings),
  .target(
    name: "HTTPTestSupport",
    dependencies: [
      "FileAccess", "HTTPAccess", "Navigation", "PluginProcesses", "Screens", "TestSupport",
    ],
    path: "Tests/HTTPTestSupport", exclude: ["Answers", "association-server.py", "server.py"],
    swiftSettings: settings),
  .target(
    name: "LinksOracle", dependencies: ["Diagnostics", "Links", "RouteProofs", "TestSupport"],
    path: "Tests/LinksOracle", swiftSettings: settings),
  .target(name: "PlatformOracle", path: "Tests/PlatformOracle", swiftSettings: settings),
  .target(
    name: "FuzzTargets",
    dependencies: [
      "Analysis", "CSignalbox", "Commands", "Diagnostics", "Exploration", "FileAccess", "JSONCodec",
      "LibraryTestSupport", "Links", "LinksOracle", "Navigation", "PlatformComparison",
      "PlatformFiles", "PlatformLinks", "PlatformOracle", "RouteFiles", "RouteImport",
      "RouteProofs", "Sessions", "SignalboxLibrary", "SourceLinks",
      "TestSupport", "TraceChecking", "TraceFiles", "Traces",
    ],
    path: "Fuzz/Targets", swiftSettings: settings),
  tests("Fuzz", ["FileAccess", "TestSupport"], of: "FuzzTargets"),
  tests("Diagnostics"),
  tests("JSONCodec", ["Diagnostics", "FileAccess", "TestSupport"]),
  tests("FileAccess", ["CLibrary", "CSystem", "Diagnostics", "TestSupport"]),
  tests("HTTPAccess", ["HTTPTestSupport", "JSONCodec", "TestSupport"]),
  tests(
    "Links",
    ["CLinkScan", "Diagnostics", "Languages", "LinksOracle", "RouteProofs", "TestSupport"]),
  tests("PlatformLinks", ["Diagnostics", "Languages", "PlatformOracle", "TestSupport"]),
  tests(
    "PlatformFiles",
    [
      "Diagnostics", "FileAccess", "JSONCodec", "Languages", "PlatformLinks", "PlatformOracle",
      "TestSupport",
    ]),
  tests(
    "PlatformComparison",
    ["Diagnostics", "Links", "Navigation", "PlatformFiles", "PlatformLinks", "TestSupport"]),
  tests(
    "PlatformGeneration",
    [
      "Diagnostics", "Links", "Navigation", "PlatformFiles", "PlatformLinks", "ProgramSupport",
      "TestSupport",
    ]),
  tests(
    "CodeGeneration",
    [
      "CLibrary", "Diagnostics", "FileAccess", "Links", "Navigation", "RouteFiles", "RouteProofs",
      "TestSupport",
    ] + standInIntents),
  tests(
    "DeviceScripts",
    [
      "Commands", "Diagnostics", "FileAccess", "Navigation", "PlatformLinks", "RouteFiles",
      "TestSupport",
    ]),
  tests(
    "RouteImport",
    [
      "Analysis", "Diagnostics", "FileAccess", "JSONCodec", "Navigation", "PlatformFiles",
      "PlatformLinks", "RouteFiles", "SignalboxTesting", "TestSupport",
    ]),
  tests(
    "SourceLinks", ["Diagnostics", "FileAccess", "Links", "Navigation", "TestSupport"]),
  tests(
    "TraceChecking",
    [
      "Analysis", "Diagnostics", "Exploration", "FileAccess", "Navigation", "ProgramSupport",
      "RouteFiles", "TestSupport", "Traces",
    ]),
  tests(
    "TraceFiles",
    [
      "Diagnostics", "FileAccess", "JSONCodec", "Navigation", "RouteFiles", "TestSupport",
      "TraceChecking", "Traces",
    ]),
  .target(
    name: "HostTestSupport",
    dependencies: ["Diagnostics", "Exploration", "Navigation", "SignalboxHost", "TestSupport"],
    path: "Tests/HostTestSupport", swiftSettings: settings),
  tests(
    "SignalboxHost",
    [
      "Diagnostics", "FileAccess", "HostTestSupport", "JSONCodec", "Navigation", "RouteFiles",
      "RouteImport", "TestSupport", "TraceChecking", "TraceFiles", "Traces",
    ] + standInHosts),
  tests("RouteProofs", ["Diagnostics", "Languages", "Links", "LinksOracle", "TestSupport"]),
  tests("RouteAnalysis", ["Languages", "Links", "LinksOracle", "RouteProofs"]),
  tests(
    "Navigation", ["Diagnostics", "Links", "RouteProofs", "SignalboxTesting", "TestSupport"]),
  tests("Screens", ["Diagnostics", "Links", "Navigation"]),
  tests(
    "Exploration",
    [
      "Analysis", "Diagnostics", "Links", "Navigation", "ProgramSupport", "RouteFiles",
      "TestSupport",
    ]),
  tests(
    "Analysis",
    ["Diagnostics", "Links", "Navigation", "RouteAnalysis", "RouteProofs", "TestSupport"]),
  tests("PluginProtocol", ["Diagnostics", "JSONCodec", "Screens", "TestSupport"]),
  tests("PluginHost", ["JSONCodec", "Screens"]),
  .executableTarget(
    name: "PluginProbe", dependencies: ["PluginHost", "Screens"], path: "Tests/PluginProbe",
    swiftSettings: settings),
  tests(
    "PluginProcesses",
    [
      "CLibrary", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "Navigation",
      "PluginProbe", "Screens", "TestSupport",
    ]),
  tests(
    "Daemon",
    [
      "CLibrary", "CSystem", "Commands", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec",
      "Journal", "Links", "Navigation", "Screens", "Service", "Sessions", "TestSupport",
    ]),
  .executableTarget(
    name: "JournalProbe",
    dependencies: ["CLibrary", "Diagnostics", "FileAccess", "Journal", "Sessions"],
    path: "Tests/JournalProbe", swiftSettings: settings),
  tests(
    "Journal", ["CLibrary", "Diagnostics", "FileAccess", "JournalProbe", "Sessions", "TestSupport"]),
  .executableTarget(
    name: "ServiceProbe",
    dependencies: ["CLibrary", "CSystem", "Diagnostics", "EventLoops", "Service"],
    path: "Tests/ServiceProbe",
    swiftSettings: settings),
  tests(
    "Service",
    [
      "CLibrary", "CSystem", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec",
      "ServiceProbe", "TestSupport",
    ]),
  tests(
    "HTTPServing",
    ["CLibrary", "CSystem", "Diagnostics", "EventLoops", "FileAccess", "TestSupport"]),
  tests(
    "Inspector",
    [
      "CLibrary", "CSystem", "Commands", "Daemon", "DaemonClient", "Diagnostics", "EventLoops",
      "FileAccess", "HTTPServing", "JSONCodec", "Journal", "Navigation", "Service",
      "TestSupport",
    ]),
  tests("EventLoops", ["CLibrary", "FileAccess", "TestSupport"]),
  tests(
    "DaemonClient",
    ["CLibrary", "Diagnostics", "EventLoops", "FileAccess", "JSONCodec", "Service", "TestSupport"]),
  .target(
    name: "LibraryTestSupport", dependencies: ["CSignalbox"], path: "Tests/LibraryTestSupport",
    swiftSettings: settings),
  tests(
    "SignalboxLibrary",
    ["CSignalbox", "Diagnostics", "FileAccess", "JSONCodec", "LibraryTestSupport", "TestSupport"]),
  tests("SignalboxTesting", ["Diagnostics", "FileAccess", "TestSupport"]),
  tests(
    "RouteFiles",
    ["CLibrary", "Diagnostics", "FileAccess", "Links", "Navigation", "TestSupport"]),
  .testTarget(
    name: "ConformanceTests",
    dependencies: [
      "Diagnostics", "Exploration", "FileAccess", "JSONCodec", "Links", "LinksOracle", "Navigation",
      "PlatformFiles", "PlatformLinks", "PseudoTerminal", "RouteFiles", "RouteProofs",
      "SignalboxTesting", "TestSupport", "signalbox",
    ],
    swiftSettings: settings),
  tests(
    "Sessions", ["Diagnostics", "Links", "Navigation", "Snapshots", "TestSupport"]),
  tests(
    "Commands",
    [
      "AccountPlugin", "Analysis", "CinemaPlugin", "Diagnostics", "JSONCodec", "FileAccess",
      "GreetingPlugin", "Links", "Navigation", "PluginTestSupport", "Screens", "Sessions",
      "TestSupport",
    ]),
  tests(
    "Benchmarks", ["Diagnostics", "JSONCodec", "Navigation", "ProgramSupport"],
    of: "signalbox-bench"),
  .executableTarget(
    name: "ConsoleProbe", dependencies: ["CLibrary", "Console"], path: "Tests/ConsoleProbe",
    swiftSettings: settings),
  .testTarget(
    name: "ConsoleTests",
    dependencies: [
      "CLibrary", "Console", "ConsoleProbe", "Diagnostics", "FileAccess", "PseudoTerminal",
      "TestSupport",
    ],
    swiftSettings: settings),
  tests(
    "signalbox",
    [
      "Analysis", "CLibrary", "Commands", "DaemonClient", "Diagnostics", "EventLoops", "FileAccess",
      "JSONCodec", "Journal", "Navigation", "PlatformGeneration", "PlatformLinks", "PluginProbe",
      "ProgramSupport",
      "PseudoTerminal",
      "RouteFiles", "RouteImport", "Screens", "SourceLinks", "TestSupport",
    ]),
  .testTarget(
    name: "TidyTests",
    dependencies: ["CLibrary", "CSystem", "Diagnostics", "FileAccess", "JSONCodec", "TestSupport"],
    swiftSettings: settings),
  pluginTests("AccountPlugin"),
  pluginTests("CinemaPlugin"),
  pluginTests("GreetingPlugin"),
  processPluginTests("MusicPlugin"),
  processPluginTests("GitHubPlugin"),
]

let package = Package(
  name: "Signalbox",
  platforms: [.iOS(.v17), .macOS(.v15)],
  products: [
    .library(name: "Navigation", targets: ["Navigation"]),
    .library(name: "Screens", targets: ["Screens"]),
    .library(name: "PluginHost", targets: ["PluginHost"]),
    .library(name: "RouteFiles", targets: ["RouteFiles"]),
    .library(name: "SignalboxLibrary", type: .static, targets: ["SignalboxLibrary"]),
    .library(name: "SignalboxHost", targets: ["SignalboxHost"]),
    .library(name: "SignalboxSwiftUI", targets: ["SignalboxSwiftUI"]),
    .library(name: "SignalboxTesting", targets: ["SignalboxTesting"]),
    .library(name: "SignalboxUIKit", targets: ["SignalboxUIKit"]),
    .executable(name: "signalbox", targets: ["signalbox"]),
    .executable(name: "signalbox-guard", targets: ["signalbox-guard"]),
    .executable(name: "signalbox-http", targets: ["signalbox-http"]),
  ]
    + (benchmarkTargets.isEmpty
      ? [] : [.executable(name: "signalbox-bench", targets: ["signalbox-bench"])]),
  targets: coreTargets + systemTargets + hostTargets + appTargets + pluginTargets + daemonTargets
    + libraryTargets + programTargets + benchmarkTargets
    + (isRelease ? [] : testTargets + standInTargets) + fuzzer,
  swiftLanguageModes: [.v6]
)
