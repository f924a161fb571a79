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
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: settings),
    .testTarget(
      name: "JSONCodecTests", dependencies: ["JSONCodec", "Diagnostics", "FileAccess"],
      swiftSettings: settings),
    .testTarget(
      name: "FileAccessTests", dependencies: ["FileAccess", "Diagnostics", "CSystem"],
      swiftSettings: settings),
    .testTarget(
      name: "LinksTests", dependencies: ["Links", "Diagnostics"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
