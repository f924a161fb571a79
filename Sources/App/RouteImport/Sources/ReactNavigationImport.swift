import Diagnostics
import Navigation

/// The `linking` object of React Navigation: `prefixes`, and nested `screens` with paths; or its
/// static configuration, with the paths in the navigators.
enum ReactNavigationImport {
  /// Reads the object, or its `config` alone.
  /// - Throws: `format` if it has no screens.
  static func table(
    _ root: SourceJSON, _ gates: GateKeys
  ) throws(Diagnostic) -> ImportedTable {
    let config = root["config"] ?? root
    // The evaluation of a module puts the outermost navigator of the static API there.
    let tree =
      root["$navigator"] != nil ? root : root["$tree"] ?? config["screens"]?["$paths"]
    let screens = config["screens"]
    guard tree != nil || screens?.members != nil else {
      throw .format(
        "there are no 'screens'",
        advice: "Use the 'linking' object of NavigationContainer, its 'config', or a navigator of "
          + "the static API.",
        at: config.position)
    }
    if tree == nil,
      let screen = screens?.members?.lazy.map(\.value).first(where: { $0["linking"] != nil })
    {
      throw .format(
        "this is a configuration of the static API as JSON, which does not name its navigators",
        advice: "Import the module that creates them.", at: screen.position)
    }
    var reader = LinkingReader(gates: gates)
    reader.read(root, config, tree)
    reader.table.remarks += try reader.gates.remarks()
    return reader.table
  }
}

private struct LinkingReader {
  var table = ImportedTable()
  var gates: GateKeys

  private static let configKeys = ["screens", "initialRouteName", "path"]
  /// Of a screen or group of the static API, those that never mean a gate.
  private static let itemKeys = ["screen", "screens", "linking", "if", "$navigator", "groups"]
  private static let screenKeys = [
    "path", "exact", "alias", "screens", "initialRouteName", "parse", "stringify", "$unknown",
    "$function",
  ]

  /// - Parameter tree: The outermost navigator of the static API, if there is one.
  mutating func read(_ linking: SourceJSON, _ config: SourceJSON, _ tree: SourceJSON?) {
    let isLinking = linking["$navigator"] == nil
    if isLinking { readOptions(linking) }
    if tree != nil, !isLinking || linking["prefixes"] == nil {
      table.remark(
        .changed, "the file", "no linking object in it names the prefixes",
        "Add 'links: [SCHEME://]'.", at: nil)
    }
    let path = isLinking ? config["path"]?.text?.value ?? "" : ""
    var root = ScreenNode(name: Located("root", at: config.position))
    root.initial = config["initialRouteName"]?.text?.value
    if let tree {
      let isAutomatic =
        isLinking && linking["enabled"]?.text?.value == "auto"
        || config["screens"]?["isAuto"]?.bool == true
      var navigation = StaticNavigation(isAutomatic: isAutomatic)
      let screens = navigation.screens(of: tree, initial: root.initial)
      var conditions = StaticConditions(
        gates.decides("if") ? screens.map(\.unconditional) : screens)
      root = node(root.name, tree, screens, initial: root.initial, in: path)
      conditions.apply(to: &root)
      table.gates += conditions.gates
      table.remarks += conditions.remarks
    } else {
      root.children = children(config["screens"], in: path)
    }
    var result = ScreenTree(table)
    result.add(root: root)
    table = result.table
  }

  private mutating func readOptions(_ linking: SourceJSON) {
    let prefixes = linking["prefixes"].map { $0.elements ?? [$0] } ?? []
    for (number, prefix) in prefixes.enumerated() {
      guard let text = prefix.text else { continue }
      if let fault = UnknownPart.fault(in: text.value, example: "shop.example") {
        table.remark(
          .dropped, "prefixes[\(number)]", fault.reason, fault.advice, at: prefix.position)
      } else {
        table.add(base: text.value.utf8.contains("://".utf8) ? text.value : text.value + "://")
      }
    }
    let known =
      ["prefixes", "enabled", "$tree"]
      + (linking["config"] == nil ? Self.configKeys : ["config"])
    for (key, value) in linking.members ?? [] where !known.contains(key.value) {
      table.remark(
        .dropped, "the key \(inQuotes(key.value))", "it has no equivalent", at: value.position)
    }
  }

  /// The screens of a linking object; `$paths` is what `createPathConfigForStaticNavigation` of a
  /// module returned.
  private mutating func children(_ json: SourceJSON?, in parent: String) -> [ScreenNode]? {
    if let tree = json?["$paths"] {
      var navigation = StaticNavigation(isAutomatic: json?["isAuto"]?.bool == true)
      let initial = json?["initialRouteName"]?.text?.value
      return navigation.screens(of: tree, initial: initial).map { node($0, in: parent) }
    }
    return json?.members?.map { name, value in
      let written = value.text ?? value["path"]?.text
      var screen = screen(name, value, path: written?.value, in: parent)
      screen.initial = value["initialRouteName"]?.text?.value
      screen.children = children(value["screens"], in: screen.source)
      gates.look(at: value, ignoring: Self.screenKeys)
      for gate in gates.gates(of: [value]) { screen.require(gate) }
      return screen
    }
  }

  /// A navigator of the static API.
  private mutating func node(
    _ name: Located<String>, _ navigator: SourceJSON, _ screens: [StaticScreen],
    initial: String?, in parent: String
  ) -> ScreenNode {
    var node = ScreenNode(name: name)
    let kind = navigator["$navigator"]?.text?.value ?? ""
    let showsTabs = ["Tab", "Drawer"].contains { kind.utf8.contains($0.utf8) }
    node.kind = showsTabs ? .tabs : .stack
    node.initial =
      initial ?? navigator["initialRouteName"]?.text?.value ?? screens.first?.name.value
    node.children = screens.map { self.node($0, in: parent) }
    return node
  }

  private mutating func node(_ written: StaticScreen, in parent: String) -> ScreenNode {
    var node =
      written.linking.map { screen(written.name, $0, path: written.path, in: parent) }
      ?? ScreenNode(name: written.name)
    if written.linking == nil {
      node.source = joined(parent, written.path ?? "")
      node.path = written.path.map { _ in pattern(node.source) }
    }
    for record in written.records { gates.look(at: record, ignoring: Self.itemKeys) }
    node.gates = gates.gates(of: written.records)
    if let navigator = written.navigator, let screens = written.screens {
      let inner = self.node(written.name, navigator, screens, initial: nil, in: node.source)
      (node.kind, node.initial, node.children) = (inner.kind, inner.initial, inner.children)
      node.passPath()
    }
    return node
  }

  /// - Parameter path: Its own; `nil` if no link opens it.
  private mutating func screen(
    _ name: Located<String>, _ json: SourceJSON, path: String?, in parent: String
  ) -> ScreenNode {
    var screen = ScreenNode(name: name)
    let isExact = json["exact"]?.bool == true
    screen.source = isExact ? path ?? "" : joined(parent, path ?? "")
    if path != nil { screen.path = pattern(screen.source) }
    screen.aliases = (json["alias"].map { $0.elements ?? [$0] } ?? []).compactMap { alias in
      guard let text = alias.text ?? alias["path"]?.text else { return nil }
      let source = alias["exact"]?.bool == true ? text.value : joined(parent, text.value)
      return (source, pattern(source))
    }
    for (key, value) in json.members ?? [] {
      if !Self.screenKeys.contains(key.value), let part = gates.leftOut(key.value, value) {
        screen.omitted.append(part)
      }
      // Values stay the texts of the link.
      if key.value == "parse", value.members?.isEmpty == false {
        screen.omitted.append("'parse'")
      }
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
