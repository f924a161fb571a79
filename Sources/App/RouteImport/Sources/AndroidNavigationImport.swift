import Diagnostics
import Links
import Navigation
import PlatformFiles

/// A navigation graph of Android (`res/navigation/*.xml`): a route for each `<deepLink>`.
enum AndroidNavigationImport {
  /// Reads a graph.
  /// - Throws: `format` if it is none.
  static func table(_ bytes: [UInt8], file: String) throws(Diagnostic) -> ImportedTable {
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
    reader.read(root)
    return reader.table
  }
}

private struct GraphReader {
  private(set) var table = ImportedTable()
  /// The screen that the app begins with.
  private var first: XMLElement?

  /// Reads the graph of an app.
  mutating func read(_ graph: XMLElement) {
    first = firstScreen(of: graph)
    readGraph(graph, parents: [], links: [], isStart: true)
    addRoot(graph)
  }

  /// Adds a stack that begins with the first screen, which gets a route if no link without
  /// arguments opens it.
  private mutating func addRoot(_ graph: XMLElement) {
    guard let first, let id = first.text("id") else {
      remark(graph, "its first screen is not in it, so that the app begins with another one")
      return
    }
    let opened = table.routes.first { route in
      guard let draft = route.draft, draft.screen?.position == first.position else { return false }
      return isLinkText(draft.path.value) && draft.query.allSatisfy(\.isOptional)
        && route.bases.contains { (try? Base($0)) != nil }
    }
    var start = opened?.draft?.path.value
    if start == nil {
      let screen = Located(Self.identifier(id), at: first.position)
      let path = startPath(of: screen.value) { path in
        table.routes.contains { sameBytes($0.draft?.path.value, path) }
      }
      var route = ImportedRoute(start: screen, path: path, of: subject(graph))
      noteActions(of: first, in: &route)
      table.routes.insert(route, at: 0)
      start = path
    }
    var stack = CoordinatorDraft(name: Located("root", at: graph.position), kind: .stack)
    stack.start = start.map { Located($0, at: graph.position) }
    table.coordinators = [stack]
  }

  /// Reads a graph. Of a nested one, the first screen is below the others.
  /// - Parameters:
  ///   - links: Those of the graphs that begin with this one; they open its first screen.
  ///   - isStart: Whether the app begins with it, so that its first screen is below all others.
  private mutating func readGraph(
    _ graph: XMLElement, parents outer: [String], links: [XMLElement], isStart: Bool
  ) {
    var parents = outer
    let name = graph.text("id").map(Self.identifier) ?? "navigation"
    if let start = start(of: graph, links) {
      if !isStart, !parents.contains(where: { sameBytes($0, start) }) { parents.append(start) }
    } else if !isStart {
      remark(
        graph,
        "its first screen has no deep link without arguments, so that it is not below the others")
    }
    if !graph.children(named: "action").isEmpty {
      remark(graph, "without its actions", "Add taps for them.")
    }
    let links = links + graph.children(named: "deepLink")
    let first = firstElement(of: graph)
    for link in first == nil ? links : [] {
      table.drop(
        Located(link.text("uri") ?? name, at: link.position),
        "the first screen of graph \(inQuotes(name)) is not in it")
    }
    for element in graph.children {
      let kind = String(decoding: element.name, as: UTF8.self)
      let isFirst = element.position == first?.position
      switch kind {
      case "navigation":
        readGraph(
          element, parents: isFirst ? outer : parents, links: isFirst ? links : [],
          isStart: isStart && isFirst)
      case "include":
        table.drop(
          Located(element.text("graph") ?? "include", at: element.position),
          "the graph is in another file", advice: "Import that file, too.")
      case "deepLink", "argument", "action": continue
      default: readDestination(element, isFirst ? outer : parents, isFirst ? links : [])
      }
    }
  }

  private mutating func remark(_ graph: XMLElement, _ reason: String, _ advice: String? = nil) {
    table.remark(.changed, subject(graph), reason, advice, at: graph.position)
  }

  private func subject(_ graph: XMLElement) -> String {
    "graph \(inQuotes(graph.text("id").map(Self.identifier) ?? "navigation"))"
  }

  private func noteActions(of screen: XMLElement, in route: inout ImportedRoute) {
    guard !screen.children(named: "action").isEmpty else { return }
    route.change("without the actions of the screen", advice: "Add taps for them.")
  }

  /// Reads a screen.
  /// - Parameter graphLinks: The deep links of graphs that open it, too.
  private mutating func readDestination(
    _ element: XMLElement, _ parents: [String], _ graphLinks: [XMLElement]
  ) {
    let kind = String(decoding: element.name, as: UTF8.self)
    let name = element.text("id").map(Self.identifier) ?? kind
    let links = element.children(named: "deepLink") + graphLinks
    guard !links.isEmpty else {
      if element.position != first?.position {
        table.drop(Located(name, at: element.position), "it has no deep link")
      }
      return
    }
    let arguments = element.children(named: "argument").map(Argument.init)
    for (index, link) in links.enumerated() {
      guard let uri = link.text("uri") else {
        table.drop(Located(name, at: link.position), "its deep link has no URI")
        continue
      }
      guard !isResource(uri) else {
        table.drop(
          Located(uri, at: link.position), "its value is not in the graph",
          advice: "Write the URI itself.")
        continue
      }
      let deepLink = DeepLink(uri, arguments)
      guard !deepLink.bases.isEmpty else {
        table.drop(Located(uri, at: link.position), "it has a scheme, but no '://'")
        continue
      }
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
      for base in deepLink.bases { table.add(base: base) }
      var route = ImportedRoute(Located(uri, at: link.position), draft, bases: deepLink.bases)
      route.note(renamed: deepLink.path.renamed)
      for remark in deepLink.remarks { route.change(remark) }
      for condition in ["action", "mimeType"] where link.text(condition) != nil {
        route.change("the '\(condition)' of the deep link is not compared")
      }
      if index == 0 { noteActions(of: element, in: &route) }
      table.routes.append(route)
    }
  }

  /// The screen or graph that a graph begins with.
  private func firstElement(of graph: XMLElement) -> XMLElement? {
    guard let start = graph.text("startDestination").map(Self.identifier) else { return nil }
    return graph.children.first { sameBytes($0.text("id").map(Self.identifier), start) }
  }

  /// The first screen of a graph, which can be in the graph that it begins with.
  private func firstScreen(of graph: XMLElement) -> XMLElement? {
    firstElement(of: graph).flatMap { $0.isNamed("navigation") ? firstScreen(of: $0) : $0 }
  }

  /// The link of a graph's first screen; `nil` if none opens it without arguments.
  private func start(of graph: XMLElement, _ links: [XMLElement]) -> String? {
    guard let element = firstElement(of: graph) else { return nil }
    let links = links + graph.children(named: "deepLink")
    guard !element.isNamed("navigation") else { return start(of: element, links) }
    let arguments = element.children(named: "argument").map(Argument.init)
    return (element.children(named: "deepLink") + links).lazy.compactMap { $0.text("uri") }
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
  /// A type that route files do not have.
  let foreignType: String?

  init(_ element: XMLElement) {
    name = element.text("name") ?? ""
    let written = element.text("argType") ?? "string"
    let types = ["integer": "int", "long": "int", "float": "number", "boolean": "bool"]
    type = types[written] ?? "string"
    foreignType = types[written] == nil && written != "string" ? written : nil
    isOptional = element.text("defaultValue") != nil || element.text("nullable") == "true"
  }
}

/// The URI of a deep link: `scheme://host/path/{argument}?item={argument}`, with `.*` for any text.
private struct DeepLink {
  private enum Piece {
    case text(String)
    case any
    case argument(String)
  }

  /// The bases; none for a URI with a scheme and no authority.
  private(set) var bases: [String] = []
  private(set) var path = PatternBuilder()
  private(set) var remarks: [String] = []
  private let arguments: [Argument]
  /// The arguments in the path, with the names of their parameters.
  private var pathArguments: [(argument: String, name: String)] = []
  private var items: [(name: String, value: [Piece])] = []

  init(_ uri: String, _ arguments: [Argument]) {
    self.arguments = arguments
    let isWhole = uri.utf8.contains("://".utf8)
    let scheme = uri.utf8.prefix { $0.isLetterOrDigit || "+-._".utf8.contains($0) }
    guard isWhole || !uri.utf8.dropFirst(scheme.count).starts(with: ":".utf8) else { return }
    // Without a scheme, both of the web are meant.
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
      let pieces = Self.pieces(segment)
      for piece in pieces { append(piece, isInText: pieces.count > 1) }
    }
    for item in query.count > 1 ? query[1].split(separator: "&") : [] {
      let name = item.prefix { $0 != "=" }
      items.append((String(name), Self.pieces(item.dropFirst(name.count + 1))))
    }
    noteArguments()
  }

  private mutating func noteArguments() {
    for (item, value) in items where Self.names(in: value).count > 0 {
      let name = Self.names(in: value)[0]
      if value.count > 1 {
        remarks.append("the item '\(shortened(item))' has its whole value, with the text in it")
      } else if !sameBytes(name, item) {
        remarks.append("the argument '\(shortened(name))' is called '\(shortened(item))'")
      }
    }
    let used = pathArguments.map(\.argument) + items.flatMap { Self.names(in: $0.value) }
    var lacking: [String] = []
    for argument in arguments {
      let isUsed = used.contains { sameBytes($0, argument.name) }
      if isUsed, let type = argument.foreignType {
        remarks.append(
          "the values of '\(shortened(argument.name))' are any text, not '\(shortened(type))'")
      } else if !isUsed, !argument.isOptional {
        lacking.append("'\(shortened(argument.name))'")
      }
    }
    if !lacking.isEmpty {
      remarks.append(
        "it lacks \(lacking.joined(separator: ", ")) of the arguments that Android requires")
    }
  }

  /// Cuts a segment or value into text, `{argument}` and `.*`.
  private static func pieces(_ text: Substring.UnicodeScalarView) -> [Piece] {
    var rest = text
    var pieces: [Piece] = []
    while !rest.isEmpty {
      if rest.starts(with: ".*".unicodeScalars) {
        pieces.append(.any)
        rest = rest.dropFirst(2)
      } else if rest.first == "{", let end = rest.firstIndex(of: "}") {
        pieces.append(.argument(String(rest[rest.index(after: rest.startIndex)..<end])))
        rest = rest[rest.index(after: end)...]
      } else {
        let end = rest.dropFirst().firstIndex { $0 == "{" || $0 == "." } ?? rest.endIndex
        pieces.append(.text(String(rest[..<end])))
        rest = rest[end...]
      }
    }
    return pieces
  }

  private static func names(in pieces: [Piece]) -> [String] {
    pieces.compactMap { if case .argument(let name) = $0 { name } else { nil } }
  }

  private mutating func append(_ piece: Piece, isInText: Bool) {
    switch piece {
    case .any: path.append(expression: ".*")
    case .text(let text): path.append(literal: text)
    case .argument(let name):
      pathArguments.append((name, path.append(parameter: name, isInText: isInText)))
    }
  }

  func params(at position: SourcePosition?) -> [(name: Located<String>, type: ValueType)] {
    pathArguments.compactMap { name, parameter in
      guard let argument = arguments.first(where: { sameBytes($0.name, name) }),
        argument.type != "string", let type = valueType(argument.type)?.type
      else { return nil }
      return (Located(parameter, at: position), type)
    }
  }

  /// The query items. Only an argument that the screen requires must be present.
  func query(
    at position: SourcePosition?
  ) -> [(name: Located<String>, type: ValueType, isOptional: Bool)] {
    items.map { item, pieces in
      let named = Self.names(in: pieces).compactMap { name in
        arguments.first { sameBytes($0.name, name) }
      }
      return (Located(item, at: position), type(of: pieces), named.allSatisfy(\.isOptional))
    }
  }

  private func type(of pieces: [Piece]) -> ValueType {
    if pieces.count == 1, case .argument(let name) = pieces[0] {
      let argument = arguments.first { sameBytes($0.name, name) }
      return argument.flatMap { valueType($0.type)?.type } ?? .string
    }
    var (text, expression, isText) = ("", "", true)
    for piece in pieces {
      if case .text(let literal) = piece {
        text += literal
        expression += escapedForExpression(Array(literal.utf8))
      } else {
        expression += ".*"
        isText = false
      }
    }
    guard !pieces.isEmpty else { return .string }
    // A comma would separate the texts of a list.
    let list = ValueType.oneOf([text])
    let isList = isText && valueType(list.description)?.type == list
    return isList ? list : valueType("(\(expression))")?.type ?? .string
  }
}

extension XMLElement {
  /// An attribute by its name, in whichever namespace.
  fileprivate func text(_ name: String) -> String? {
    attributes.first { $0.name.elementsEqual(name.utf8) }
      .map { String(decoding: $0.value, as: UTF8.self) }
  }
}
