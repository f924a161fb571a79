package import Diagnostics
package import Navigation

/// The result of exploring an app: its faults, and verdicts about its rules. A proof for every
/// depth comes first; a search for real ways follows for the questions that it leaves open.
package struct AppExploration {
  /// What is tried, and how much work is done at most.
  package struct Bounds: Sendable {
    /// The steps of all proofs and searches, of which the first proof may take three quarters: one
    /// for each event that is applied, and one for each transition.
    package var stepsMax = 6_000_000
    /// The events of a way that is searched for.
    package var depthMax = 1_000
    /// The states that the search visits first, so that short ways are known to be shortest.
    package var firstStatesMax = 1_000
    /// The views that the search visits.
    package var viewsMax = 200_000
    /// The states that the search visits after that.
    package var statesMax = 20_000
    /// Whether links are opened from inside, too.
    package var opensInside = false

    package init() {}
  }

  /// One for each rule, in their order.
  package private(set) var verdicts: [Verdict]
  /// The faults in the order of the files: those of things that never happen, and those with a way
  /// that shows them.
  package private(set) var findings: [ExplorationFinding] = []
  /// The faults of small states without a known way.
  package private(set) var suspicions: [ExplorationFinding] = []
  /// The codes under `allow` that nothing needs.
  package private(set) var unused: [Diagnostic] = []
  /// Whether any screen has a tap; if not, nothing is known of what users can do on screens.
  package let knowsTaps: Bool
  /// Whether the app has any gate; if not, no screen is protected, and no proof is about a login.
  package let hasGates: Bool
  package private(set) var proof: ReachabilityProof
  /// The search among views.
  package private(set) var search: ViewSearch
  /// The last search among all states.
  package private(set) var walk: ViewSearch

  /// What is being done, with the numbers so far.
  package enum Stage {
    case proof(elements: Int, steps: Int)
    case search(views: Int, depth: Int)
    case walk(states: Int, depth: Int)
    /// Whether a rule holds in every small state of the proof.
    case rule(number: Int)
  }

  /// The steps of all proofs and searches.
  package private(set) var steps = 0
  /// Whether it ended for want of steps.
  package var isOutOfSteps: Bool {
    steps >= bounds.stepsMax
      || !proof.isComplete && proof.steps >= bounds.stepsMax - bounds.stepsMax / 4
  }
  private let definition: AppDefinition
  private let alphabet: Alphabet
  private let bounds: Bounds

  /// Explores an app. The result does not depend on the workers.
  ///
  /// - Parameter isStopped: Polled for whether to stop; undecided questions then stay open.
  package init(
    of definition: AppDefinition, rules: [PolicyRule], bounds: Bounds = Bounds(),
    on workers: some Workers = OneWorker(), isStopped: (Stage) -> Bool = { _ in false }
  ) {
    self.definition = definition
    self.bounds = bounds
    knowsTaps = definition.hasTaps
    hasGates = !definition.gates.isEmpty
    alphabet = Alphabet(of: definition, for: rules, opensInside: bounds.opensInside)
    proof = ReachabilityProof(of: definition, alphabet, rules: rules)
    search = ViewSearch(of: definition, alphabet)
    walk = ViewSearch(of: definition, alphabet, isExact: true)
    verdicts = [Verdict](repeating: .open, count: rules.count)
    var stepsLeft = bounds.stepsMax
    proof.run(stepsMax: stepsLeft - stepsLeft / 4, on: workers) { isStopped($0.stage) }
    stepsLeft -= proof.steps
    let proofStage = proof.stage
    let impossible = proof.impossibilities { steps in
      stepsLeft -= steps
      return stepsLeft <= 0 || isStopped(proofStage)
    }
    if stepsLeft <= 0 { proof.isComplete = false }
    var suspected: [AppFault] = []
    if proof.isComplete {
      let faults = impossible + proof.observations.faults
      let isAllowed = faults.map { fault in
        let code = finding(of: fault).diagnostic.code
        return definition.allowed(for: fault.subject).contains { $0.value == code }
      }
      unused = unusedAllowances(faults)
      findings = impossible.indices.filter { !isAllowed[$0] }.map { finding(of: faults[$0]) }
      suspected = faults.indices.dropFirst(impossible.count)
        .filter { !isAllowed[$0] }.map { faults[$0] }
    }
    for (index, rule) in rules.enumerated() {
      if case .after(let screen, let flow) = rule {
        verdicts[index] = verdict(on: screen, after: flow, workers, &stepsLeft, isStopped)
        continue
      }
      let isProved = rule.isProved(by: proof) { steps in
        stepsLeft -= steps
        return stepsLeft <= 0 || isStopped(.rule(number: index + 1))
      }
      if isProved { verdicts[index] = .proved }
    }
    searchForWays(rules, suspected, workers, stepsLeft, isStopped)
  }

  private func finding(of fault: AppFault, way: [Event] = []) -> ExplorationFinding {
    let isPerformed = proof.observations.isPerformed(fault.subject)
    let reason = isPerformed ? nil : proof.observations.refusal(of: fault.subject)
    return ExplorationFinding(fault, in: definition, refusedFor: reason, way: way)
  }

  private func unusedAllowances(_ faults: [AppFault]) -> [Diagnostic] {
    let found = Set(
      faults.flatMap { fault -> [SourcePosition?] in
        let code = finding(of: fault).diagnostic.code
        return definition.allowed(for: fault.subject).filter { $0.value == code }.map {
          $0.position
        }
      })
    return (definition.screens.flatMap { $0.allowed } + definition.routes.flatMap { $0.allowed })
      .filter { DiagnosticCode.explorable.contains($0.value) && !found.contains($0.position) }
      .map { .unusedAllowance($0) }
  }

  /// Searches for ways that break the open rules and show the suspected faults: among the first
  /// states, among views, and then among more states.
  private mutating func searchForWays(
    _ rules: [PolicyRule], _ suspected: [AppFault], _ workers: some Workers, _ stepsMax: Int,
    _ isStopped: (Stage) -> Bool
  ) {
    var goals = SearchGoals(of: definition, rules, open: verdicts, suspected)
    var stepsLeft = stepsMax
    defer { steps = bounds.stepsMax - stepsLeft + goals.steps }
    for countMax in [bounds.firstStatesMax, nil, bounds.statesMax] {
      var search = ViewSearch(of: definition, alphabet, isExact: countMax != nil)
      guard !goals.areReached, stepsLeft > goals.steps, !isStopped(search.stage) else { break }
      // The search among views leaves as many steps to the last one.
      let end = search.isExact ? 0 : (stepsLeft - goals.steps) / 2
      // An exact search visits each state by a shortest way.
      let shortestMax = search.isExact ? Int.max : walk.depth + 1
      search.run(
        depthMax: bounds.depthMax, viewsMax: countMax ?? bounds.viewsMax, on: workers,
        isStopped: { stepsLeft - goals.steps - $0.steps <= end || isStopped($0.stage) },
        isSeen: { [goals] in goals.isShown(by: $0, &$1) }, step: { goals.see($0, way: $1) },
        visit: { state, way in
          goals.see(state, way: way, shortestMax: shortestMax)
          return !goals.areReached
        })
      stepsLeft -= search.steps
      if search.isExact { walk = search } else { self.search = search }
      if countMax == bounds.firstStatesMax {
        tryOwnEvents(&goals, &stepsLeft) { isStopped(search.stage) }
      }
    }
    verdicts = goals.verdicts
    for fault in suspected {
      if let way = goals.ways[fault] {
        findings.append(finding(of: fault, way: way))
      } else {
        suspicions.append(finding(of: fault))
      }
    }
    // What was observed first depends on the order of the work.
    findings.sort { $0.isListed(before: $1) }
    suspicions.sort { $0.isListed(before: $1) }
  }

  /// Applies to each state that one event leads to the events that depend on it, such as its taps:
  /// with a thousand routes, a search ends before it has tried the taps of each screen.
  private func tryOwnEvents(
    _ goals: inout SearchGoals, _ stepsLeft: inout Int, _ isStopped: () -> Bool
  ) {
    let start = NavigationState(of: definition)
    for event in alphabet.events {
      guard !goals.areReached, stepsLeft > goals.steps, !isStopped() else { return }
      var state = start
      stepsLeft -= state.apply(event, in: definition).steps
      for own in alphabet.events(in: state, of: definition) {
        var after = state
        let applied = after.apply(own, in: definition)
        stepsLeft -= applied.steps
        goals.see(SearchStep(before: state, event: own, after: after, applied: applied)) { [event] }
      }
    }
  }

  /// The verdict about a screen that must not be shown before a flow has finished: what happens if
  /// the flow never does. The proof takes at most half of the steps that are left, as does the
  /// search after it.
  private func verdict(
    on screen: Identifier<ScreenDefinition>, after flow: Identifier<Coordinator>,
    _ workers: some Workers, _ stepsLeft: inout Int, _ isStopped: (Stage) -> Bool
  ) -> Verdict {
    var proof = ReachabilityProof(of: definition, alphabet, withoutFinishOf: flow)
    proof.run(stepsMax: stepsLeft / 2, on: workers) { isStopped($0.stage) }
    stepsLeft -= proof.steps
    guard proof.mayOccur(screen: screen.index) else { return .proved }
    var search = ViewSearch(of: definition, alphabet, withoutFinishOf: flow)
    var verdict = Verdict.open
    let definition = definition
    let stepsMax = stepsLeft / 2
    search.run(
      depthMax: bounds.depthMax, viewsMax: bounds.viewsMax, on: workers,
      isStopped: { $0.steps >= stepsMax || isStopped($0.stage) },
      visit: { state, way in
        if definition.shows(screen, in: state) {
          verdict = .broken(way(), isShortest: false)
        }
        return verdict == .open
      })
    stepsLeft -= search.steps
    return verdict
  }
}

extension ViewSearch {
  fileprivate var stage: AppExploration.Stage {
    isExact ? .walk(states: count, depth: depth) : .search(views: count, depth: depth)
  }
}

extension ReachabilityProof {
  fileprivate var stage: AppExploration.Stage { .proof(elements: count, steps: steps) }

  /// What never happens, in the order of the definition; nothing if the proof is incomplete.
  ///
  /// - Parameter isStopped: Polled with the number of steps since it was polled last.
  func impossibilities(_ isStopped: (_ steps: Int) -> Bool) -> [AppFault] {
    guard isComplete else { return [] }
    var faults: [AppFault] = []
    let (shown, opened) = (occurringScreens(), occurringRoutes())
    for index in definition.screens.indices where !shown.contains(index) {
      faults.append(AppFault(.screenNeverShown, .screen(index)))
    }
    for (index, route) in definition.routes.enumerated() {
      guard case .screen(let screen) = route.target, shown.contains(screen.index),
        !opened.contains(index), !mayOpenUnseen(route: index, isStopped)
      else { continue }
      faults.append(AppFault(.routeNeverOpened, .route(index)))
    }
    for gate in observations.unansweredGates {
      faults.append(AppFault(.gateNeverAnswered, .challenge(gate)))
    }
    for (index, coordinator) in definition.coordinators.enumerated()
    where coordinator.kind == .flow && !observations.isFinished(flow: index) {
      // Without any tap nothing is known of what its screens do.
      let hasTaps = screens(inFlow: index).contains { !definition.screens[$0].taps.isEmpty }
      if hasTaps { faults.append(AppFault(.flowNeverFinishes, .coordinator(index))) }
    }
    return faults
  }
}
