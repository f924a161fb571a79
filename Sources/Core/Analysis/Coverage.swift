import Diagnostics
package import Navigation

/// How often events have used the parts of an app: its routes, screens, taps, gates and
/// coordinators, and the kinds of outcomes, refusals and transitions.
///
///     var coverage = Coverage()
///     coverage.begin(state, in: definition)
///     let before = state
///     let applied = state.apply(event, in: definition)
///     coverage.record(event, applied, from: before, to: state, in: definition)
///
/// What is counted is described in docs/replay.md, "Coverage". `CoverageReport` names the parts.
public struct Coverage: Hashable, Sendable {
  /// The kinds of parts, in the order of reports.
  package enum Kind: String, Sendable, CaseIterable {
    case route, screen, tap, gate, coordinator, outcome, refusal, transition
  }

  /// The uses of a gate; each counts as a part.
  package enum GateUse: Int, Sendable, CaseIterable {
    /// A link had to wait for it.
    case askedFor
    case opened
    case closed
  }

  /// A part of an app, by its indices in the definition.
  package struct Item: Hashable, Sendable {
    package let kind: Kind
    /// The index of the route, screen, gate or coordinator, of a tap's screen, or of a name among
    /// all.
    package let index: Int
    /// The index of a tap on its screen, or the use of a gate; otherwise 0.
    package let part: Int

    package init(_ kind: Kind, _ index: Int, part: Int = 0) {
      (self.kind, self.index, self.part) = (kind, index, part)
    }

    /// The item of an outcome, a refusal or a transition with this name.
    fileprivate init<Name: CaseIterable & Equatable>(_ kind: Kind, named name: Name)
    where Name.AllCases == [Name] {
      self.init(kind, Name.allCases.firstIndex(of: name) ?? 0)
    }
  }

  /// How often each part was used; parts that were not are absent.
  package private(set) var counts: [Item: Int] = [:]

  /// Creates a coverage without uses.
  public init() {}

  package func count(of item: Item) -> Int { counts[item] ?? 0 }

  func uses(_ kind: Kind, _ index: Int, part: Int = 0) -> Bool {
    count(of: Item(kind, index, part: part)) > 0
  }

  /// Adds uses of a part.
  package mutating func add(_ count: Int = 1, to item: Item) { counts[item, default: 0] += count }

  /// Adds the uses that another coverage of the same definition counted.
  package mutating func merge(_ other: Coverage) { counts.merge(other.counts, uniquingKeysWith: +) }
}

extension Coverage {
  /// Counts the coordinators and the screen that a session shows at its beginning.
  package mutating func begin(_ state: NavigationState, in definition: AppDefinition) {
    for coordinator in state.shownCoordinators(in: definition) {
      add(to: Item(.coordinator, coordinator.index))
    }
    addVisibleScreen(of: state, in: definition)
  }

  private mutating func addVisibleScreen(of state: NavigationState, in definition: AppDefinition) {
    guard let entry = state.visibleEntry(in: definition),
      case .screen(let screen) = definition[entry.route].target
    else { return }
    add(to: Item(.screen, screen.index))
  }

  /// Counts what an event used. A refused event uses nothing of the app.
  /// - Parameters:
  ///   - before: The state that the event was applied to.
  ///   - after: The state that resulted.
  package mutating func record(
    _ event: Event, _ applied: Applied, from before: NavigationState, to after: NavigationState,
    in definition: AppDefinition
  ) {
    add(to: Item(.outcome, named: applied.outcome.name))
    for transition in applied.transitions {
      add(to: Item(.transition, named: transition.name))
      if let (gate, use) = transition.gateUse {
        add(to: Item(.gate, gate.index, part: use.rawValue))
      }
    }
    if case .refused(let refusal) = applied.outcome {
      return add(to: Item(.refusal, named: refusal.name))
    }
    if applied.outcome.isPerformed {
      let performed = PerformedEvent(event, in: before, of: definition)
      for tap in performed.taps { add(to: tap) }
      for link in performed.links(opened: applied.transitions, in: before) {
        guard let source = try? definition.source(of: link.source),
          let found = try? definition.resolve(link.text, given: after.openGates, from: source)
        else { continue }
        // A route that leads elsewhere, for guests or because of the source, has not been opened.
        let hops = found.hops.map { $0.route }.filter { definition.screen(shownBy: $0) == nil }
        for route in hops + [found.route] {
          add(to: Item(.route, route.index))
        }
      }
    }
    let shown = before.shownCoordinators(in: definition)
    for coordinator in after.shownCoordinators(in: definition).subtracting(shown) {
      add(to: Item(.coordinator, coordinator.index))
    }
    let entry = after.visibleEntry(in: definition)
    if entry?.id != before.visibleEntry(in: definition)?.id {
      addVisibleScreen(of: after, in: definition)
    }
  }
}

extension Coverage {
  /// Counts a tap whose target the content of the screen decides: the event of that target, if
  /// there is one, is recorded like any other.
  /// - Parameters:
  ///   - outcome: That of the event; `nil` if the screen handled the tap.
  ///   - before: The state in which the screen was visible.
  package mutating func record(
    tap name: String, _ outcome: Outcome?, from before: NavigationState,
    in definition: AppDefinition
  ) {
    guard outcome?.isPerformed ?? true,
      let (item, _, _) = before.describedTap(name, in: definition)
    else { return }
    add(to: item)
  }
}

extension Outcome {
  /// Whether the event happened now: `confirm` performs one that is blocked, and `ready` opens a
  /// link that is queued.
  fileprivate var isPerformed: Bool {
    switch self {
    case .moved, .outside, .deferred, .duplicated: true
    case .blocked, .queued, .asked, .refused: false
    }
  }
}

/// What an event does: a tap performs another event, and so does `confirm`.
private struct PerformedEvent {
  private(set) var event: Event
  /// The described taps that it performs.
  private(set) var taps: [Coverage.Item] = []

  init(_ event: Event, in state: NavigationState, of definition: AppDefinition) {
    self.event = event
    var question = state.pendingLeave
    // A tap can confirm a tap; neither can lead further, since one question is open at most and no
    // tap has a tap as its target.
    while true {
      switch self.event {
      case .confirm:
        guard let pending = question else { return }
        question = nil
        self.event = pending.event
      case .tap(let name):
        guard let (item, tap, entry) = state.describedTap(name, in: definition) else { return }
        taps.append(item)
        switch tap.target {
        case .link: self.event = .open(definition.link(of: tap, on: entry) ?? "", from: .inside)
        case .event(.tap): return
        case .event(let event): self.event = event
        }
      default: return
      }
    }
  }

  /// The links that it opened: not those that wait for a gate now, nor those that were refused.
  func links(
    opened transitions: [Transition], in before: NavigationState
  ) -> [(text: String, source: LinkSource)] {
    let tried: [(text: String, source: LinkSource)] =
      switch event {
      case .open(let link, let source): [(link, source)]
      case .accept: before.request.map { [($0.link, $0.source)] } ?? []
      case .ready: before.queue.map { ($0.link, $0.source) }
      case .satisfy:
        transitions.compactMap { transition in
          guard case .resume(let gate, _) = transition.kind else { return nil }
          return before.deferred.first { $0.gate == gate }.map { ($0.link, $0.source) }
        }
      default: []
      }
    let failed = transitions.compactMap { transition -> String? in
      switch transition.kind {
      case .defer(_, let link), .drop(_, let link, .refused): link
      default: nil
      }
    }
    return tried.filter { link in !failed.contains { sameBytes($0, link.text) } }
  }
}

extension Transition {
  /// The gate that it uses, and how.
  fileprivate var gateUse: (Identifier<Gate>, Coverage.GateUse)? {
    switch kind {
    case .defer(let gate, _): (gate, .askedFor)
    case .gateOpened(let gate, _): (gate, .opened)
    case .gateClosed(let gate, _): (gate, .closed)
    default: nil
    }
  }
}

extension NavigationState {
  /// The described tap of the visible screen; `nil` if there is none of this name.
  fileprivate func describedTap(
    _ name: String, in definition: AppDefinition
  ) -> (item: Coverage.Item, tap: Tap, entry: ScreenEntry)? {
    guard let entry = visibleEntry(in: definition),
      case .screen(let id) = definition[entry.route].target,
      let index = definition[id].taps.firstIndex(where: { sameBytes($0.name, name) })
    else { return nil }
    return (Coverage.Item(.tap, id.index, part: index), definition[id].taps[index], entry)
  }

  /// The coordinators from the root to the visible one, and those of the layers above it.
  fileprivate func shownCoordinators(in definition: AppDefinition) -> Set<Identifier<Coordinator>> {
    Set(visiblePath(in: definition) + layers.map { $0.coordinator })
  }
}
