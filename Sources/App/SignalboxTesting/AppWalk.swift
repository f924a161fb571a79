public import Navigation

/// A walk through an app in a unit test: events in, one-line descriptions out.
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
  /// The app that is walked through.
  public let definition: AppDefinition
  /// Where the walk is.
  public private(set) var state: NavigationState
  /// What became of the last event, with its transitions.
  public private(set) var last = Applied(outcome: .moved, transitions: [])

  /// Begins at the app's first screen, every gate closed.
  /// - Parameter isReady: `false` for a cold start: links wait for `run("ready")`.
  public init(_ definition: AppDefinition, isReady: Bool = true) {
    self.definition = definition
    state = NavigationState(of: definition, isReady: isReady)
  }

  /// Opens a link, as from outside unless said otherwise; gives the outcome as `outcome` does.
  @discardableResult
  public mutating func open(_ link: String, from source: LinkSource = .outside) -> String {
    apply(.open(link, from: source))
  }

  /// Applies the event that a person would type as this command, such as `tap buy` or `login
  /// alice`; gives the outcome.
  /// - Throws: `EventSyntaxError` if it is no event.
  @discardableResult
  public mutating func run(_ command: String) throws -> String {
    apply(try Event(command: command, nowMilliseconds: state.nowMilliseconds))
  }

  /// Applies an event; gives the outcome.
  @discardableResult
  public mutating func apply(_ event: Event) -> String {
    last = state.apply(event, in: definition)
    return outcome
  }

  /// What became of the last event: `moved`, `outside`, `duplicated`, `queued`, `deferred(login)`,
  /// `blocked(Editor)`, `refused(not-found)`.
  public var outcome: String {
    switch last.outcome {
    case .deferred(let gate): "deferred(\(gate))"
    case .blocked(let screen): "blocked(\(screen))"
    case .refused(let refusal): "refused(\(refusal.reason))"
    case .moved, .outside, .duplicated, .queued: last.outcome.kind
    }
  }

  /// The words of the last event's transitions, such as `select push push`.
  public var transitions: String { last.transitions.map(\.word).joined(separator: " ") }

  /// The visible stack, such as `Home > Order(id=7)`.
  public var stack: String { described(state.visibleStack(in: definition)) }

  /// The name of the coordinator that the visible stack belongs to.
  public var coordinator: String { definition[state.visibleCoordinator(in: definition)].name }

  /// The stack of a coordinator, shown or not; `nil` if there is no such coordinator.
  public func stack(of coordinator: String) -> String? {
    definition.coordinator(named: coordinator).map { described(state.stacks[$0.index]) }
  }

  /// The links that wait for a gate.
  public var deferred: [String] { state.deferred.map(\.link) }

  /// What breaks the standing invariants: nothing, whatever the walk has been.
  public var violations: [String] { state.violations(in: definition) }

  private func described(_ stack: [ScreenEntry]) -> String {
    stack.map { entry in
      let values = definition.values(of: entry).map { "\($0.name)=\($0.value)" }
      let name = definition.name(of: entry)
      return values.isEmpty ? name : "\(name)(\(values.joined(separator: ", ")))"
    }.joined(separator: " > ")
  }
}
