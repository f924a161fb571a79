import Diagnostics
import Navigation

extension Benchmark {
  static let events = Benchmark(
    summary: "events applied on one core: links, taps, tabs, back, login",
    target: "at least 2,000,000 events/s"
  ) { subject, report throws(Diagnostic) in
    let definition = subject.definition
    let events = EventMixture(of: definition).events(count: eventsPerSequence)
    guard !events.isEmpty else {
      throw .nothingToMeasure(benchmark: "events", wanted: "an event that is accepted")
    }
    let samples = Samples(ratePerSecondOf: sequencesPerRun * events.count) {
      var sum = 0
      for _ in 0..<sequencesPerRun {
        var state = NavigationState(of: definition)
        for event in events { sum &+= state.apply(event, in: definition).transitions.count }
      }
      return sum
    }
    report(Figure(metric: "rate", unit: "events/s", samples: samples))
  }
}

private let eventsPerSequence = 10_000
private let sequencesPerRun = 20

/// Generates a sequence of events for an app. It is the same for the same app, and each event is
/// accepted if the sequence is applied from the start.
private struct EventMixture {
  private let definition: AppDefinition
  private let links: [String]
  private var random = SplitMix64(seed: 1)

  init(of definition: AppDefinition) {
    self.definition = definition
    links = sampleLinks(of: definition)
  }

  /// Returns `count` accepted events; fewer only if the app accepts hardly any.
  func events(count: Int) -> [Event] {
    var mixture = self
    var state = NavigationState(of: definition)
    var events: [Event] = []
    for _ in 0..<count * triesPerEvent where events.count < count {
      guard let event = mixture.candidate(in: state) else { continue }
      if case .refused = state.apply(event, in: definition).outcome { continue }
      events.append(event)
    }
    return events
  }

  /// A plausible event of a user: 4 in 10 open a link, 3 in 10 go back, the rest tap, select a tab,
  /// log in or log out.
  private mutating func candidate(in state: NavigationState) -> Event? {
    switch random.next() % 10 {
    case 0, 1: random.pick(links).map { .open($0, from: .outside) }
    case 2, 3: random.pick(links).map { .open($0, from: .inside) }
    case 4, 5: .back
    case 6: .root
    case 7: random.pick(taps(in: state)).map { .tap($0) }
    case 8: random.pick(definition.tabs).map { .select(tab: $0) }
    default: gateEvent(in: state)
    }
  }

  private func taps(in state: NavigationState) -> [String] {
    guard let entry = state.visibleEntry(in: definition),
      case .screen(let screen) = definition[entry.route].target
    else { return [] }
    return definition[screen].taps.map(\.name)
  }

  /// Opens gates more often than it closes them, since users stay logged in.
  private mutating func gateEvent(in state: NavigationState) -> Event? {
    let isOpening = random.next() % 4 > 0
    return random.pick(definition.gates.map(\.name)).map {
      isOpening ? .satisfy(gate: $0, subject: "alice") : .revoke(gate: $0)
    }
  }
}

/// Candidates per wanted event; refused ones are dropped.
private let triesPerEvent = 20
