import Diagnostics
import Links
import Navigation
import RouteFiles

/// The YAML of a route file.
///
/// A route, coordinator or gate is one line in flow style; a route that is longer than a line has a
/// line for each key.
package struct RouteFileText {
  /// The lines, each without its end.
  private var lines: [String] = []

  /// The text of an imported plugin, with a comment for each change that it shows: those about a
  /// route above it. What is not there is only in the report.
  /// - Parameter command: What the first comment names as the origin.
  package static func text(of settled: SettledImport, command: String? = nil) -> String {
    var text = RouteFileText()
    if let command { text.comment(originStart + command + "'.") }
    for remark in settled.remarks where remark.kind != .dropped { text.comment(remark.comment) }
    text.head(of: settled.plugin)
    text.lines += ["", "routes:"]
    for route in settled.added { text.lines += routeLines(route) }
    text.routes(settled.routes)
    if !settled.plugin.screens.isEmpty { text.lines += ["", "screens:"] }
    for screen in settled.plugin.screens {
      text.lines.append("  \(yamlText(screen.name.value)): {}")
    }
    return text.lines.map { $0 + "\n" }.joined()
  }

  /// The text of a file that imports replace: first its origin, and a digest that shows edits.
  /// - Parameter command: What it names as the origin.
  package static func ownedText(of settled: SettledImport, command: String) -> String {
    let body = text(of: settled)
    var head = RouteFileText()
    head.comment(
      originStart + command + originEnd
        + " replaces this file. Add to its routes in another one: 'extend' in docs/route-files.md.")
    head.comment(digestStart + digest(Array(body.utf8)))
    return head.lines.map { $0 + "\n" }.joined() + body
  }

  /// The command that the first comment of such a file names, as `ImportOrigin` writes it, and
  /// whether the rest is as written; `nil` for another file. The ends of lines make no difference.
  package static func origin(of file: [UInt8]) -> (command: String, isEdited: Bool)? {
    let lines = file.filter { $0 != UInt8(ascii: "\r") }
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let head = lines.prefix { $0.first == UInt8(ascii: "#") }
      .map { String(decoding: $0.dropFirst(2), as: UTF8.self) }
    guard let last = head.firstIndex(where: { $0.hasBytePrefix(digestStart) }) else { return nil }
    // The comment is wrapped at blanks.
    let text = head[..<last].joined(separator: " ")
    guard text.hasBytePrefix(originStart),
      let end = text.utf8.ranges(of: originEnd.utf8).first?.lowerBound
    else { return nil }
    let command = text.utf8[..<end].dropFirst(originStart.utf8.count)
    let body = lines[(last + 1)...].joined(separator: [UInt8(ascii: "\n")])
    return (
      ImportOrigin.normalized(command: String(decoding: command, as: UTF8.self)),
      !sameBytes(head[last], digestStart + digest(Array(body)))
    )
  }

  private static func digest(_ bytes: [UInt8]) -> String {
    var hash = FNV()
    hash.add(bytes)
    return zeroPadded(hash.value, 16, radix: 16)
  }

  private mutating func head(of plugin: PluginDraft) {
    lines += ["signalbox: 1", "plugin: \(yamlText(plugin.name.value))"]
    if !plugin.bases.isEmpty { lines.append("links: \(list(plugin.bases.map(\.value)))") }
    if !plugin.isCaseSensitive { lines.append("caseSensitive: false") }
    if !plugin.gates.isEmpty { lines += ["", "gates:"] }
    for gate in plugin.gates {
      lines.append("  \(yamlText(gate.name.value)): \(flow(pairs(of: gate)))")
    }
    if !plugin.coordinators.isEmpty { lines += ["", "coordinators:"] }
    for coordinator in plugin.coordinators {
      lines.append("  \(yamlText(coordinator.name.value)): \(flow(pairs(of: coordinator)))")
    }
  }

  /// The routes; those that follow one another under the same bases of their own are a group.
  private mutating func routes(_ routes: [ImportedRoute]) {
    let bases = routes.map { $0.draft?.bases?.map(\.value) }
    var group: [String]?
    for (index, route) in routes.enumerated() {
      let own = bases[index]
      if own != group || own == nil {
        let isGroup = own?.isEmpty == false && bases[index...].dropFirst().first == own
        group = isGroup ? own : nil
        if let group { lines += ["  - links: \(list(group))", "    routes:"] }
      }
      let indent = group == nil ? "  " : "      "
      if let draft = route.draft {
        for remark in route.remarks { comment(remark.comment, indent: indent) }
        let pairs = pairs(of: draft).filter { group == nil || $0.key != RouteKey.links.rawValue }
        lines += itemLines(pairs, indent: indent)
      }
    }
  }

  private mutating func comment(_ text: String, indent: String = "") {
    let columns = columnsMax - indent.utf8.count - 2
    for line in wrapped(escaped(text), columns: columns) { lines.append(indent + "# " + line) }
  }
}

private let columnsMax = 100
private let originStart = "Imported by '"
private let originEnd = "'; 'import' again"
private let digestStart = "Digest: "

func routeLines(_ route: RouteDraft) -> [String] { itemLines(pairs(of: route)) }

/// The lines of an item of a list: one in flow style, or one for each key if that is too long.
func itemLines(_ pairs: [(key: String, value: String)], indent: String = "  ") -> [String] {
  let line = indent + "- " + flow(pairs)
  guard line.utf8.count > columnsMax else { return [line] }
  return pairs.enumerated().map { index, pair in
    indent + (index == 0 ? "- " : "  ") + yamlText(pair.key) + ": " + pair.value
  }
}

extension ImportRemark {
  fileprivate var comment: String {
    diagnostic.punctuatedMessage + (advice.map { " " + $0 } ?? "")
  }
}

private typealias Pair = (key: String, value: String)

/// A mapping in flow style.
func flow(_ pairs: [(key: String, value: String)]) -> String {
  "{ " + pairs.map { "\(yamlText($0.key)): \($0.value)" }.joined(separator: ", ") + " }"
}

private func list(_ texts: [String]) -> String {
  "[" + texts.map(yamlText).joined(separator: ", ") + "]"
}

/// A list of names; one name without brackets.
private func names(_ texts: [Located<String>]) -> String {
  texts.count == 1 ? yamlText(texts[0].value) : list(texts.map(\.value))
}

private func pairs(of gate: GateDraft) -> [Pair] {
  var pairs: [Pair] = [("challenge", yamlText(gate.challenge.value))]
  if !gate.requires.isEmpty { pairs.append(("requires", names(gate.requires))) }
  if gate.keepMilliseconds != GateDraft.keepMillisecondsDefault {
    pairs.append(("keep", "\(gate.keepMilliseconds)ms"))
  }
  if let lapses = gate.lapses {
    let times = [
      ("background", lapses.backgroundMilliseconds), ("after", lapses.afterMilliseconds),
    ]
    .compactMap { key, time in time.map { (key: key, value: "\($0)ms") } }
    pairs.append(("lapses", flow(times + (lapses.keepsPlace ? [("keep", "true")] : []))))
  }
  return pairs
}

private func pairs(of coordinator: CoordinatorDraft) -> [Pair] {
  var pairs: [Pair] = [("kind", coordinator.kind.rawValue)]
  if let start = coordinator.start { pairs.append(("start", yamlText(start.value))) }
  if !coordinator.children.isEmpty {
    pairs.append(("children", list(coordinator.children.map(\.value))))
  }
  if !coordinator.gates.isEmpty { pairs.append(("gates", names(coordinator.gates))) }
  if let back = coordinator.back { pairs.append(("back", back.rawValue)) }
  return pairs
}

private func pairs(of route: RouteDraft) -> [Pair] {
  var pairs: [Pair] = [("path", yamlText(route.path.value))]
  func add(_ key: String, _ value: String?) {
    if let value { pairs.append((key, value)) }
  }
  add("screen", route.screen.map { yamlText($0.value) })
  add("redirect", route.redirect.map { yamlText($0.value) })
  add("name", route.name.map { yamlText($0.value) })
  if !route.params.isEmpty {
    add("params", flow(route.params.map { ($0.name.value, typeText($0.type)) }))
  }
  if !route.query.isEmpty {
    add(
      "query",
      flow(
        route.query.map { item in
          let ignoresMisfits = route.ignoredMisfits.contains { sameBytes($0, item.name.value) }
          let end = ignoresMisfits ? "?!" : item.isOptional ? "?" : ""
          return (item.name.value, typeText(item.type, end: end))
        }))
  }
  if !route.parts.isEmpty {
    add("parts", "[" + route.parts.map(\.rawValue).joined(separator: ", ") + "]")
  }
  if !route.values.isEmpty {
    add("values", flow(route.values.map { ($0.name.value, yamlText($0.text.value)) }))
  }
  add("links", route.bases.map { list($0.map(\.value)) })
  add("in", route.coordinator.map { yamlText($0.value) })
  if route.presentation != .push { add("as", route.presentation.rawValue) }
  if !route.parents.isEmpty { add("parents", list(route.parents.map(\.value))) }
  if !route.gates.isEmpty { add("gates", names(route.gates)) }
  add("guests", route.guests.map { yamlText($0.value) })
  add("from", route.sources.map { names($0) })
  add("consent", route.consent.map { yamlText($0.value) })
  add("else", route.otherwise.map { yamlText($0.value) })
  if route.repeatPolicy != .reuse { add("repeat", route.repeatPolicy.rawValue) }
  add("intent", route.intent.map { yamlText($0.value) })
  if !route.allow.isEmpty {
    add("allow", "[" + route.allow.map(\.value.rawValue).joined(separator: ", ") + "]")
  }
  return pairs
}

private func typeText(_ type: ValueType, end: String = "") -> String {
  if case .oneOf(let texts) = type, end.isEmpty {
    return "[" + texts.map { yamlText($0) }.joined(separator: ", ") + "]"
  }
  return yamlText(type.description + end)
}

/// A text as YAML that other readers also take as the same text: plain if it begins with a letter
/// or slash and has only letters, digits and a few marks, otherwise in quotes.
func yamlText(_ text: String) -> String {
  let first = text.utf8.first ?? 0
  let isWord = ["null", "true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
  if first == UInt8(ascii: "/") || first.isLetter, !isWord, text.utf8.allSatisfy(isPlain),
    text.utf8.last != UInt8(ascii: ":")
  {
    return text
  }
  guard text.unicodeScalars.contains(where: { isUnprintable($0) }) else {
    return "'" + text.replacingBytes("'", with: "''") + "'"
  }
  return "\"" + text.unicodeScalars.map(escape).joined() + "\""
}

/// A character within double quotes.
private func escape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\"", "\\": "\\\(scalar)"
  case "\n": "\\n"
  case "\t": "\\t"
  case _ where !isUnprintable(scalar): String(scalar)
  case "\0"..."\u{FFFF}": "\\u" + zeroPadded(scalar.value, 4, radix: 16)
  default: "\\U" + zeroPadded(scalar.value, 8, radix: 16)
  }
}

/// Whether a byte means nothing in YAML within a text, unless a blank follows.
private func isPlain(_ byte: UInt8) -> Bool {
  byte.isLetterOrDigit || "/_-.:".utf8.contains(byte)
}
