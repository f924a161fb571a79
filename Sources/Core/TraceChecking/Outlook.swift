import Navigation

/// An event that can have happened without a line, and what is known about it without applying it.
///
/// A class: each state to search from has a list of them.
final class UnobservedEvent: Sendable {
  /// What decides whether an event can be skipped.
  enum Effect: Sendable {
    case back, dismiss, root, finish, cancel
    case pop(Int)
    /// Makes one of these stacks visible.
    case select([Identifier<Coordinator>])
    case satisfy(Identifier<Gate>)
    case revoke(Identifier<Gate>)
    /// Opens a link to this screen; `nil` if the link opens nothing in the app.
    case show(Identifier<ScreenDefinition>?)
    /// Opens the tap's link, which has values of the visible screen.
    case fill
    case unknown
  }

  let event: Event
  let effect: Effect
  /// `nil` for an event other than a tap.
  let tap: Tap?

  init(_ event: Event, in definition: AppDefinition) {
    self.event = event
    tap = nil
    effect = Effect(event, in: definition)
  }

  init(_ tap: Tap, in definition: AppDefinition) {
    event = .tap(tap.name)
    self.tap = tap
    effect =
      switch tap.target {
      case .event(let event): Effect(event, in: definition)
      case .link(let link) where link.names.isEmpty:
        definition.effect(ofOpening: link.filled { _ in nil }, from: .inside)
      case .link: .fill
      }
  }
}

extension UnobservedEvent.Effect {
  fileprivate init(_ event: Event, in definition: AppDefinition) {
    let found: Self? =
      switch event {
      case .back: .back
      case .dismiss: .dismiss
      case .root: .root
      case .finish(nil): .finish
      case .cancel: .cancel
      case .popTo(.count(let count)) where count > 0: .pop(count)
      case .select(let tab):
        definition.coordinator(named: tab).map { .select(definition.coordinators(below: $0)) }
      case .satisfy(let gate, nil): definition.gate(named: gate).map { .satisfy($0) }
      case .revoke(let gate): definition.gate(named: gate).map { .revoke($0) }
      case .open(let link, let source): definition.effect(ofOpening: link, from: source)
      case .popTo, .finish, .satisfy, .dirty, .confirm, .accept, .decline, .background, .foreground,
        .ready, .tick, .tap:
        nil
      }
    self = found ?? .unknown
  }
}

/// The screens that must become or stay visible for an unobserved event to matter: that of the next
/// line, and the visible one.
///
/// An event that certainly shows another screen, or is refused or changes nothing, need not be
/// applied. All others are applied: `NavigationState.apply` decides.
final class Outlook {
  private let definition: AppDefinition
  private let state: NavigationState
  private let stack: ArraySlice<ScreenEntry>
  private let visible: ScreenEntry
  private let visibleScreen: Identifier<ScreenDefinition>?
  private let nextScreen: Identifier<ScreenDefinition>?
  /// Whether the challenge of a gate that can be asked for is one of these screens.
  private let canChallenge: Bool
  /// The moves that have been admitted.
  private var moves: [Move] = []

  /// What several events can do alike.
  private enum Move: Equatable {
    /// Pops the visible stack to this number of screens.
    case pop(to: Int)
    /// Dismisses the layer with this index and those above it.
    case dismiss(Int)
    case select([Identifier<Coordinator>])
  }

  /// - Parameter next: The screen of the next line; `nil` for an event.
  /// - Returns: `nil` for a state in which events can have other effects than those described here.
  init?(
    of state: NavigationState, ahead next: Identifier<ScreenDefinition>?,
    in definition: AppDefinition
  ) {
    stack = state.visible(in: definition)
    guard state.isReady, state.pendingLeave == nil, state.request == nil, !state.hasUnsavedWork,
      let visible = stack.last
    else { return nil }
    self.definition = definition
    self.state = state
    self.visible = visible
    visibleScreen = definition.screen(shownBy: visible.route)
    nextScreen = next
    canChallenge = definition.gateIDs.contains { [visibleScreen, nextScreen] gate in
      // One that a link requires for one account is asked for while it is open for another.
      guard state.canBeAsked(for: gate) || definition.accountGates.contains(gate) else {
        return false
      }
      let screen = definition.screen(shownBy: definition.gates[gate.index].challenge.route)
      return screen == visibleScreen || screen == nextScreen
    }
  }

  /// Whether an event can matter, and no event checked before does the same.
  func admits(_ candidate: UnobservedEvent) -> Bool {
    let layers = state.layers
    switch candidate.effect {
    case .back where stack.count > 1: return admitsPop(to: stack.count - 1)
    case .back where layers.isEmpty:
      return canChallenge || definition.coordinatorIDs.contains { canEnter($0) }
    case .back, .dismiss: return !layers.isEmpty && admitsDismissal(of: layers.count - 1)
    case .root: return admitsPop(to: 1)
    case .pop(let count): return admitsPop(to: stack.count - count)
    case .finish:
      return layers.lastIndex { $0.kind == .flow }.map { admitsDismissal(of: $0) } ?? false
    case .cancel:
      return definition.gates.indices.contains {
        definition.screen(shownBy: definition.gates[$0].challenge.route) == visibleScreen
      }
    case .select(let stacks):
      return layers.isEmpty && (canChallenge || stacks.contains { canEnter($0) })
        && isFirst(.select(stacks))
    case .satisfy(let gate):
      return state.canBeAsked(for: gate)
        && definition.gates[gate.index].requires.isSubset(of: state.openGates)
    case .revoke(let gate): return state.openGates.contains(gate)
    case .show(let screen): return screen.map { canShow($0) } ?? false
    case .fill:
      guard let link = candidate.tap.flatMap({ definition.link(of: $0, on: visible) }) else {
        return true
      }
      guard case .show(let screen) = definition.effect(ofOpening: link, from: .inside) else {
        return true
      }
      return screen.map { canShow($0) } ?? false
    case .unknown: return true
    }
  }

  private func admits(_ screen: Identifier<ScreenDefinition>) -> Bool {
    screen == nextScreen || screen == visibleScreen
  }

  /// Whether a route shows one of these, or may show nothing.
  private func admits(_ route: Identifier<Route>?) -> Bool {
    route.flatMap { definition.screen(shownBy: $0) }.map { admits($0) } ?? true
  }

  private func admitsPop(to count: Int) -> Bool {
    (1..<max(1, stack.count)).contains(count)
      && admits(stack[stack.startIndex + count - 1].route) && isFirst(.pop(to: count))
  }

  /// Whether a layer and those above it can be dismissed.
  private func admitsDismissal(of index: Int) -> Bool {
    let below =
      index > 0
      ? state.layers[index - 1].stack.last?.route
      : state.stacks[state.visibleBase(in: definition)].last?.route
    return admits(below) && isFirst(.dismiss(index))
  }

  private func isFirst(_ move: Move) -> Bool {
    if moves.contains(move) { return false }
    moves.append(move)
    return true
  }

  /// Whether a link to a screen shows one of these: the screen itself, or a challenge.
  private func canShow(_ screen: Identifier<ScreenDefinition>) -> Bool {
    canChallenge || admits(screen)
  }

  /// Whether one of these becomes visible if a stack without layers does; selecting the visible one
  /// shows its first screen.
  private func canEnter(_ owner: Identifier<Coordinator>) -> Bool {
    let stack = state.stacks[owner]
    if owner == state.visibleBase(in: definition) {
      return stack.count > 1 && admits(stack.first?.route)
    }
    if let top = stack.last { return admits(top.route) }
    // Elements of the arrays: reading one property does not copy the whole entity.
    switch definition.coordinators[owner.index].kind {
    case .tabs, .switch: return false
    case .stack, .flow: return admits(definition.coordinators[owner.index].start?.route)
    }
  }
}

extension AppDefinition {
  /// What a link shows, unless that depends on the gates or the user is asked first.
  fileprivate func effect(
    ofOpening link: String, from source: LinkSource
  ) -> UnobservedEvent.Effect {
    guard let source = try? self.source(of: source), let found = try? resolve(link, from: source)
    else { return .show(nil) }
    guard self[found.route].guests?.otherwise == nil, consent(to: found.route, from: source) == nil
    else { return .unknown }
    return .show(screen(shownBy: found.route))
  }

  /// A coordinator and all coordinators below it.
  fileprivate func coordinators(
    below coordinator: Identifier<Coordinator>
  ) -> [Identifier<Coordinator>] {
    [coordinator] + self[coordinator].children.flatMap { coordinators(below: $0) }
  }
}
