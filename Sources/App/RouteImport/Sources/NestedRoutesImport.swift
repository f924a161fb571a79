import Diagnostics
import Navigation

/// Nested route objects whose paths are relative to those around them: of React Router's
/// `createBrowserRouter`, Angular's `Routes`, and the route tree of TanStack Router.
struct NestedRoutesImport {
  enum Dialect {
    case reactRouter, angular, tanstack
  }

  let dialect: Dialect
  var table = ImportedTable()
  private var keys: GateKeys

  /// The routes with their records, those in a record ahead of it.
  private(set) var ranked: [(route: Int, record: Parent)] = []

  /// What a record takes from those around it.
  struct Parent {
    var segments: [String] = []
    /// The paths of the records that have one, the outermost first.
    var levels: [[String]] = []
    /// The records around it, the outermost first.
    var records: [SourceJSON] = []
    var gates: [Located<String>] = []
  }

  /// Reads a list of records, or an object with the list `routes` or a tree of `children`.
  /// - Throws: `format` if there is none.
  static func table(
    _ root: SourceJSON, _ dialect: Dialect, _ keys: GateKeys
  ) throws(Diagnostic) -> ImportedTable {
    let routes = root["routes"] ?? root["routeTree"] ?? root
    guard let records = routes.elements ?? routes["children"]?.elements else {
      throw .format(
        "there is no list of routes",
        advice: "Import the module that passes it to the router, or name its export.",
        at: root.position)
    }
    let base = root["basename"] ?? root["basepath"]
    var reader = NestedRoutesImport(dialect, keys: keys)
    reader.table.isCaseSensitive =
      dialect == .angular || dialect == .tanstack && root["caseSensitive"]?.bool == true
    reader.table.noteHistory(
      base: base?.text, isHash: root["isHash"]?.bool == true, at: root["isHash"]?.position)
    reader.read(records, Parent())
    reader.setOrder()
    reader.table.remarks += try reader.keys.remarks()
    return reader.table
  }

  private init(_ dialect: Dialect, keys: GateKeys) {
    (self.dialect, self.keys) = (dialect, keys)
  }

  private mutating func read(_ records: [SourceJSON], _ parent: Parent) {
    for record in records { read(record, parent) }
  }

  private mutating func read(_ record: SourceJSON, _ outer: Parent) {
    if let fault = record.text.flatMap({ UnknownPart.fault(in: $0.value) }) {
      table.drop(Located("a route", at: record.position), fault.reason)
      return
    }
    if dialect == .angular, let matcher = record["matcher"] {
      table.drop(
        Located("a route", at: matcher.position),
        "the function of 'matcher' decides which links open it and its children")
      return
    }
    var parent = outer
    let path = record["path"]?.text
    guard let segments = segments(of: path?.value ?? "", in: outer.segments) else {
      table.drop(
        Located(path?.value ?? "", at: path?.position ?? record.position),
        "React Router refuses it, since it does not begin with the path of the route around it")
      return
    }
    parent.segments = segments
    if path?.value.isEmpty == false { parent.levels.append(around(segments)) }
    parent.records.append(record)
    keys.look(at: record, ignoring: Self.keysWithoutGates)
    for key in ["element", "Component"] { keys.lookForGuards(in: record, key) }
    parent.gates.add(gates(of: record))
    let children = record["children"]?.elements ?? []
    let hasPath = record["path"]?.text != nil || record["index"]?.bool == true
    // Without a child for the rest of the link, Angular shows a component alone.
    let isShown = dialect != .angular || component(of: record) != nil
    let isAlone =
      dialect == .angular && children.isEmpty
      || hasPath && isShown && !children.contains { takesPlace($0, of: parent.segments) }
    let index = isAlone || redirect(of: record) != nil ? table.routes.count : nil
    if index != nil { add(record, parent, in: outer) }
    read(children, parent)
    if let index { ranked.append((index, parent)) }
  }

  /// The segments of a record's path, with those around it; `nil` if React Router refuses it.
  private func segments(of path: String, in outer: [String]) -> [String]? {
    guard dialect == .reactRouter else { return outer + pathSegments(path) }
    let around = around(outer)
    guard path.utf8.first == UInt8(ascii: "/") else { return around + pathSegments(path) }
    let absolute = pathSegments(path)
    return absolute.starts(with: around, by: sameBytes) ? absolute : nil
  }

  /// What the children of a record continue: in React Router, without the `*` at the end.
  private func around(_ segments: [String]) -> [String] {
    dialect == .reactRouter && segments.last == "*" ? segments.dropLast() : segments
  }

  /// Whether a record takes the place of the one around it, whose path it has.
  private func takesPlace(_ record: SourceJSON, of outer: [String]) -> Bool {
    let path = record["path"]?.text?.value
    guard path != nil || record["index"]?.bool == true else {
      return (record["children"]?.elements ?? []).contains { takesPlace($0, of: outer) }
    }
    return segments(of: path ?? "", in: outer)?.elementsEqual(outer, by: sameBytes) ?? false
  }

  private mutating func add(_ record: SourceJSON, _ parent: Parent, in outer: Parent) {
    let source = Located(
      "/" + parent.segments.joined(separator: "/"), at: record["path"]?.position ?? record.position)
    var draft = RouteDraft(path: source)
    let builder = pattern(parent.segments)
    draft.path = Located(builder.pattern, at: source.position)
    let name = component(of: record)?.value ?? ""
    draft.screen = Located(
      name.isEmpty ? screenName(ofPattern: builder.pattern) : name, at: record.position)
    draft.gates = parent.gates
    if redirect(of: record) == nil { draft.gates.add(keys.gates(of: parent.records)) }
    var route = ImportedRoute(source, draft)
    if let redirect = redirect(of: record) {
      set(redirect, of: &route, in: dialect == .reactRouter ? parent : outer, builder)
      let path = pathSegments(record["path"]?.text?.value ?? "")
      if dialect == .angular, !path.isEmpty, path.last != "**",
        record["pathMatch"]?.text?.value != "full"
      {
        route.change("without longer links, which Angular redirects, too")
      }
    }
    if dialect == .tanstack, route.draft?.screen != nil {
      addQuery(of: parent.records, to: &route, builder)
    }
    route.note(renamed: builder.renamed)
    for (key, value) in record.members ?? [] where omittedKeys.contains(key.value) {
      if key.value == "validateSearch", value["$search"] != nil { continue }
      if key.value == "caseSensitive", value.bool == table.isCaseSensitive { continue }
      if let part = keys.leftOut(key.value, value) { route.change("without \(part)") }
    }
    if let outlet = record["outlet"]?.text, outlet.value != "primary" {
      route.drop("it is for the outlet \(inQuotes(outlet.value))")
    }
    table.routes.append(route)
  }

  private func component(of record: SourceJSON) -> Located<String>? {
    for key in ["component", "Component", "loadComponent", "element", "lazy"] {
      guard let value = record[key] else { continue }
      let name = value["$component"]?.text ?? value["$function"]?.text ?? value.text
      if let name, !name.value.isEmpty, !sameBytes(name.value, key) { return name }
    }
    return nil
  }

  /// The guards of a record, which Angular asks before it shows the record or one in it, as gates.
  private mutating func gates(of record: SourceJSON) -> [Located<String>] {
    var gates: [Located<String>] = []
    for key in ["canActivate", "canActivateChild", "canMatch"] {
      for guarding in record[key]?.elements ?? [] {
        let subject = "a guard of '\(key)'"
        guard let name = guarding["$function"]?.text?.value, !name.isEmpty else {
          table.remark(
            .dropped, subject, "it has no name", "Add a gate that does the same.",
            at: guarding.position)
          continue
        }
        if keys.decides(key, value: name) { continue }
        let gate = gateName(ofGuard: name)
        table.remark(
          .changed, "the guard \(inQuotes(name))", "it becomes the gate '\(shortened(gate))'",
          at: guarding.position)
        gates.append(Located(gate, at: guarding.position))
      }
    }
    return gates
  }

  private func redirect(of record: SourceJSON) -> SourceJSON? {
    if let redirect = record["redirectTo"] { return redirect }
    let element = record["element"]
    return element?["$component"]?.text?.value == "Navigate" ? element?["$to"] : nil
  }

  /// The segments of a redirect's target. One without a slash is relative: in React Router to the
  /// innermost record with a path, of which each `..` leads to the one around it.
  private func segments(of target: RedirectTarget, in parent: Parent) -> [String] {
    if target.isAbsolute { return target.segments }
    guard dialect == .reactRouter else { return parent.segments + target.segments }
    let rest = target.segments.drop { $0 == ".." }
    let levels = parent.levels.dropLast(target.segments.count - rest.count)
    return (levels.last ?? []) + rest.filter { $0 != "." }
  }

  /// Sets a redirect.
  private func set(
    _ redirect: SourceJSON, of route: inout ImportedRoute, in outer: Parent,
    _ builder: PatternBuilder
  ) {
    guard let text = (redirect.text ?? redirect["pathname"]?.text)?.value else {
      return route.drop("a function decides where it is redirected to")
    }
    if let fault = UnknownPart.fault(in: text) {
      return route.drop("the redirect to \(fault.reason)", advice: fault.advice)
    }
    let target = RedirectTarget(text, hasMatrix: dialect == .angular)
    let segments = segments(of: target, in: outer)
    let missing = segments.first { segment in
      segment.hasBytePrefix(":") && !builder.names.contains(segment.dropping(first: 1))
    }
    // In its query, Angular copies items of the link.
    if let missing = missing ?? (dialect == .angular ? target.copiedItem : nil) {
      return route.drop("the redirect needs a value for \(inQuotes(missing))")
    }
    let path = segments.map { $0.hasBytePrefix(":") ? $0 : literalTarget($0) }
    route.update { draft in
      draft.screen = nil
      draft.gates = []
      draft.redirect = Located(
        "/" + path.joined(separator: "/") + literalTarget(target.rest), at: redirect.position)
    }
    if !target.matrix.isEmpty {
      route.change("without its matrix parameters \(inQuotes(target.matrix))")
    }
  }

  /// Those that never mean a gate, or are read as one.
  private static let keysWithoutGates = [
    "path", "index", "id", "component", "Component", "loadComponent", "element", "lazy",
    "children", "redirectTo", "canActivate", "canActivateChild", "canMatch", "validateSearch",
    "params", "server", "search",
  ]

  /// The keys that say something about links or screens which a route file says otherwise.
  private var omittedKeys: [String] {
    switch dialect {
    case .angular: ["canDeactivate", "resolve"]
    case .reactRouter: ["loader", "action", "handle"]
    case .tanstack: ["validateSearch", "beforeLoad", "loader", "params", "caseSensitive"]
    }
  }

  private func pattern(_ segments: [String]) -> PatternBuilder {
    var builder = PatternBuilder()
    for segment in segments {
      switch dialect {
      case .reactRouter, .angular: append(segment, to: &builder)
      case .tanstack: appendTanstack(segment, to: &builder)
      }
    }
    return builder
  }

  /// `:id`, `:id?`, `*` or `**` for the rest, `text?`, or text.
  private func append(_ segment: String, to builder: inout PatternBuilder) {
    let isOptional = dialect == .reactRouter && segment.hasByteSuffix("?")
    let core = segment.dropping(last: isOptional ? 1 : 0)
    if segment == (dialect == .angular ? "**" : "*") {
      builder.appendRest()
    } else if core.hasBytePrefix(":") {
      builder.appendSlash()
      // React Router ends a name at other characters, as in ':id.pdf'.
      let isName = { (byte: UInt8) in byte.isLetterOrDigit || "_-".utf8.contains(byte) }
      let name = core.utf8.dropFirst().prefix(while: isName)
      if dialect == .reactRouter, !name.isEmpty, name.endIndex < core.utf8.endIndex, !isOptional {
        builder.append(parameter: String(decoding: name, as: UTF8.self), isInText: true)
        builder.append(literal: String(decoding: core.utf8[name.endIndex...], as: UTF8.self))
      } else {
        builder.append(parameter: core.dropping(first: 1), modifier: isOptional ? "?" : "")
      }
    } else if isOptional {
      builder.append(optionalSegment: core)
    } else {
      builder.appendSlash()
      builder.append(literal: core)
    }
  }

  /// `$id`, `{-$id}` for an optional one, `$` for the rest, `prefix{$id}suffix`,
  /// `prefix{$}suffix`, or text.
  private func appendTanstack(_ segment: String, to builder: inout PatternBuilder) {
    guard segment != "$", segment != "{$}" else { return builder.appendRest() }
    builder.appendSlash()
    if segment.hasBytePrefix("$") {
      builder.append(parameter: segment.dropping(first: 1))
    } else if segment.hasBytePrefix("{-$"), segment.hasByteSuffix("}") {
      builder.append(parameter: segment.dropping(first: 3, last: 1), modifier: "?")
    } else if let open = segment.utf8.firstIndex(of: UInt8(ascii: "{")),
      segment.utf8[open...].starts(with: "{$".utf8),
      let close = segment.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      builder.append(literal: String(segment[..<open]))
      let name = String(segment[open..<close]).dropping(first: 2)
      if name.isEmpty {
        builder.append(expression: ".*")
      } else {
        builder.append(parameter: name, isInText: true)
      }
      builder.append(literal: String(segment[close...]).dropping(first: 1))
    } else {
      builder.append(literal: segment)
    }
  }
}

/// The text of a redirect, as a URL.
private struct RedirectTarget {
  let isAbsolute: Bool
  /// Those of the path, without matrix parameters.
  private(set) var segments: [String] = []
  /// The parameters of segments, such as `;a=1`.
  private(set) var matrix = ""
  /// The query and the fragment, with their marks.
  let rest: String

  init(_ text: String, hasMatrix: Bool) {
    isAbsolute = text.utf8.first == UInt8(ascii: "/")
    let path = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    rest = String(decoding: text.utf8[path.endIndex...], as: UTF8.self)
    for segment in pathSegments(String(decoding: path, as: UTF8.self)) {
      let core = hasMatrix ? segment.utf8.prefix { $0 != UInt8(ascii: ";") } : segment.utf8[...]
      if !core.isEmpty { segments.append(String(decoding: core, as: UTF8.self)) }
      matrix += String(decoding: segment.utf8[core.endIndex...], as: UTF8.self)
    }
  }

  /// The value of an item of the query that is `:name`.
  var copiedItem: String? {
    let query = rest.utf8.prefix { $0 != UInt8(ascii: "#") }
    let values = query.split { "?&".utf8.contains($0) }.map { item in
      String(decoding: item.drop { $0 != UInt8(ascii: "=") }.dropFirst(), as: UTF8.self)
    }
    return values.first { $0.hasBytePrefix(":") }
  }
}
