import Diagnostics
import Links
import Navigation

extension DraftReader {
  /// The routes of a file, or what it adds to those of others, in file order.
  ///
  /// - Parameters:
  ///   - key: `routes` or `extend`.
  ///   - unread: Receives `.routes` if a route could not be read at all.
  mutating func routes(
    _ node: YAMLNode?, of key: FileKey, _ unread: inout UnreadParts
  ) -> [RouteDraft] {
    guard let node, let items = items(node, of: key.rawValue, "a list of routes") else { return [] }
    var routes: [RouteDraft] = []
    routes.reserveCapacity(items.count)
    for item in items {
      if key == .routes, isGroup(item) {
        routes += group(item, &unread)
      } else if let route = route(item, of: key) {
        routes.append(route)
      } else {
        unread.insert(.routes)
      }
    }
    return routes
  }

  private func isGroup(_ node: YAMLNode) -> Bool {
    guard case .mapping(let entries) = node.content else { return false }
    return entries.contains { sameBytes($0.key, GroupKey.routes.rawValue) }
  }

  /// The routes of a group, with its bases.
  private mutating func group(_ node: YAMLNode, _ unread: inout UnreadParts) -> [RouteDraft] {
    let faultsBefore = errors.faultCount
    let fields: Fields<GroupKey>? = fields(of: node, key: "routes")
    let bases = fields?[.links].map { texts($0, of: "links", "a list of links") }
    let isWhole = errors.faultCount == faultsBefore && !isIncomplete(node)
    guard let list = fields?[.routes], let items = items(list, of: "routes", "a list of routes")
    else {
      unread.insert(.routes)
      return []
    }
    var routes = items.compactMap { route($0, of: .routes, under: bases) }
    if routes.count < items.count { unread.insert(.routes) }
    if !isWhole { for index in routes.indices { routes[index].unread.insert(.links) } }
    return routes
  }

  /// - Parameter bases: The bases of its group.
  private mutating func route(
    _ node: YAMLNode, of key: FileKey, under bases: [Located<String>]? = nil
  ) -> RouteDraft? {
    let fields: Fields<RouteKey>? = fields(of: node, key: key.rawValue)
    guard let fields else { return nil }
    var faultsBefore = errors.faultCount
    let path = fields[.path].flatMap { text($0, of: "path", "a pattern") }
    var route = RouteDraft(path: path ?? Located("", at: fields.position))
    route.params = pathParameters(fields[.params])
    let items = types(fields[.query], of: "query")
    route.query = items.map { ($0.name, $0.type, $0.isOptional) }
    route.ignoredMisfits = items.filter(\.ignoresMisfits).map(\.name.value)
    route.parts = parts(fields[.parts])
    route.bases = fields[.links].map { texts($0, of: "links", "a list of links") } ?? bases
    if key == .routes, route.bases == nil { route.bases = basesOfRoutes }
    note(
      .links, [.path, .params, .query, .parts, .links], fields, since: faultsBefore, in: &route)
    faultsBefore = errors.faultCount
    route.screen = fields[.screen].flatMap { name($0, of: "screen") }
    route.redirect = fields[.redirect].flatMap { text($0, of: "redirect", "a link") }
    if let node = fields[.as], let presentation: Presentation = word(node, of: "as") {
      route.presentation = presentation
    }
    checkTarget(fields, route.presentation, isRequired: key == .routes)
    note(.target, [.screen, .redirect, .as], fields, since: faultsBefore, in: &route)
    faultsBefore = errors.faultCount
    route.values = named(fields[.values], of: "values", isParameter: true) { reader, name, node in
      reader.text(node, of: name.value, "a text", mayBeEmpty: true).map { (name: name, text: $0) }
    }
    note(.values, [.values], fields, since: faultsBefore, in: &route)
    route.name = fields[.name].flatMap { name($0, of: "name") }
    route.coordinator = fields[.in].flatMap { name($0, of: "in") }
    route.parents = fields[.parents].map { texts($0, of: "parents", "a list of links") } ?? []
    gates(fields[.gates], of: &route)
    route.guests = fields[.guests].flatMap { name($0, of: "guests") }
    route.sources = fields[.from].map { names($0, of: "from") }
    route.consent = fields[.consent].flatMap { text($0, of: "consent", "a link") }
    route.otherwise = fields[.else].flatMap { text($0, of: "else", "a link") }
    if let node = fields[.repeat], let policy: RepeatPolicy = word(node, of: "repeat") {
      route.repeatPolicy = policy
    }
    route.intent = fields[.intent].flatMap { text($0, of: "intent", "a text") }
    route.allow = codes(fields[.allow], among: DiagnosticCode.allowable)
    return route
  }

  /// A source: `signed` is `true`, `invalid`, or the items that the signature covers.
  mutating func source(named name: Located<String>, _ node: YAMLNode) -> SourceDraft {
    var source = SourceDraft(name: name)
    guard let fields: Fields<SourceKey> = fields(of: node, key: name.value, at: name.position)
    else { return source }
    source.consent = fields[.consent].flatMap { text($0, of: "consent", "a link") }
    guard let signed = fields[.signed] else { return source }
    if case .mapping = signed.content {
      if let fields: Fields<SignatureKey> = self.fields(of: signed, key: "signed"),
        let items = fields[.items]
      {
        let names = texts(items, of: "items", "a list of query items")
        source.rule = .signed(items: names.map(\.value))
      }
    } else if let word = choice(signed, of: "signed", ["true", "invalid"]) {
      source.rule = word == "true" ? .signed(items: nil) : .invalid
    }
    return source
  }

  /// Names of gates, and mappings of such names to the parameter, `:name`, whose value is the
  /// account that they must be open for.
  private mutating func gates(_ node: YAMLNode?, of route: inout RouteDraft) {
    guard let node else { return }
    let read = { (reader: inout Self, item: YAMLNode) -> [(Located<String>, Located<String>?)]? in
      guard case .mapping(let entries) = item.content else {
        return reader.name(item, of: "gates").map { [($0, nil)] }
      }
      if entries.isEmpty { reader.refuseEmpty(item, of: "gates", "the name of a gate") }
      return reader.named(item, of: "gates") { reader, name, value in
        reader.text(value, of: name.value, "a parameter such as ':account'").map { (name, $0) }
      }
    }
    var gates: [(Located<String>, Located<String>?)] = []
    if case .mapping = node.content {
      gates = read(&self, node) ?? []
    } else {
      gates = list(node, of: "gates", "a list of names", read).flatMap(\.self)
    }
    route.gates = gates.map(\.0)
    route.accounts = gates.compactMap { gate, value in value.map { (gate, $0) } }
    _ = checkItems(route.gates, of: "gates")
  }

  /// Notes that a part of a route could not be read, if there were faults since, or if one of its
  /// keys is misspelt.
  private func note(
    _ part: UnreadParts, _ keys: [RouteKey], _ fields: Fields<RouteKey>, since faultsBefore: Int,
    in route: inout RouteDraft
  ) {
    let isMisspelt = keys.contains { fields.misspelt.contains($0) }
    if errors.faultCount > faultsBefore || isMisspelt || fields.isIncomplete {
      route.unread.insert(part)
    }
  }

  /// A route leads to a screen, another link, the browser, or nowhere. Keys that the chosen target
  /// does not use are errors rather than ignored: an ineffective gate would look like protection.
  private mutating func checkTarget(
    _ fields: Fields<RouteKey>, _ presentation: Presentation, isRequired: Bool
  ) {
    if fields[.redirect] != nil {
      refuse(RouteKey.excludedByRedirect, with: .redirect, RouteKey.redirect.rawValue, in: fields)
    } else if presentation.entersNoScreen {
      refuse(
        RouteKey.excludedWithoutScreen, with: .as, "as: \(presentation.rawValue)", in: fields)
    } else if isRequired, fields.lacks(.screen), fields.lacks(.redirect),
      !fields.misspelt.contains(.as)
    {
      errors.append(
        .missingKey(
          needs: "'screen', 'redirect', 'as: outside' or 'as: refuse'", owner: RouteKey.owner,
          at: fields.position))
    }
  }

  private mutating func refuse(
    _ keys: [RouteKey], with other: RouteKey, _ name: String, in fields: Fields<RouteKey>
  ) {
    guard let otherAt = fields.keyPosition(other) else { return }
    for key in keys {
      guard let position = fields.keyPosition(key) else { continue }
      errors.append(.keyConflict(key: key.rawValue, with: name, otherAt: otherAt, at: position))
    }
  }

  /// The parts of the link that are values.
  private mutating func parts(_ node: YAMLNode?) -> [LinkPart] {
    guard let node else { return [] }
    var words: [Located<String>] = []
    let parts = list(node, of: "parts", "a list of scheme, host and query") { reader, item in
      let part: LinkPart? = reader.word(item, of: "parts")
      if let part { words.append(Located(part.rawValue, at: reader.at(item.place))) }
      return part
    }
    return checkItems(words, of: "parts") ? parts : []
  }

  private typealias TypeEntry = (
    name: Located<String>, type: ValueType, isOptional: Bool, ignoresMisfits: Bool
  )

  /// Types of path parameters; the pattern, not the type, makes one optional.
  private mutating func pathParameters(
    _ node: YAMLNode?
  ) -> [(name: Located<String>, type: ValueType)] {
    types(node, of: "params").map { entry in
      if entry.isOptional, let position = entry.name.position {
        errors.append(.optionalPathParameter(entry.name.value, at: position))
      }
      return (name: entry.name, type: entry.type)
    }
  }

  private mutating func types(_ node: YAMLNode?, of key: String) -> [TypeEntry] {
    named(node, of: key, isParameter: true) { reader, name, node in
      reader.type(node, of: name.value).map { (name, $0.type, $0.isOptional, $0.ignoresMisfits) }
    }
  }

  /// A type: a word, `[a, b]` as a list or as text, or `(expression)`; text may end in `?` or
  /// `?!`.
  private mutating func type(
    _ node: YAMLNode, of key: String
  ) -> (type: ValueType, isOptional: Bool, ignoresMisfits: Bool)? {
    let expected = "a type"
    if case .sequence(let items) = node.content {
      let options = items.compactMap { text($0, of: key, "a text") }
      guard options.count == items.count else { return nil }
      if options.isEmpty { refuseType("[]", of: key, at: at(node.place)) }
      let isEveryOptionNew = checkItems(options, of: key)
      guard isEveryOptionNew, !options.isEmpty else { return nil }
      return (.oneOf(options.map(\.value)), false, false)
    }
    guard let text = text(node, of: key, expected) else { return nil }
    do throws(Diagnostic) {
      if let type = try TypeText.read(text.value, at: at(node.place)) { return type }
      refuseType(text.value, of: key, at: at(node.place))
    } catch {
      errors.append(error)
    }
    return nil
  }

  private mutating func refuseType(_ text: String, of key: String, at position: SourcePosition) {
    let isWord = !text.utf8.isEmpty && text.utf8.first != UInt8(ascii: "[")
    let near = isWord && !errors.isFull ? nearest(to: text, in: TypeText.words) : nil
    errors.append(
      .badValue(
        key: key, value: text, expected: TypeText.expected, nearest: near, at: position))
  }
}
