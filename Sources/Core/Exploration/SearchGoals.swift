import Navigation

/// What a search looks for: states that break rules, and events that show faults.
struct SearchGoals: Sendable {
  private let definition: AppDefinition
  private let rules: [PolicyRule]
  private let observer: FaultObserver
  /// The rules that are still open, by index.
  private var open: [Int]
  private var suspected: Set<AppFault>
  private(set) var verdicts: [Verdict]
  /// The ways found that show a fault.
  private(set) var ways: [AppFault: [Event]] = [:]
  /// The steps of the events applied to judge states.
  private(set) var steps = 0

  init(
    of definition: AppDefinition, _ rules: [PolicyRule], open verdicts: [Verdict],
    _ suspected: [AppFault]
  ) {
    self.definition = definition
    self.rules = rules
    self.verdicts = verdicts
    self.suspected = Set(suspected)
    observer = FaultObserver(of: definition)
    self.open = rules.indices.filter { index in
      if case .after = rules[index] { return false }  // It has a search of its own.
      return verdicts[index] == .open
    }
  }

  /// Whether nothing is left to find.
  var areReached: Bool { open.isEmpty && suspected.isEmpty }

  /// Whether an event shows a fault that is looked for. Adds its own steps to `steps`.
  func isShown(by step: SearchStep, _ steps: inout Int) -> Bool {
    if !suspected.isEmpty, faults(of: step, &steps).contains(where: suspected.contains) {
      return true
    }
    return rulesAboutLinks.contains { isBroken($0, by: step, &steps) }
  }

  private var rulesAboutLinks: [Int] {
    open.filter { if case .neverByLink = rules[$0] { true } else { false } }
  }

  private func isBroken(_ rule: Int, by step: SearchStep, _ steps: inout Int) -> Bool {
    guard !step.applied.transitions.isEmpty else { return false }
    var state = step.before
    let noted = state.apply(step.event, notingLinksIn: definition)
    steps += noted.applied.steps
    return rules[rule].isBroken(by: noted.arrivals, in: state, of: definition)
  }

  private func faults(of step: SearchStep, _ steps: inout Int) -> [AppFault] {
    observer.faults(of: step.event, from: step.before, to: step.after, step.applied, &steps)
  }

  mutating func see(_ step: SearchStep, way: () -> [Event]) {
    for fault in faults(of: step, &steps) where suspected.remove(fault) != nil {
      ways[fault] = way() + (fault.kind == .workLost ? [.dirty(true)] : []) + [step.event]
    }
    for index in rulesAboutLinks where isBroken(index, by: step, &steps) {
      // Steps are seen before the states that they lead to, so that a shorter way is not known.
      verdicts[index] = .broken(way() + [step.event], isShortest: false)
    }
    open.removeAll { verdicts[$0] != .open }
  }

  /// - Parameter shortestMax: The largest number of events for which a way to a goal is known to be
  ///   shortest.
  mutating func see(_ state: NavigationState, way: () -> [Event], shortestMax: Int) {
    if !suspected.isEmpty {
      for fault in observer.faults(of: state, &steps) where suspected.remove(fault) != nil {
        ways[fault] = way()
      }
    }
    for index in open {
      guard let events = rules[index].breach(in: state, of: definition, &steps)
      else { continue }
      let way = way()
      // Of several events that follow, some may be left out from another state.
      let isShortest = way.count <= shortestMax && events.count < 2
      verdicts[index] = .broken(way + events, isShortest: isShortest)
    }
    open.removeAll { verdicts[$0] != .open }
  }
}
