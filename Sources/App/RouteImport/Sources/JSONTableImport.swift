import Diagnostics
import Navigation

/// The table of an app whose routes are in its code, as JSON that the app's own test prints.
///
///     { "links": ["shop://"],
///       "routes": [{ "path": "/items/:id", "screen": "Item", "params": { "id": "int" } }] }
///
/// docs/import-json.md has the schema.
enum JSONTableImport {
  /// Reads a table.
  /// - Throws: `format` if there is no list of routes.
  static func table(
    _ root: SourceJSON, _ gates: GateKeys
  ) throws(Diagnostic) -> ImportedTable {
    var reader = JSONTableReader(gates: gates)
    if root.elements != nil {
      reader.routes(root, Parent())
      reader.table.remarks += try reader.gates.remarks()
      return reader.table
    }
    guard let routes = root["routes"], routes.elements != nil else {
      throw .format(
        "there is no list 'routes'", advice: "Write an object with 'routes', or the list alone.",
        at: root.position)
    }
    reader.head(of: root)
    reader.routes(routes, Parent())
    reader.table.remarks += try reader.gates.remarks()
    return reader.table
  }
}

/// What a nested route takes from the one around it.
private struct Parent {
  var path = ""
  var gates: [Located<String>] = []
  /// The routes around it, the outermost first.
  var records: [SourceJSON] = []
}

private struct JSONTableReader {
  var table = ImportedTable()
  var gates: GateKeys

  private static let keys = [
    "path", "screen", "redirect", "params", "query", "values", "in", "as", "gates", "parents",
    "children",
  ]

  mutating func head(of root: SourceJSON) {
    for base in root["links"]?.texts ?? [] { table.add(base: base.value) }
    if let value = root["caseSensitive"] {
      table.isCaseSensitive = value.bool ?? true
      if value.bool == nil {
        remark("key", "caseSensitive", "it is neither true nor false", at: value.position)
      }
    }
    for (name, value) in root["gates"]?.members ?? [] {
      guard let challenge = value["challenge"]?.text else {
        remark("gate", name.value, "it has no challenge", at: value.position)
        continue
      }
      var gate = GateDraft(name: name, challenge: challenge)
      gate.requires = value["requires"]?.texts ?? []
      table.gates.append(gate)
      unknownKeys(of: value, ["challenge", "requires"], in: "gate \(inQuotes(name.value))")
    }
    for (name, value) in root["coordinators"]?.members ?? [] {
      guard let kind = value["kind"]?.text.flatMap({ CoordinatorKind(rawValue: $0.value) }) else {
        remark(
          "coordinator", name.value, "its kind is not stack, tabs, switch or flow",
          at: value.position)
        continue
      }
      var coordinator = CoordinatorDraft(name: name, kind: kind)
      coordinator.start = value["start"]?.text
      coordinator.children = value["children"]?.texts ?? []
      coordinator.gates = value["gates"]?.texts ?? []
      table.coordinators.append(coordinator)
      unknownKeys(
        of: value, ["kind", "start", "children", "gates"],
        in: "coordinator \(inQuotes(name.value))")
    }
    unknownKeys(of: root, ["links", "caseSensitive", "gates", "coordinators", "routes"])
  }

  mutating func routes(_ list: SourceJSON, _ parent: Parent) {
    for element in list.elements ?? [] { route(element, parent) }
  }

  private mutating func route(_ json: SourceJSON, _ parent: Parent) {
    guard let written = json["path"]?.text else {
      let name = json["screen"]?.text?.value ?? "a route"
      table.drop(
        Located(name, at: json.position), "it has no text 'path'",
        advice: "Write an object with 'path'.")
      return
    }
    let isRelative =
      !written.value.utf8.starts(with: "/".utf8) && !written.value.utf8.contains("://".utf8)
    let text = isRelative ? parent.path + "/" + written.value : written.value
    let path = PathText(text.isEmpty ? "/" : text)
    if let base = path.base { table.add(base: base) }
    var draft = RouteDraft(path: Located(path.path, at: json.position))
    draft.screen = json["screen"]?.text
    draft.redirect = json["redirect"]?.text
    draft.gates = parent.gates + (json["gates"]?.texts ?? [])
    let records = parent.records + [json]
    gates.look(at: json, ignoring: Self.keys)
    draft.coordinator = json["in"]?.text
    draft.parents = json["parents"]?.texts ?? []
    draft.params = path.parameters(at: json.position)
    if draft.screen != nil { draft.gates.add(gates.gates(of: records)) }
    var route = ImportedRoute(
      Located(text, at: json.position), draft, bases: path.base.map { [$0] } ?? [])
    route.note(renamed: path.renamed)
    noteWrongTypes(of: json, in: &route)
    read(json, into: &route, path.renamed)
    let children = json["children"]
    if children == nil || draft.screen != nil || draft.redirect != nil || json["as"] != nil {
      table.routes.append(route)
    }
    guard let children else { return }
    if children.elements == nil, !children.isNull {
      table.remark(
        .dropped, "the key 'children' of \(inQuotes(text))", "it is no list", at: children.position)
    }
    routes(
      children,
      Parent(path: path.path == "/" ? "" : path.path, gates: draft.gates, records: records))
  }

  /// Notes the values that are left out since they are of another kind, such as gates that are an
  /// object.
  private func noteWrongTypes(of json: SourceJSON, in route: inout ImportedRoute) {
    for (key, value) in json.members ?? [] where !value.isNull {
      let isRight =
        switch key.value {
        case "screen", "redirect", "in", "as": value.text != nil
        case "gates", "parents":
          value.text != nil || value.elements?.allSatisfy { $0.text != nil } ?? false
        case "params", "query": value.members != nil
        case "values": value.members?.allSatisfy { $0.value.plain != nil } ?? false
        default: true
        }
      if !isRight { route.change("\(inQuotes(key.value)) has a value of the wrong kind") }
    }
  }

  /// A type: a text as in route files, or a list of texts.
  private func type(_ json: SourceJSON) -> (type: ValueType, isOptional: Bool)? {
    if let text = json.text { return valueType(text.value) }
    let options = json.texts.map(\.value)
    guard let count = json.elements?.count, count > 0, options.count == count,
      Set(options.map { TextBytes($0) }).count == count, !options.contains("")
    else { return nil }
    return (.oneOf(options), false)
  }

  /// Reads what can be wrong in a route without making it useless.
  private mutating func read(
    _ json: SourceJSON, into route: inout ImportedRoute, _ renamed: [(old: String, new: String)]
  ) {
    for (written, value) in json["params"]?.members ?? [] {
      var name = written
      name.value = renamed.first { sameBytes($0.old, name.value) }?.new ?? name.value
      guard let type = type(value), !type.isOptional else {
        route.change("the type of '\(shortened(name.value))' is not one of route files")
        continue
      }
      route.update { draft in
        draft.params.removeAll { sameBytes($0.name.value, name.value) }
        draft.params.append((name, type.type))
      }
    }
    for (name, value) in json["query"]?.members ?? [] {
      guard let type = type(value) else {
        route.change("the type of '\(shortened(name.value))' is not one of route files")
        continue
      }
      route.update { $0.query.append((name, type.type, type.isOptional)) }
    }
    for (name, value) in json["values"]?.members ?? [] {
      guard let text = value.plain else { continue }
      route.update { $0.values.append((name, Located(text, at: value.position))) }
    }
    if let text = json["as"]?.text {
      if let presentation = Presentation(rawValue: text.value) {
        route.update { $0.presentation = presentation }
      } else {
        route.change("'as' does not take \(inQuotes(text.value))")
      }
    }
    for (key, value) in json.members ?? [] where !Self.keys.contains(key.value) {
      if let part = gates.leftOut(key.value, value) {
        route.change("the key \(part) is left out")
      }
    }
    if let draft = route.draft, draft.screen == nil, draft.redirect == nil,
      !draft.presentation.entersNoScreen, json["children"] == nil
    {
      route.drop("it has neither a screen nor a redirect")
    }
  }

  private mutating func unknownKeys(
    of json: SourceJSON, _ known: [String], in owner: String? = nil
  ) {
    let what = owner.map { $0 + " key" } ?? "key"
    for (key, value) in json.members ?? [] where !known.contains(key.value) {
      remark(what, key.value, "it is not part of the schema", at: value.position)
    }
  }

  private mutating func remark(
    _ what: String, _ name: String, _ reason: String, at position: SourcePosition?
  ) {
    table.remark(.dropped, "\(what) \(inQuotes(name))", reason, at: position)
  }
}
