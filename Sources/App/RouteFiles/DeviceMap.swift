package import Diagnostics

/// The names of screens, taps and tabs in an app on a device, and flows that replace lines of
/// scripts (docs/export.md).
///
///     map: 1
///     screens: { Home: home_view }
///     taps: { buy: "example.shop:id/buy" }
///     flows: { login alice: login.yaml }
package struct DeviceMap: Sendable {
  /// The ids by the names of the definition.
  package private(set) var screens: [TextBytes: String] = [:]
  package private(set) var taps: [TextBytes: String] = [:]
  package private(set) var tabs: [TextBytes: String] = [:]
  /// The paths of flows by the words of a line, joined by spaces.
  package private(set) var flows: [TextBytes: String] = [:]

  package init() {}

  /// Reads a file.
  ///
  /// - Throws: Its errors.
  package init(path: String) throws(DiagnosticList) {
    var map = DeviceMap()
    try DraftReader.readFile(path, needed: "'map'", owner: DeviceMapKey.owner) { root, reader in
      reader.read(root, into: &map)
    }
    self = map
  }

  fileprivate mutating func set(
    _ key: DeviceMapKey, _ texts: [(key: String, text: String)]
  ) {
    let found = Dictionary(texts.map { (TextBytes($0.key), $0.text) }) { first, _ in first }
    switch key {
    case .map: break
    case .screens: screens = found
    case .taps: taps = found
    case .tabs: tabs = found
    case .flows: flows = found
    }
  }
}

private enum DeviceMapKey: String, FormatKey {
  case map, screens, taps, tabs, flows

  static let all = allCases
  static let owner = "a mapping file for devices"
  static let required: [DeviceMapKey] = [.map]

  var meaning: String {
    switch self {
    case .map: "The version of the format: 1."
    case .screens: "The ids of screens, by their names."
    case .taps: "The ids of taps, by their names."
    case .tabs: "The ids of tabs, by the names of their coordinators."
    case .flows: "The paths of flows, by the line that each replaces."
    }
  }

  var shape: KeyShape {
    switch self {
    case .map: .version
    case .screens, .taps, .tabs, .flows: .names(of: .text)
    }
  }
}

extension DraftReader {
  fileprivate mutating func read(_ root: YAMLNode, into map: inout DeviceMap) {
    guard let fields: Fields<DeviceMapKey> = fields(of: root, key: DeviceMapKey.owner) else {
      return
    }
    if let node = fields[.map] { requireVersion(node, of: "map") }
    for key in DeviceMapKey.all where key != .map {
      if let node = fields[key] { map.set(key, textsByKey(node, of: key.rawValue)) }
    }
  }
}
