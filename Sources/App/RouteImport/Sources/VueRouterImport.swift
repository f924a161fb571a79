import Diagnostics
import Links
import Navigation

/// The route records of Vue Router 4 and 3.
enum VueRouterImport {
  /// Reads a list of records, or an object with the list `routes`.
  /// - Throws: `format` if there is none, or if aliases add more than
  ///   `ImportLimits.aliasedRecordsMax` records.
  static func table(
    _ root: SourceJSON, _ gates: GateKeys
  ) throws(Diagnostic) -> ImportedTable {
    let records = root.elements == nil ? root["routes"] : root
    guard let records, records.elements != nil else {
      throw .format(
        "there is no list of routes", advice: "Use the 'routes' of createRouter.",
        at: root.position)
    }
    var reader = RecordReader(root, gates)
    reader.readNames(records, in: "")
    try reader.read(records, RecordReader.Parent())
    reader.setOrder()
    reader.noteOptions(root)
    // Vue Router ignores the case of paths, unless 'sensitive' is set.
    reader.table.isCaseSensitive = root["sensitive"]?.bool == true
    reader.table.remarks += try reader.gates.remarks(known: RecordReader.loginKey)
    return reader.table
  }

  /// A path as a pattern: `:name`, `:name(expression)`, each with `?`, `+` or `*`, and `\` ahead of
  /// a character that means itself.
  ///
  /// - Parameters:
  ///   - ignoresCase: Whether expressions ignore it too, as Vue Router's do.
  ///   - isVersion3: Whether `*` is a wildcard.
  static func pattern(
    _ path: String, ignoresCase: Bool = false, isVersion3: Bool = false
  ) -> PatternBuilder {
    var builder = PatternBuilder()
    var scanner = VuePath(path, isVersion3: isVersion3)
    while let token = scanner.next() {
      switch token {
      case .slash: builder.appendSlash()
      case .text(let text): builder.append(literal: text)
      case .wildcard: builder.append(expression: ".*")
      case .rest: builder.appendRest()
      case .parameter(let name, let expression, let modifier, let isInText):
        builder.append(
          parameter: name, expression: ignoresCase ? folded(expression) : expression,
          modifier: modifier, isInText: isInText)
      }
    }
    return builder
  }

  /// An expression in brackets that ignores the case of its letters, if it has any.
  private static func folded(_ expression: String) -> String {
    var isEscaped = false
    let hasLetters = expression.utf8.contains { byte in
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      return byte.isLetter && !isEscaped
    }
    return hasLetters ? "((?i:" + expression.dropping(first: 1, last: 1) + "))" : expression
  }
}

private struct RecordReader {
  /// What a record takes from those around it.
  struct Parent {
    var path = ""
    /// The records around it, the outermost first.
    var records: [SourceJSON] = []
    var needsLogin = false
    var isAliased = false
    /// Its number in the ranking.
    var number: Int?
  }

  var table = ImportedTable()
  var gates: GateKeys
  /// The paths of named records.
  private var paths: [TextBytes: String] = [:]
  /// The records read with the path of an alias, their own or of one around them.
  private var aliasedRecords = 0
  private var ranking: VueRanking
  /// Whether the option `mode`, or a record with the path `*`, is that of Vue Router 3.
  private var isVersion3: Bool
  private let isSensitive: Bool
  /// The numbers of the records of routes, by the index of the route.
  private var numbers: [Int: Int] = [:]

  private static let keys = keysWithoutGates + ["meta"]

  init(_ root: SourceJSON, _ gates: GateKeys) {
    self.gates = gates
    isVersion3 = root["mode"] != nil
    isSensitive = root["sensitive"]?.bool == true
    ranking = VueRanking(isStrict: root["strict"]?.bool == true, isSensitive: isSensitive)
  }

  /// Gives the routes the order in which Vue Router tries them. Records of version 3 have none:
  /// that version has other rules.
  mutating func setOrder() {
    guard !isVersion3 else { return }
    let positions = ranking.positions
    for (index, number) in numbers {
      guard let position = positions[number] else { continue }
      table.routes[index].order = SourceOrder(rank: position)
    }
  }

  /// Reads what other records depend on: the names, and whether the version is 3.
  mutating func readNames(_ records: SourceJSON, in parent: String) {
    for record in records.elements ?? [] {
      if record["path"]?.text?.value == "*" { isVersion3 = true }
      let path = joined(parent, record["path"]?.text?.value ?? "")
      if let name = record["name"]?.text { paths[TextBytes(name.value)] = path }
      if let children = record["children"] { readNames(children, in: path) }
    }
  }

  mutating func read(_ records: SourceJSON, _ parent: Parent) throws(Diagnostic) {
    for record in records.elements ?? [] {
      guard let path = record["path"]?.text else {
        let fault = record.text.flatMap { UnknownPart.fault(in: $0.value) }
        table.drop(
          Located("a record", at: record.position), fault?.reason ?? "it has no text 'path'")
        continue
      }
      let aliases = record["alias"]?.texts ?? []
      for (number, path) in ([path] + aliases).enumerated() {
        var parent = parent
        parent.isAliased = parent.isAliased || number > 0
        try read(record, path: joined(parent.path, path.value), parent)
      }
    }
  }

  private func joined(_ parent: String, _ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") || parent.isEmpty { return path }
    return path.isEmpty
      ? parent : parent + (parent.utf8.last == UInt8(ascii: "/") ? "" : "/") + path
  }

  private mutating func read(
    _ record: SourceJSON, path: String, _ parent: Parent
  ) throws(Diagnostic) {
    let source = Located(path, at: record["path"]?.position ?? record.position)
    aliasedRecords += parent.isAliased ? 1 : 0
    guard aliasedRecords <= ImportLimits.aliasedRecordsMax else {
      throw .format(
        "aliases add more than \(ImportLimits.aliasedRecordsMax) records",
        advice: "Remove aliases of nested records, which multiply.", at: source.position)
    }
    let needsLogin =
      !gates.decides(Self.loginKey)
      && record["meta"]?["requiresAuth"]?.bool ?? parent.needsLogin
    let records = parent.records + [record]
    if !parent.isAliased { gates.look(at: record, ignoring: Self.keysWithoutGates) }
    let children = record["children"]?.elements == nil ? nil : record["children"]
    let pattern = VueRouterImport.pattern(
      path, ignoresCase: !isSensitive, isVersion3: isVersion3)
    let screen = screen(of: record)
    let number = ranking.add(record, path: path, in: parent.number)
    if screen != nil || record["redirect"] != nil {
      var draft = RouteDraft(path: Located(pattern.pattern, at: source.position))
      draft.screen = screen
      if needsLogin { draft.gates = [Located("login", at: source.position)] }
      // Of a record and its child with the empty path, the child is shown.
      let isReplaced = (children?.elements ?? []).contains { child in
        child["path"]?.text?.value.isEmpty == true && record["redirect"] == nil
      }
      if record["redirect"] == nil, !isReplaced { draft.gates += gates.gates(of: records) }
      var route = ImportedRoute(source, draft)
      if let redirect = record["redirect"] { setRedirect(of: &route, redirect, pattern) }
      route.note(renamed: pattern.renamed)
      noteOmitted(record, in: &route)
      if !isReplaced {
        numbers[table.routes.count] = number
        table.routes.append(route)
      }
    } else if children == nil {
      table.drop(source, "it has neither a component nor a redirect")
    }
    if let children {
      try read(
        children,
        Parent(
          path: path, records: records, needsLogin: needsLogin, isAliased: parent.isAliased,
          number: number))
    }
  }

  /// The record's name, or that of its component, or the text of its path.
  private func screen(of record: SourceJSON) -> Located<String>? {
    let component = record["component"] ?? record["components"]?["default"]
    if let name = record["name"]?.text { return component == nil ? nil : name }
    guard let component else { return record["components"].map { _ in pathName(record) } }
    let name = component["$function"]?.text ?? component["$component"]?.text ?? component.text
    guard let name, !name.value.isEmpty, name.value != "component" else { return pathName(record) }
    return name
  }

  private func pathName(_ record: SourceJSON) -> Located<String> {
    let name = screenName(ofWords: record["path"]?.text?.value ?? "")
    return Located(name.isEmpty ? "Root" : name, at: record.position)
  }

  /// Sets a redirect to a path, or to the path of a record by its name.
  private func setRedirect(
    of route: inout ImportedRoute, _ redirect: SourceJSON, _ pattern: PatternBuilder
  ) {
    let name = redirect["name"]?.text
    var link: String
    if let text = redirect.text ?? redirect["path"]?.text,
      let fault = UnknownPart.fault(in: text.value)
    {
      route.drop("the redirect to \(fault.reason)", advice: fault.advice)
      return
    } else if let text = redirect.text ?? redirect["path"]?.text {
      let path =
        isVersion3
        ? self.link(to: text.value, redirect["params"], of: pattern) : literalTarget(text.value)
      guard let path else {
        route.drop("the redirect to \(inQuotes(text.value)) has parameters without a value")
        return
      }
      link = (path.utf8.first == UInt8(ascii: "/") ? "" : "/") + path
    } else if let name {
      guard let target = paths[TextBytes(name.value)] else {
        route.drop("no record is called \(inQuotes(name.value))")
        return
      }
      guard let path = self.link(to: target, redirect["params"], of: pattern) else {
        route.drop("the path of \(inQuotes(name.value)) has parameters without a value")
        return
      }
      link = path
    } else {
      route.drop("a function decides where it is redirected to")
      return
    }
    let items = (redirect["query"]?.members ?? []).flatMap { name, value in
      (value.elements ?? [value]).map { QueryItem(name: name.value, value: $0.plain ?? "") }
    }
    if !items.isEmpty {
      let separator = link.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      link += separator + literalTarget(items.map(\.encoded).joined(separator: "&"))
    }
    if let hash = redirect["hash"]?.text?.value, !hash.isEmpty {
      link += (hash.utf8.first == UInt8(ascii: "#") ? "" : "#") + literalTarget(hash)
    }
    route.update { draft in
      draft.screen = nil
      draft.gates = []
      draft.redirect = Located(link, at: redirect.position)
    }
  }

  /// A path as a redirect: parameters have the values of `params`, or else those of the link.
  /// - Parameter pattern: The path of the link.
  /// - Returns: `nil` if a parameter has no value.
  private func link(
    to path: String, _ params: SourceJSON?, of pattern: PatternBuilder
  ) -> String? {
    var link = ""
    var scanner = VuePath(path, isVersion3: isVersion3)
    while let token = scanner.next() {
      switch token {
      case .slash: link += "/"
      case .text(let text): link += literalTarget(text)
      case .wildcard, .rest: return nil
      case .parameter(let name, _, let modifier, _):
        let given = params?[name]
        let values = (given?.elements ?? given.map { [$0] } ?? []).compactMap(\.plain)
        if !values.isEmpty {
          link += literalTarget(
            values.map { percentEncoded($0, keepingSlashes: false) }.joined(separator: "/"))
        } else if params == nil || modifier.isEmpty, pattern.names.contains(name) {
          link += ":" + name
        } else if modifier != "?", modifier != "*" {
          return nil
        }
      }
    }
    return link
  }

  /// Notes the options of the router that are left out.
  mutating func noteOptions(_ root: SourceJSON) {
    noteHistory(root)
    if let strict = root["strict"], strict.bool == true {
      table.remark(
        .dropped, "the key 'strict'", "a slash at the end does not count", at: strict.position)
    }
  }

  private mutating func noteHistory(_ root: SourceJSON) {
    let history = root["history"]
    // Vue Router 3 has both without a history.
    let base = (history?["base"] ?? root["base"])?.text
    let isHash = history?["isHash"]?.bool == true || root["mode"]?.text?.value == "hash"
    table.noteHistory(
      base: base, isHash: isHash, at: root["mode"]?.position ?? history?.position)
  }

  /// The key that is a gate unless an option says otherwise.
  static let loginKey = "meta.requiresAuth"
  /// Those that never mean a gate.
  private static let keysWithoutGates = [
    "path", "name", "component", "components", "redirect", "alias", "children", "props",
    "sensitive", "strict",
  ]

  private mutating func noteOmitted(_ record: SourceJSON, in route: inout ImportedRoute) {
    for (key, value) in record.members ?? [] {
      guard let part = gates.leftOut(key.value, value) else { continue }
      if key.value == "beforeEnter" {
        route.change("without its guard \(part)", advice: "Add a gate that does the same.")
      } else if key.value == "components" {
        let views = (value.members ?? []).map(\.key.value).filter { $0 != "default" }
        if !views.isEmpty {
          route.change("without the views \(views.map { inQuotes($0) }.joined(separator: ", "))")
        }
      } else if !Self.keys.contains(key.value) {
        route.change("without \(part)")
      } else if key.value == "meta" {
        let others = (value.members ?? []).filter { $0.key.value != "requiresAuth" }
          .compactMap { gates.leftOut("meta." + $0.key.value, $0.value, named: $0.key.value) }
        if !others.isEmpty {
          route.change("without \(others.joined(separator: ", ")) of 'meta'")
        }
        if value["requiresAuth"]?.bool == true, !gates.decides(Self.loginKey),
          route.draft?.screen != nil
        {
          route.change("'requiresAuth' becomes the gate 'login'")
        }
      } else if key.value == "strict" || key.value == "sensitive", value.bool == true {
        route.change(
          key.value == "strict"
            ? "'strict' has no effect: a slash at the end does not count"
            : "'sensitive' has no effect: 'caseSensitive' applies to a whole file")
      }
    }
  }
}
