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
  products: [
    .executable(name: "signalbox", targets: ["signalbox"]),
  ],
  targets: [
    .target(name: "Diagnostics", swiftSettings: settings),
    .target(name: "JSONCodec", dependencies: ["Diagnostics"], swiftSettings: settings),
    .target(name: "Links", dependencies: ["Diagnostics"], swiftSettings: settings),
    .target(name: "Navigation", dependencies: ["Diagnostics", "Links"], swiftSettings: settings),
    .target(name: "CSystem"),
    .target(
      name: "FileAccess", dependencies: ["Diagnostics", "CSystem"], swiftSettings: settings),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(
      name: "RouteFiles",
      dependencies: ["CYAML", "Diagnostics", "FileAccess", "Links", "Navigation"],
      swiftSettings: settings),
    .executableTarget(
      name: "signalbox",
      dependencies: [
        "CSystem", "Diagnostics", "FileAccess", "JSONCodec", "Links", "Navigation", "RouteFiles",
      ],
      swiftSettings: settings),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: settings),
    .testTarget(
      name: "JSONCodecTests", dependencies: ["JSONCodec", "Diagnostics", "FileAccess"],
      swiftSettings: settings),
    .testTarget(
      name: "FileAccessTests", dependencies: ["FileAccess", "Diagnostics", "CSystem"],
      swiftSettings: settings),
    .testTarget(
      name: "LinksTests", dependencies: ["Links", "Diagnostics"], swiftSettings: settings),
    .testTarget(
      name: "RouteFilesTests",
      dependencies: ["RouteFiles", "Diagnostics", "FileAccess", "Links", "Navigation"],
      swiftSettings: settings),
    .testTarget(
      name: "SignalboxTests",
      dependencies: ["signalbox", "Diagnostics", "FileAccess", "JSONCodec"],
      swiftSettings: settings),
    .testTarget(
      name: "TidyTests", dependencies: ["CSystem", "Diagnostics", "FileAccess"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
