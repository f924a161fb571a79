import Diagnostics
import Links
import Navigation
import PlatformFiles

/// A navigation graph of Android (`res/navigation/*.xml`): a route for each `<deepLink>`.
enum AndroidNavigationImport {
  /// Reads a graph.
  /// - Throws: `format` if it is none.
  static func table(_ bytes: [UInt8], file: String) throws(ImportError) -> ImportedTable {
    let (root, fault) = XMLReader.read(bytes, file: file)
    if let fault {
      throw .format(fault.message, advice: fault.advice, at: fault.position)
    }
    guard let root, root.isNamed("navigation") else {
      throw .format(
        "the root element is not <navigation>", advice: "Use a file of res/navigation.",
        at: root?.position ?? SourcePosition(file: file, line: 1, column: 1))
    }
    var reader = GraphReader()
    reader.readGraph(root, parents: [], isRoot: true)
    reader.noteBases()
    return reader.table
  }
}

private struct GraphReader {
  var table = ImportedTable()
  private var bases: Set<[String]> = []

  /// Reads a graph. Of a nested one, the first screen is below the others.
  mutating func readGraph(_ graph: XMLElement, parents: [String], isRoot: Bool = false) {
    var parents = parents
    if let start = start(of: graph) {
      if isRoot {
        var stack = CoordinatorDraft(name: Located("root", at: graph.position), kind: .stack)
        stack.start = Located(start, at: graph.position)
        table.coordinators = [stack]
      } else {
        parents.append(start)
      }
    } else {
      let name = graph.text("id").map(Self.identifier) ?? "navigation"
      table.remarks.append(
        ImportRemark(
          .changed, "graph \(inQuotes(name))",
          "its first screen has no deep link without arguments, so that it is not below the others",
          at: graph.position))
    }
    for element in graph.children {
      let kind = String(decoding: element.name, as: UTF8.self)
      switch kind {
      case "navigation": readGraph(element, parents: parents)
      case "include":
        table.routes.append(
          ImportedRoute(
            Located(element.text("graph") ?? "include", at: element.position),
            dropped: "the graph is in another file", advice: "Import that file, too."))
      case "deepLink", "argument", "action": continue
      default: readDestination(element, kind, parents)
      }
    }
  }

  private mutating func readDestination(
    _ element: XMLElement, _ kind: String, _ parents: [String]
  ) {
    let name = element.text("id").map(Self.identifier) ?? kind
    let links = element.children(named: "deepLink")
    guard !links.isEmpty else {
      table.routes.append(
        ImportedRoute(Located(name, at: element.position), dropped: "it has no deep link"))
      return
    }
    let arguments = element.children(named: "argument").map(Argument.init)
    let hasActions = !element.children(named: "action").isEmpty
    for (index, link) in links.enumerated() {
      guard let uri = link.text("uri") else {
        table.routes.append(
          ImportedRoute(
            Located(name, at: link.position), dropped: "its deep link has no URI"))
        continue
      }
      guard !isResource(uri) else {
        table.routes.append(
          ImportedRoute(
            Located(uri, at: link.position), dropped: "its value is not in the graph",
            advice: "Write the URI itself."))
        continue
      }
      let deepLink = DeepLink(uri, arguments)
      var draft = RouteDraft(path: Located(deepLink.path.pattern, at: link.position))
      draft.screen = Located(name, at: element.position)
      draft.params = deepLink.params(at: link.position)
      draft.query = deepLink.query(at: link.position)
      if kind == "dialog" {
        draft.presentation = .sheet
      } else {
        draft.parents = parents.filter { !sameBytes($0, deepLink.path.pattern) }
          .map { Located($0, at: link.position) }
      }
      bases.insert(deepLink.bases)
      for base in deepLink.bases { table.add(base: base) }
      var route = ImportedRoute(Located(uri, at: link.position), draft)
      route.noteRenamed(deepLink.path)
      for remark in deepLink.remarks { route.change(remark) }
      for condition in ["action", "mimeType"] where link.text(condition) != nil {
        route.change("the '\(condition)' of the deep link is not compared")
      }
      if index == 0, hasActions {
        route.change(
          "without the actions of the screen", advice: "Add taps for them.")
      }
      table.routes.append(route)
    }
  }

  /// Notes that routes are also under the bases of other deep links.
  mutating func noteBases() {
    guard bases.count > 1 else { return }
    table.remarks.append(
      ImportRemark(
        .changed, "the list of bases",
        "each route applies under all of them, not only those of its deep link", at: nil))
  }

  /// The link of a graph's first screen; `nil` if none opens it without arguments.
  private func start(of graph: XMLElement) -> String? {
    guard let start = graph.text("startDestination").map(Self.identifier),
      let element = graph.children.first(where: {
        sameBytes($0.text("id").map(Self.identifier), start)
      })
    else { return nil }
    guard !element.isNamed("navigation") else { return self.start(of: element) }
    let arguments = element.children(named: "argument").map(Argument.init)
    return element.children(named: "deepLink").lazy.compactMap { $0.text("uri") }
      .filter { !isResource($0) }.map { DeepLink($0, arguments) }
      .first { isLinkText($0.path.pattern) && $0.query(at: nil).allSatisfy(\.isOptional) }?
      .path.pattern
  }

  /// The name in `@+id/name`.
  static func identifier(_ text: String) -> String { pathSegments(text).last ?? text }

  /// Whether a text names a resource, such as `@string/link`.
  private func isResource(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "@") }
}

/// An `<argument>` of a destination.
private struct Argument {
  let name: String
  let type: String
  let isOptional: Bool

  init(_ element: XMLElement) {
    name = element.text("name") ?? ""
    type =
      switch element.text("argType") ?? "string" {
      case "integer", "long": "int"
      case "float": "number"
      case "boolean": "bool"
      default: "string"
      }
    isOptional = element.text("defaultValue") != nil || element.text("nullable") == "true"
  }
}

/// The URI of a deep link: `scheme://host/path/{argument}?item={argument}`, with `.*` for any text.
private struct DeepLink {
  private(set) var bases: [String] = []
  private(set) var path = PatternBuilder()
  private(set) var remarks: [String] = []
  private let arguments: [Argument]
  private var pathArguments: [String] = []
  private var items: [(name: String, value: String)] = []

  init(_ uri: String, _ arguments: [Argument]) {
    self.arguments = arguments
    // Without a scheme, both of the web are meant.
    let isWhole = uri.utf8.contains("://".utf8)
    let (base, rest) = PathText.split(isWhole ? uri : "http://" + uri)
    bases =
      isWhole
      ? [base ?? ""]
      : [base ?? "", (base ?? "").replacingBytes("http://", with: "https://")]
    let scalars = rest.unicodeScalars
    let parts = scalars.split(separator: "#", maxSplits: 1)
    if parts.count > 1 { remarks.append("without the fragment '#\(shortened(String(parts[1])))'") }
    let query = parts.first?.split(separator: "?", maxSplits: 1) ?? []
    for segment in query.first?.split(separator: "/") ?? [] {
      path.appendSlash()
      append(segment)
    }
    for item in query.count > 1 ? query[1].split(separator: "&") : [] {
      let name = item.prefix { $0 != "=" }
      items.append((String(name), String(item.dropFirst(name.count + 1))))
    }
    for (item, value) in items {
      if let name = Self.argument(value), !sameBytes(name, item) {
        remarks.append("the argument '\(shortened(name))' is called '\(shortened(item))'")
      }
    }
  }

  /// Appends a segment: text, `{argument}` and `.*`.
  private mutating func append(_ segment: Substring.UnicodeScalarView) {
    var rest = segment
    while !rest.isEmpty {
      if rest.starts(with: ".*".unicodeScalars) {
        path.append(expression: ".*")
        rest = rest.dropFirst(2)
      } else if rest.first == "{", let end = rest.firstIndex(of: "}") {
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        let after = rest[rest.index(after: end)...]
        let isAlone = rest.startIndex == segment.startIndex && after.isEmpty
        path.append(parameter: name, isInText: !isAlone)
        pathArguments.append(name)
        rest = after
      } else {
        let end = rest.dropFirst().firstIndex { $0 == "{" || $0 == "." } ?? rest.endIndex
        path.append(literal: String(rest[..<end]))
        rest = rest[end...]
      }
    }
  }

  /// The name in `{name}`.
  private static func argument(_ text: String) -> String? {
    text.hasBytePrefix("{") && text.hasByteSuffix("}") ? text.dropping(first: 1, last: 1) : nil
  }

  /// The types of the path's arguments.
  func params(at position: SourcePosition?) -> [(name: Located<String>, type: ValueType)] {
    pathArguments.compactMap { name in
      guard let argument = arguments.first(where: { sameBytes($0.name, name) }),
        argument.type != "string", let type = valueType(argument.type)?.type
      else { return nil }
      return (Located(path.name(of: name), at: position), type)
    }
  }

  /// The query items.
  func query(
    at position: SourcePosition?
  ) -> [(name: Located<String>, type: ValueType, isOptional: Bool)] {
    items.map { item, value in
      guard let name = Self.argument(value) else {
        return (
          Located(item, at: position), value.isEmpty ? .string : .oneOf([value]), value.isEmpty
        )
      }
      let argument = arguments.first { sameBytes($0.name, name) }
      let type = argument.flatMap { valueType($0.type)?.type } ?? .string
      return (Located(item, at: position), type, argument?.isOptional ?? false)
    }
  }
}

extension XMLElement {
  /// An attribute by its name, in whichever namespace.
  fileprivate func text(_ name: String) -> String? {
    attributes.first { $0.name.elementsEqual(name.utf8) }
      .map { String(decoding: $0.value, as: UTF8.self) }
  }
}
