import Diagnostics
import Navigation

/// Finds the faults that single states and events show.
struct FaultObserver {
  private let definition: AppDefinition
  private let paths: UserPaths
  /// The gates that a tap opens. Of the others only the app's own code knows what opens them.
  private let gatesOfTaps: Set<Identifier<Gate>>

  init(of definition: AppDefinition) {
    self.definition = definition
    paths = UserPaths(of: definition)
    gatesOfTaps = Set(
      definition.screens.flatMap { $0.taps }.compactMap { tap in
        guard case .event(.satisfy(let gate, _)) = tap.target else { return nil }
        return definition.gate(named: gate)
      })
  }

  // MARK: States

  /// The faults of a state. Adds those of the events that were applied to `steps`.
  func faults(of state: NavigationState, _ steps: inout Int) -> [AppFault] {
    guard !state.isInBackground, state.layers.isEmpty,
      let entry = state.visibleEntry(in: definition), state.visibleStack(in: definition).count == 1,
      case .screen(let screen) = definition[entry.route].target,
      !definition.isStart(entry, of: state.visibleBase(in: definition)),
      !definition.challengedGates(by: entry).contains(where: state.canBeAsked)
    else { return [] }
    var moved = state
    guard case .refused = moved.apply(.back, in: definition).outcome else { return [] }
    var faults = [AppFault(.backEndsElsewhere, .route(entry.route.index))]
    let isHome = { (state: NavigationState) in
      guard state.layers.isEmpty, let entry = state.visibleEntry(in: definition) else {
        return false
      }
      return definition.isStart(entry, of: state.visibleBase(in: definition))
    }
    if definition.hasTaps, paths.reach(isHome, from: state, &steps) == false {
      faults.append(AppFault(.noWayHome, .screen(screen.index)))
    }
    return faults
  }

  /// The closed gates that a tap opens and whose challenge is visible.
  func askedGates(in state: NavigationState) -> [Identifier<Gate>] {
    guard !gatesOfTaps.isEmpty, let entry = state.visibleEntry(in: definition) else { return [] }
    return definition.challengedGates(by: entry).filter {
      gatesOfTaps.contains($0) && !state.openGates.contains($0)
    }
  }

  /// Whether a user can open a gate by taps without leaving its challenge, or that is unknown: it
  /// is of other stacks of the tree.
  func canAnswer(
    _ gate: Identifier<Gate>, in state: NavigationState, _ steps: inout Int
  ) -> Bool {
    paths.reach({ $0.openGates.contains(gate) }, from: state, &steps) { before, after in
      guard after.showsChallenge(of: gate, in: definition) else { return false }
      return before.visibleBase(in: definition) == after.visibleBase(in: definition) ? nil : true
    } ?? true
  }

  // MARK: Events

  /// The faults of an event. Adds those of further events that were applied to `steps`.
  func faults(
    of event: Event, from before: NavigationState, to after: NavigationState, _ applied: Applied,
    _ steps: inout Int
  ) -> [AppFault] {
    var faults: [AppFault] = []
    if case .refused = applied.outcome, let tap = tap(of: event, in: before) {
      faults.append(AppFault(.tapRefused, tap))
    }
    guard !applied.transitions.isEmpty else { return faults }
    if isTwice(after), !isTwice(before), let entry = after.visibleEntry(in: definition) {
      faults.append(AppFault(.screenTwice, .route(entry.route.index)))
    }
    for transition in applied.transitions {
      if case .defer(let gate, _) = transition.kind,
        let fault = faultOfLink(waitingFor: gate, in: after, by: event, from: before, &steps)
      {
        faults.append(fault)
      }
    }
    if let entry = before.visibleEntry(in: definition), before.openGates != after.openGates,
      definition.screen(of: entry)?.leave == .confirm, after.entry(entry.id) == nil,
      case .screen(let screen) = definition[entry.route].target
    {
      faults.append(AppFault(.workLost, .screen(screen.index)))
    }
    return faults
  }

  /// The tap that an event performs, if it is one that a user can do: not in the background.
  func tap(of event: Event, in state: NavigationState) -> AppFault.Subject? {
    guard case .tap(let name) = event, !state.isInBackground,
      let entry = state.visibleEntry(in: definition),
      case .screen(let screen) = definition[entry.route].target,
      let tap = definition[screen].taps.firstIndex(where: { sameBytes($0.name, name) })
    else { return nil }
    return .tap(tap, screen: screen.index)
  }

  /// Whether the two top screens of the visible stack are the same.
  private func isTwice(_ state: NavigationState) -> Bool {
    let top = state.visibleStack(in: definition).suffix(2)
    guard top.count == 2, let first = top.first, let last = top.last else { return false }
    return definition.isSame(first, last)
  }

  /// The fault that appears if the gate that a link waits for, and all gates it then waits for,
  /// open at once.
  private func faultOfLink(
    waitingFor gate: Identifier<Gate>, in state: NavigationState, by event: Event,
    from before: NavigationState, _ steps: inout Int
  ) -> AppFault? {
    guard let subject = subject(of: event, in: before) else { return nil }
    var (state, gate) = (state, gate)
    var isRelative = false
    // Every turn opens a gate.
    for _ in definition.gates {
      guard let link = state.deferred.first(where: { $0.gate == gate }) else { return nil }
      isRelative = isRelative || link.starter != nil
      let name = definition[gate].name
      let result = state.apply(.satisfy(gate: name, subject: link.subject), in: definition)
      steps += result.steps
      var next: Identifier<Gate>?
      var isResumed = false
      for transition in result.transitions {
        switch transition.kind {
        case .resume(gate, _): isResumed = true
        case .drop(gate, _, _): isResumed = false
        case .defer(let other, _): next = other
        default: break
        }
      }
      guard isResumed else { return AppFault(.linkNeverResumes, subject) }
      guard let next else {
        let starter = before.visibleEntry(in: definition)
        guard isRelative, let starter, !shows(starter, state) else { return nil }
        return AppFault(.linkResumesElsewhere, subject)
      }
      gate = next
    }
    return nil
  }

  /// Whether a screen is in the tree, or another that is the same.
  private func shows(_ entry: ScreenEntry, _ state: NavigationState) -> Bool {
    var isShown = false
    state.forEachEntry { other, _ in isShown = isShown || definition.isSame(other, entry) }
    return isShown
  }

  /// What opened a link; `nil` for a link that resumes, since something else opened it.
  private func subject(of event: Event, in state: NavigationState) -> AppFault.Subject? {
    switch event {
    case .open(_, .inside): nil
    case .open(let link, let source):
      definition.route(openedBy: link, from: source).map { .route($0.index) }
    case .select(let tab): definition.coordinator(named: tab).map { .coordinator($0.index) }
    default: tap(of: event, in: state)
    }
  }
}

extension AppDefinition {
  /// The route that a link opens; `nil` if it opens none.
  func route(openedBy link: String, from source: LinkSource) -> Identifier<Route>? {
    guard let source = try? self.source(of: source) else { return nil }
    return (try? resolve(link, from: source))?.route
  }

  /// Whether any screen declares what its user can do; otherwise nothing is known about ways home.
  var hasTaps: Bool { screens.contains { !$0.taps.isEmpty } }
}
