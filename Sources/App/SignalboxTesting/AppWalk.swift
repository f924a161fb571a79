import Commands
@_exported public import Navigation
@_exported public import RouteFiles

/// A walk through an app in a unit test: events go in, one-line descriptions come out.
///
///     var shop = PluginDraft("shop")
///     shop.gate("login", challenge: "/login")
///     shop.stack("home", start: "/")
///     shop.route("/", screen: "Home")
///     shop.route("/login", screen: "Login") { $0.presentation = .sheet }
///     shop.route("/orders/:id", screen: "Order") { $0.gates = ["login"] }
///
///     var app = AppWalk(try AppDefinition(plugins: [shop]))
///     #expect(app.open("/orders/7") == "deferred(login)")
///     #expect(app.stack == "Login")
///     #expect(try app.run("login alice") == "moved")
///     #expect(app.stack == "Home > Order(id=7)")
public struct AppWalk: Sendable {
  /// The app.
  public let definition: AppDefinition
  /// The current state.
  public private(set) var state: NavigationState
  /// The last event's outcome and transitions.
  public private(set) var last = Applied(outcome: .moved, transitions: [])

  /// Starts at the app's first screen with all gates closed.
  ///
  /// - Parameter isReady: `false` for a cold start, where links wait for `run("ready")`.
  public init(_ definition: AppDefinition, isReady: Bool = true) {
    self.definition = definition
    state = NavigationState(of: definition, isReady: isReady)
  }

  /// Opens a link, from outside by default, and returns the `outcome`.
  @discardableResult
  public mutating func open(_ link: String, from source: LinkSource = .outside) -> String {
    apply(.open(link, from: source))
  }

  /// Applies the event of a command such as `tap buy` or `login alice`, and returns the `outcome`.
  ///
  /// - Throws: A diagnostic if the command is not an event.
  @discardableResult
  public mutating func run(_ command: String) throws -> String {
    apply(try Event(command: command, nowMilliseconds: state.nowMilliseconds))
  }

  /// Applies an event and returns the `outcome`.
  @discardableResult
  public mutating func apply(_ event: Event) -> String {
    last = state.apply(event, in: definition)
    return outcome
  }

  /// The last outcome: `moved`, `outside`, `duplicated`, `queued`, `deferred(login)`,
  /// `blocked(Editor)`, `asked(Confirm)`, `refused(not-found)`.
  public var outcome: String {
    switch last.outcome {
    case .deferred(let gate): "deferred(\(gate))"
    case .blocked(let screen): "blocked(\(screen))"
    case .asked(let screen): "asked(\(screen))"
    case .refused(let refusal): "refused(\(refusal.reason))"
    case .moved, .outside, .duplicated, .queued: last.outcome.kind
    }
  }

  /// The kinds of the last event's transitions, such as `select push push`.
  public var transitions: String { last.transitions.map(\.word).joined(separator: " ") }

  /// The visible stack, such as `Home > Order(id=7)`.
  public var stack: String { described(state.visibleStack(in: definition)) }

  /// The name of the visible stack's coordinator.
  public var coordinator: String { definition[state.visibleCoordinator(in: definition)].name }

  /// The stack of a coordinator, visible or not; `nil` if there is no such coordinator.
  public func stack(of coordinator: String) -> String? {
    definition.coordinator(named: coordinator).map { described(state.stacks[$0.index]) }
  }

  /// The links that wait for a gate.
  public var deferred: [String] { state.deferred.map(\.link) }

  /// The violated invariants; always empty unless there is a bug in Navigation.
  public var violations: [String] { state.violations(in: definition) }

  /// Checks an expectation, as `expect` does in a script.
  ///
  ///     #expect(app.failure(of: "stack home: Home > Order(id=7)") == nil)
  ///
  /// - Parameter expectation: The words after `expect`, such as `gate login open`; `help expect` at
  ///   the prompt lists them.
  /// - Returns: What was expected and found, or why the words are not an expectation; `nil` if it
  ///   holds. Screens show what their route file or plugin draft describes.
  public func failure(of expectation: String) -> Diagnostic? {
    ExpectationSubject(describing: state, in: definition, last: last)
      .failure(ofWords: expectation)
  }

  private func described(_ stack: [ScreenEntry]) -> String {
    stack.map { entry in
      let values = definition.values(of: entry).map { "\($0.name)=\($0.value)" }
      let name = definition.name(of: entry)
      return values.isEmpty ? name : "\(name)(\(values.joined(separator: ", ")))"
    }.joined(separator: " > ")
  }
}
