import Diagnostics
import JSONCodec
import Navigation

/// The `linking` object of React Navigation: `prefixes`, and nested `screens` with paths.
enum ReactNavigationImport {
  /// Reads the object, or its `config` alone.
  /// - Throws: `format` if it has no screens.
  static func table(_ root: SourceJSON) throws(Diagnostic) -> ImportedTable {
    let config = root["config"] ?? root
    guard let screens = config["screens"], screens.members != nil else {
      throw .format(
        "there are no 'screens'",
        advice: "Use the 'linking' object of NavigationContainer, or its 'config'.",
        at: config.position)
    }
    if let screen = screens.members?.lazy.map(\.value).first(where: { $0["linking"] != nil }) {
      throw .format(
        "this is a configuration of the static API, which has paths in its navigators",
        advice: "Print them in a test of the app, as docs/import-react-navigation.md shows, with "
          + "createPathConfigForStaticNavigation.",
        at: screen.position)
    }
    var reader = LinkingReader()
    reader.read(root, config)
    return reader.table
  }
}

private struct LinkingReader {
  var table = ImportedTable()

  private static let configKeys = ["screens", "initialRouteName", "path"]
  private static let screenKeys = [
    "path", "exact", "alias", "screens", "initialRouteName", "parse", "stringify",
  ]

  mutating func read(_ root: SourceJSON, _ config: SourceJSON) {
    for prefix in root["prefixes"]?.texts ?? [] {
      table.add(base: prefix.value.utf8.contains("://".utf8) ? prefix.value : prefix.value + "://")
    }
    let known = root["config"] == nil ? Self.configKeys + ["prefixes"] : ["config", "prefixes"]
    for (key, value) in root.members ?? [] where !known.contains(key.value) {
      table.remarks.append(
        ImportRemark(
          .dropped, "the key \(inQuotes(key.value))", "it has no equivalent", at: value.position))
    }
    let path = config["path"]?.text?.value ?? ""
    let screens = (config["screens"]?.members ?? []).map { screen($0.key, $0.value, in: path) }
    var root = ScreenNode(name: Located("root", at: config.position))
    root.initial = config["initialRouteName"]?.text?.value
    root.children = screens
    var tree = ScreenTree(table)
    tree.add(root: root)
    table = tree.table
  }

  private func screen(
    _ name: Located<String>, _ json: SourceJSON, in parent: String
  ) -> ScreenNode {
    var screen = ScreenNode(name: name)
    let written = json.text ?? json["path"]?.text
    let isExact = json["exact"]?.bool == true
    screen.source = isExact ? written?.value ?? "" : joined(parent, written?.value ?? "")
    if written != nil { screen.path = pattern(screen.source) }
    screen.aliases = (json["alias"].map { $0.elements ?? [$0] } ?? []).compactMap { alias in
      guard let text = alias.text ?? alias["path"]?.text else { return nil }
      let source = alias["exact"]?.bool == true ? text.value : joined(parent, text.value)
      return (source, pattern(source))
    }
    screen.initial = json["initialRouteName"]?.text?.value
    for (key, value) in json.members ?? [] {
      if !Self.screenKeys.contains(key.value) { screen.omitted.append("'\(shortened(key.value))'") }
      // Values stay the texts of the link.
      if key.value == "parse", value.members?.isEmpty == false {
        screen.omitted.append("'parse'")
      }
    }
    if let screens = json["screens"]?.members {
      screen.children = screens.map { self.screen($0.key, $0.value, in: screen.source) }
    }
    return screen
  }

  private func joined(_ parent: String, _ path: String) -> String {
    [parent, path].flatMap(segments).joined(separator: "/")
  }

  /// The segments of a path. A slash within the expression of a parameter ends none.
  private func segments(_ path: String) -> [String] {
    var (start, depth) = (true, 0)
    var isParameter = false
    return path.utf8.split { byte in
      if start { (isParameter, depth) = (byte == UInt8(ascii: ":"), 0) }
      if isParameter, byte == UInt8(ascii: "(") { depth += 1 }
      if isParameter, byte == UInt8(ascii: ")") { depth -= 1 }
      start = byte == UInt8(ascii: "/") && depth <= 0
      return start
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A path of segments: `:name`, `:name?`, `:name(expression)`, `*`, or text.
  private func pattern(_ path: String) -> PatternBuilder {
    var builder = PatternBuilder()
    for text in segments(path) {
      let segment = text.unicodeScalars
      builder.appendSlash()
      guard segment.first == ":" else {
        if text == "*" {
          builder.append(expression: ".*")
        } else {
          builder.append(literal: text)
        }
        continue
      }
      let isOptional = segment.last == "?"
      let core = segment.dropFirst().dropLast(isOptional ? 1 : 0)
      let open = core.firstIndex(of: "(") ?? core.endIndex
      builder.append(
        parameter: String(core[..<open]), expression: String(core[open...]),
        modifier: isOptional ? "?" : "")
    }
    return builder
  }
}
