import Diagnostics

/// String literals as names in Swift code; the enclosing call provides the position.
extension Located: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByStringLiteral
where Value == String {
  /// Creates a text without a position.
  public init(stringLiteral value: String) {
    self.init(value, at: nil)
  }
}

/// Declares an app in Swift, for tests and plugins.
///
///     var shop = PluginDraft("shop")
///     shop.stack("home", start: "/")
///     shop.route("/", screen: "Home")
///     shop.route("/items/:id", screen: "Item") {
///       $0.params = [("id", .int)]
///       $0.gates = ["login"]
///     }
///     let definition = try AppDefinition(plugins: [shop])
///
/// Screens need no content: a name is enough. Errors point at the call.
extension PluginDraft {
  /// Creates a plugin that is declared in Swift.
  public init(_ name: String, file: String = #fileID, line: Int = #line, column: Int = #column) {
    self.init(name: Located(name, at: SourcePosition(file: file, line: line, column: column)))
    makesScreens = true
  }

  /// Adds a base, such as `shop://` or `https://shop.example`.
  public mutating func links(
    _ base: String, file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    bases.append(Located(base, at: SourcePosition(file: file, line: line, column: column)))
  }

  /// Adds a gate with the link of its challenge.
  public mutating func gate(
    _ name: String, challenge: String, file: String = #fileID, line: Int = #line,
    column: Int = #column, _ configure: (inout GateDraft) -> Void = { _ in }
  ) {
    let position = SourcePosition(file: file, line: line, column: column)
    var draft = GateDraft(
      name: Located(name, at: position), challenge: Located(challenge, at: position))
    configure(&draft)
    draft.requires = placed(draft.requires, at: position)
    gates.append(draft)
  }

  /// Adds a stack with the link of its first screen.
  public mutating func stack(
    _ name: String, start: String, gates: [Located<String>] = [], file: String = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    add(
      name, .stack, start: start, gates: gates,
      at: SourcePosition(file: file, line: line, column: column))
  }

  /// Adds a flow with the link of its first screen.
  public mutating func flow(
    _ name: String, start: String, gates: [Located<String>] = [], file: String = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    add(
      name, .flow, start: start, gates: gates,
      at: SourcePosition(file: file, line: line, column: column))
  }

  /// Adds tabs with their children, in order.
  public mutating func tabs(
    _ name: String, _ children: [Located<String>], gates: [Located<String>] = [],
    back: BackPolicy? = nil, file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    add(
      name, .tabs, children: children, gates: gates, back: back,
      at: SourcePosition(file: file, line: line, column: column))
  }

  /// Adds a switch, which shows the first child whose gates are all open.
  public mutating func oneOf(
    _ name: String, _ children: [Located<String>], gates: [Located<String>] = [],
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    add(
      name, .switch, children: children, gates: gates,
      at: SourcePosition(file: file, line: line, column: column))
  }

  /// Adds a route to a screen; `configure` sets optional properties.
  public mutating func route(
    _ path: String, screen: String, file: String = #fileID, line: Int = #line,
    column: Int = #column, _ configure: (inout RouteDraft) -> Void = { _ in }
  ) {
    add(path, at: SourcePosition(file: file, line: line, column: column)) {
      $0.screen = Located(screen, at: nil)
      configure(&$0)
    }
  }

  /// Adds a redirect.
  public mutating func redirect(
    _ path: String, to target: String, file: String = #fileID, line: Int = #line,
    column: Int = #column, _ configure: (inout RouteDraft) -> Void = { _ in }
  ) {
    add(path, at: SourcePosition(file: file, line: line, column: column)) {
      $0.redirect = Located(target, at: nil)
      configure(&$0)
    }
  }

  /// Adds a route whose links belong in the browser.
  public mutating func outside(
    _ path: String, file: String = #fileID, line: Int = #line, column: Int = #column,
    _ configure: (inout RouteDraft) -> Void = { _ in }
  ) {
    add(path, at: SourcePosition(file: file, line: line, column: column)) {
      $0.presentation = .outside
      configure(&$0)
    }
  }

  /// Adds a route whose links are refused.
  public mutating func refuse(
    _ path: String, file: String = #fileID, line: Int = #line, column: Int = #column,
    _ configure: (inout RouteDraft) -> Void = { _ in }
  ) {
    add(path, at: SourcePosition(file: file, line: line, column: column)) {
      $0.presentation = .refuse
      configure(&$0)
    }
  }

  /// Adds a source of links.
  public mutating func source(
    _ name: String, _ rule: Source.Rule = .named, consent: String? = nil, file: String = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    let position = SourcePosition(file: file, line: line, column: column)
    let consent = consent.map { Located($0, at: position) }
    sources.append(SourceDraft(name: Located(name, at: position), rule: rule, consent: consent))
  }

  /// Adds keys to the routes of other plugins that have the same path.
  public mutating func extend(
    _ path: String, file: String = #fileID, line: Int = #line, column: Int = #column,
    _ configure: (inout RouteDraft) -> Void
  ) {
    extensions.append(
      draft(path, at: SourcePosition(file: file, line: line, column: column), configure))
  }

  /// Adds the content of a screen; `configure` sets its title, taps and leave policy.
  public mutating func screen(
    _ name: String, file: String = #fileID, line: Int = #line, column: Int = #column,
    _ configure: (inout ScreenDraft) -> Void
  ) {
    let position = SourcePosition(file: file, line: line, column: column)
    var draft = ScreenDraft(name: Located(name, at: position))
    configure(&draft)
    draft.title = draft.title.map { placed($0, at: position) }
    draft.taps = draft.taps.map { (placed($0.name, at: position), placed($0.target, at: position)) }
    screens.append(draft)
  }

  private mutating func add(
    _ name: String, _ kind: CoordinatorKind, children: [Located<String>] = [],
    start: String? = nil, gates: [Located<String>], back: BackPolicy? = nil,
    at position: SourcePosition
  ) {
    var draft = CoordinatorDraft(name: Located(name, at: position), kind: kind)
    draft.children = placed(children, at: position)
    draft.start = start.map { Located($0, at: position) }
    draft.gates = placed(gates, at: position)
    draft.back = back
    coordinators.append(draft)
  }

  private mutating func add(
    _ path: String, at position: SourcePosition, _ configure: (inout RouteDraft) -> Void
  ) {
    routes.append(draft(path, at: position, configure))
  }

  private func draft(
    _ path: String, at position: SourcePosition, _ configure: (inout RouteDraft) -> Void
  ) -> RouteDraft {
    var draft = RouteDraft(path: Located(path, at: position))
    configure(&draft)
    place(&draft, at: position)
    return draft
  }

  /// Apart from `draft`, which the compiler specializes for each closure.
  private func place(_ draft: inout RouteDraft, at position: SourcePosition) {
    draft.screen = draft.screen.map { placed($0, at: position) }
    draft.redirect = draft.redirect.map { placed($0, at: position) }
    draft.name = draft.name.map { placed($0, at: position) }
    draft.coordinator = draft.coordinator.map { placed($0, at: position) }
    draft.bases = draft.bases.map { placed($0, at: position) }
    draft.parents = placed(draft.parents, at: position)
    draft.gates = placed(draft.gates, at: position)
    draft.accounts = draft.accounts.map {
      (placed($0.gate, at: position), placed($0.value, at: position))
    }
    draft.guests = draft.guests.map { placed($0, at: position) }
    draft.sources = draft.sources.map { placed($0, at: position) }
    draft.consent = draft.consent.map { placed($0, at: position) }
    draft.otherwise = draft.otherwise.map { placed($0, at: position) }
    draft.intent = draft.intent.map { placed($0, at: position) }
    draft.params = draft.params.map { (placed($0.name, at: position), $0.type) }
    draft.values = draft.values.map {
      (placed($0.name, at: position), placed($0.text, at: position))
    }
    draft.query = draft.query.map { (placed($0.name, at: position), $0.type, $0.isOptional) }
  }

  private func placed(_ text: Located<String>, at position: SourcePosition) -> Located<String> {
    Located(text.value, at: text.position ?? position)
  }

  private func placed(
    _ texts: [Located<String>], at position: SourcePosition
  ) -> [Located<String>] {
    texts.map { placed($0, at: position) }
  }
}
