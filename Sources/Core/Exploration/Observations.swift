import Navigation

/// What the states and events of a proof have shown.
struct Observations {
  private let observer: FaultObserver
  /// The rules about links that are asked about, and those of them that an event has broken.
  private let linkRules: [PolicyRule]
  private var broken: Set<PolicyRule> = []
  /// Each once, in the order they were found.
  private(set) var faults: [AppFault] = []
  private var known: Set<AppFault> = []
  /// The taps that were performed at least once.
  private var performed: Set<AppFault.Subject> = []
  /// Why a tap was refused last.
  private var reasons: [AppFault.Subject: String] = [:]
  /// The flows that a tap has finished, by index.
  private var finished: Set<Int> = []
  /// The gates whose challenge was visible, and those that taps opened from there, by index.
  private var asked: Set<Int> = []
  private var answered: Set<Int> = []
  /// The steps of the events applied to look for ways and for links that do not resume.
  private(set) var steps = 0

  init(of definition: AppDefinition, _ rules: [PolicyRule]) {
    observer = FaultObserver(of: definition)
    linkRules = rules.filter { if case .neverByLink = $0 { true } else { false } }
  }

  /// Whether rules about links are asked about.
  var asksForLinks: Bool { !linkRules.isEmpty }

  /// Whether no event has broken a rule about links.
  func excludes(_ rule: PolicyRule) -> Bool { linkRules.contains(rule) && !broken.contains(rule) }

  mutating func see(
    _ arrivals: [Arrival], in state: NavigationState, of definition: AppDefinition
  ) {
    for rule in linkRules
    where !broken.contains(rule) && rule.isBroken(by: arrivals, in: state, of: definition) {
      broken.insert(rule)
    }
  }

  /// Creates observations for further work, which knows what needs no further look.
  init(after other: Observations) {
    observer = other.observer
    (linkRules, broken) = (other.linkRules, other.broken)
    answered = other.answered
  }

  mutating func see(_ state: NavigationState) {
    for fault in observer.faults(of: state, &steps) { add(fault) }
    for gate in observer.askedGates(in: state) where !answered.contains(gate.index) {
      asked.insert(gate.index)
      if observer.canAnswer(gate, in: state, &steps) { answered.insert(gate.index) }
    }
  }

  mutating func see(
    _ event: Event, from before: NavigationState, to after: NavigationState, _ applied: Applied
  ) {
    for fault in observer.faults(of: event, from: before, to: after, applied, &steps) {
      add(fault)
    }
    guard let tap = observer.tap(of: event, in: before) else { return }
    if case .refused(let refusal) = applied.outcome {
      reasons[tap] = refusal.reason
    } else {
      performed.insert(tap)
    }
    for transition in applied.transitions {
      if case .finish = transition.kind, let flow = transition.coordinator {
        finished.insert(flow.index)
      }
    }
  }

  /// Adds what others have shown after these.
  mutating func add(_ other: Observations) {
    for fault in other.faults { add(fault) }
    steps += other.steps
    broken.formUnion(other.broken)
    performed.formUnion(other.performed)
    reasons.merge(other.reasons) { $1 }
    finished.formUnion(other.finished)
    asked.formUnion(other.asked)
    answered.formUnion(other.answered)
  }

  private mutating func add(_ fault: AppFault) {
    if known.insert(fault).inserted { faults.append(fault) }
  }

  /// Why a tap was refused last; `nil` if it never was.
  func refusal(of tap: AppFault.Subject) -> String? { reasons[tap] }

  /// Whether a tap was performed at least once.
  func isPerformed(_ tap: AppFault.Subject) -> Bool { performed.contains(tap) }

  /// The gates whose challenge leads to no tap that opens them, by index.
  var unansweredGates: [Int] { asked.subtracting(answered).sorted() }

  func isFinished(flow index: Int) -> Bool { finished.contains(index) }
}
