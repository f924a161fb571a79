// swift-tools-version: 6.2
import PackageDescription

// A target exists only to hold an import rule; Tests/TidyTests holds the rules (see ARCHITECTURE.md).
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Signalbox",
  targets: [
    .target(name: "Diagnostics", swiftSettings: settings),
    .target(name: "JSONCodec", dependencies: ["Diagnostics"], swiftSettings: settings),
    .target(name: "Links", dependencies: ["Diagnostics"], swiftSettings: settings),
    .target(name: "Navigation", dependencies: ["Diagnostics", "Links"], swiftSettings: settings),
    .target(name: "CSystem"),
    .target(
      name: "FileAccess", dependencies: ["Diagnostics", "CSystem"], swiftSettings: settings),
    .systemLibrary(
      name: "CReadline", providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),
    .systemLibrary(name: "CUV", providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]),
    .target(
      name: "Console", dependencies: ["CReadline", "CUV", "Diagnostics", "FileAccess"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .target(name: "CPseudoTerminal"),
    .target(
      name: "PseudoTerminal", dependencies: ["CPseudoTerminal", "Diagnostics"],
      swiftSettings: settings),
    .executableTarget(
      name: "ConsoleProbe", dependencies: ["Console"], path: "Tests/ConsoleProbe",
      swiftSettings: settings),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: settings),
    .testTarget(
      name: "JSONCodecTests", dependencies: ["JSONCodec", "Diagnostics", "FileAccess"],
      swiftSettings: settings),
    .testTarget(
      name: "FileAccessTests", dependencies: ["FileAccess", "Diagnostics", "CSystem"],
      swiftSettings: settings),
    .testTarget(
      name: "ConsoleTests", dependencies: ["FileAccess", "PseudoTerminal"],
      swiftSettings: settings),
    .testTarget(
      name: "LinksTests", dependencies: ["Links", "Diagnostics"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
