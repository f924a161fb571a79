import Navigation
import Traces

/// Explains the lines of a session one after another: keeps the possible states of the app, and
/// looks for unobserved events where a line does not follow from them.
///
/// A line is explained with as few unobserved events ahead of it as possible. If it cannot be, the
/// lines just before it are explained again in every way that the limits admit: an event without a
/// visible effect, such as an opened gate, can matter only later.
struct SessionSearch {
  private let definition: AppDefinition
  private let rules: LogRules
  private let unobserved: UnobservedEvents
  private let entries: [TraceEntry]
  /// For each line, the latest time up to it: lines can lack one, and clocks are set back.
  private let times: [Int64?]
  private(set) var ways = Ways()
  /// The states ahead of each line, without the states themselves: their ways lead to them again.
  private var marks: [(way: Int32, logged: Hypothesis.Logged)] = []
  /// For each line, where its marks begin.
  private var markStarts: [Int] = []
  /// States ahead of the last two lines whose numbers are multiples of `SearchLimits.linesKept`.
  private var checkpoints: [[Int32: NavigationState]] = [[:], [:]]
  /// Whether events that cannot matter are applied, too: the answers are the same.
  var appliesAll: Bool
  /// How many more events the search can try for this session.
  private var triesLeft: Int
  private let triesOfLines: Int
  private let triesMax: Int
  /// The links that show the screens of lines, by line.
  private var links: [Int: (links: [UnobservedEvents.ShownLink], areAll: Bool)] = [:]
  /// Whether the search for the last line ended at a limit.
  private(set) var isCut = false

  init(
    _ entries: [TraceEntry], of definition: AppDefinition, under rules: LogRules,
    _ unobserved: UnobservedEvents, triesMax: Int = SearchLimits.triesPerSession
  ) {
    (self.entries, self.definition, self.rules) = (entries, definition, rules)
    self.unobserved = unobserved
    // Where screens can be missing, an event can show any screen.
    appliesAll = rules.isSampled
    var latest: Int64?
    times = entries.map { entry in
      latest = [latest, entry.milliseconds].compactMap { $0 }.max()
      return latest
    }
    self.triesMax = triesMax
    triesOfLines = entries.count * SearchLimits.triesPerLine
    triesLeft = triesMax + triesOfLines
    markStarts.reserveCapacity(entries.count)
    marks.reserveCapacity(entries.count)
  }

  /// The events that were tried, beyond those that are allowed for each line.
  var furtherTries: Int { max(0, triesMax - triesLeft) }

  /// Explains as many lines as it can.
  /// - Returns: How many, and the states after them; never empty.
  mutating func run() -> (explained: Int, last: [Hypothesis]) {
    var current = starts
    for index in entries.indices {
      markStarts.append(marks.count)
      for hypothesis in current { marks.append((hypothesis.way, hypothesis.logged)) }
      if index.isMultiple(of: SearchLimits.linesKept) { keep(current) }
      isCut = false
      advance(&current, to: index)
      // Most lines follow from the only state that is left, which is then changed in place.
      if current.count == 1, explain(index, by: &current[0]) { continue }
      guard isKnown(entries[index].observation) else { return (index, current) }
      var next = explained(index, by: current, depthMax: depthMax, isThorough: false)
      if next.isEmpty { next = explainedAgain(index) }
      if next.isEmpty { return (index, current) }
      current = next
    }
    return (entries.count, current)
  }

  /// Whether the definition has the screen of a line; otherwise nothing can show it.
  private func isKnown(_ observation: Observation) -> Bool {
    ObservedKind(observation) != .screen || unobserved.screen(of: observation) != nil
  }

  private var depthMax: Int {
    rules.isSampled ? SearchLimits.sampledDepthMax : SearchLimits.depthMax
  }

  /// The states at the start. A session that begins with a link can have received it before the app
  /// was ready.
  private var starts: [Hypothesis] {
    let warm = Hypothesis(
      state: NavigationState(of: definition), way: Ways.start, logged: .optional)
    guard case .event(.open)? = entries.first?.observation else { return [warm] }
    let cold = NavigationState(of: definition, isReady: false)
    return [warm, Hypothesis(state: cold, way: Ways.coldStart, logged: .optional)]
  }

  /// Advances the clock to a line's time, where a link waits or gates lapse: nothing else depends
  /// on the clock.
  private mutating func advance(_ hypotheses: inout [Hypothesis], to index: Int) {
    guard index > 0, let now = times[index], let earlier = times[index - 1], now > earlier
    else { return }
    for place in hypotheses.indices
    where !definition.lapsingGates.isEmpty || !hypotheses[place].state.deferred.isEmpty {
      let (elapsed, isTooMuch) = now.subtractingReportingOverflow(earlier)
      let (time, overflow) = hypotheses[place].state.nowMilliseconds
        .addingReportingOverflow(isTooMuch ? .max : elapsed)
      perform(.tick(milliseconds: overflow ? .max : time), in: &hypotheses[place])
    }
  }

  @discardableResult
  private mutating func perform(_ event: Event, in hypothesis: inout Hypothesis) -> Outcome {
    let outcome = hypothesis.apply(event, isSampled: rules.isSampled, in: definition)
    hypothesis.way = ways.append(event, to: hypothesis.way)
    return outcome
  }

  /// Whether a line follows from a state without unobserved events. If it does, the state becomes
  /// the one after the line; otherwise it is unchanged.
  private mutating func explain(_ index: Int, by hypothesis: inout Hypothesis) -> Bool {
    switch entries[index].observation {
    case .screen(let observed):
      guard isShown(observed, in: hypothesis) else { return false }
      hypothesis.logged = .yes
      return true
    case .event(let event):
      guard hypothesis.logged != .missing else { return false }
      if let gate = event.revokedGate(in: definition), definition.lapsingGates.contains(gate),
        !hypothesis.state.openGates.contains(gate)
      {
        // It has lapsed, and the app says so.
        return true
      }
      let way = hypothesis.way
      guard case .refused(let refusal) = perform(event, in: &hypothesis) else { return true }
      if event.isAnswered(by: refusal) { return true }
      // A refused event has not changed the state.
      hypothesis.way = way
      guard case .unknownTap = refusal else { return false }
      return hypothesis.state.visibleEntry(in: definition).map(unobserved.decidesTaps) ?? false
    }
  }

  /// Whether the visible screen is the one that a line has.
  private func isShown(_ observed: ObservedScreen, in hypothesis: Hypothesis) -> Bool {
    hypothesis.state.visibleEntry(in: definition).map { definition.shows($0, observed) } ?? false
  }

  /// The states after a line, with up to `depthMax` unobserved events ahead of it.
  /// - Parameter isThorough: Whether to try more events than are needed.
  private mutating func explained(
    _ index: Int, by start: [Hypothesis], depthMax: Int, isThorough: Bool
  ) -> [Hypothesis] {
    var found: [Hypothesis] = []
    var foundKeys: [Hypothesis.Key] = []
    var level = start
    var seen: [Hypothesis.Key] = []
    for depth in 0...depthMax {
      for hypothesis in level {
        var next = hypothesis
        guard explain(index, by: &next) else { continue }
        // Most lines follow from one state only, whose key is not needed then.
        if foundKeys.isEmpty { foundKeys = found.map { $0.key(in: definition) } }
        guard found.isEmpty || foundKeys.appendUnlessContained(next.key(in: definition)) else {
          continue
        }
        guard found.count < SearchLimits.statesMax else {
          isCut = true
          break
        }
        found.append(next)
      }
      if depth == depthMax || !found.isEmpty && !isThorough { break }
      if depth == 0 { seen = start.map { $0.key(in: definition) } }
      level = successors(of: level, at: index, &seen)
      if level.isEmpty { break }
    }
    return found
  }

  /// The states after one more unobserved event ahead of a line.
  private mutating func successors(
    of level: [Hypothesis], at index: Int, _ seen: inout [Hypothesis.Key]
  ) -> [Hypothesis] {
    var successors: [Hypothesis] = []
    let screen = unobserved.screen(of: entries[index].observation)
    let links = linksAhead(of: index, in: level)
    for hypothesis in level where hypothesis.logged != .missing {
      if let lapsed = lapsed(hypothesis, at: index) { successors.append(lapsed) }
      let outlook = appliesAll ? nil : Outlook(of: hypothesis.state, ahead: screen, in: definition)
      for candidate in unobserved.events(in: hypothesis.state, opening: links) {
        guard triesLeft > 0, successors.count < SearchLimits.statesMax else {
          isCut = true
          return successors
        }
        triesLeft -= 1
        guard outlook?.admits(candidate) ?? true else { continue }
        var next = hypothesis
        switch next.apply(candidate.event, isSampled: rules.isSampled, in: definition) {
        case .refused, .duplicated, .outside, .queued: continue
        case .moved, .deferred, .blocked, .asked: break
        }
        guard !unobserved.excludes(hypothesis.state, next.state), isAdmitted(next, at: index),
          seen.appendUnlessContained(next.key(in: definition))
        else { continue }
        next.way = ways.append(candidate.event, to: next.way)
        successors.append(next)
      }
    }
    return successors
  }

  /// The state after the lapse of a gate that a line closes: an app that restores a session closes
  /// it ahead of its time.
  private mutating func lapsed(_ hypothesis: Hypothesis, at index: Int) -> Hypothesis? {
    guard case .event(let event) = entries[index].observation,
      let gate = event.revokedGate(in: definition),
      let time = hypothesis.state.lapseTime(of: gate, in: definition)
    else { return nil }
    var next = hypothesis
    perform(.tick(milliseconds: time), in: &next)
    return next
  }

  /// Links that show the screen of a line or of the next ones. A gate can have deferred a link, so
  /// that its screen comes later. None if no state can open them.
  private mutating func linksAhead(
    of index: Int, in states: [Hypothesis]
  ) -> [UnobservedEvents.ShownLink] {
    guard states.contains(where: { unobserved.opensLinks(in: $0.state) }) else { return [] }
    let lines = index..<min(index + SearchLimits.linesAhead, entries.count)
    if links.count > SearchLimits.linesKept { links = [:] }
    for line in lines where links[line] == nil {
      links[line] = unobserved.links(to: entries[line].observation)
    }
    let found = lines.compactMap { links[$0] }
    if found.contains(where: { !$0.areAll }) { isCut = true }
    return found.flatMap { $0.links }
  }

  /// Whether the log has the screen that an unobserved event has shown, if it must have it.
  private func isAdmitted(_ hypothesis: Hypothesis, at index: Int) -> Bool {
    guard hypothesis.logged == .missing else { return true }
    guard case .screen(let observed) = entries[index].observation else { return false }
    return isShown(observed, in: hypothesis)
  }

  /// Explains the lines just before one again, together with it: first one, then more of them.
  private mutating func explainedAgain(_ index: Int) -> [Hypothesis] {
    var count = 1
    while count <= SearchLimits.linesBackMax {
      let first = max(0, index - count)
      guard triesLeft > 0 else {
        isCut = true
        break
      }
      var current = states(before: first)
      for line in first...index where !current.isEmpty {
        advance(&current, to: line)
        current = explained(line, by: current, depthMax: depthMax, isThorough: true)
      }
      if !current.isEmpty || first == 0 { return current }
      count *= 2
    }
    return []
  }

  private mutating func keep(_ hypotheses: [Hypothesis]) {
    let states = hypotheses.map { ($0.way, $0.state) }
    checkpoints = [checkpoints[1], Dictionary(states) { first, _ in first }]
  }

  /// The states ahead of a line.
  private mutating func states(before index: Int) -> [Hypothesis] {
    let end = index + 1 < markStarts.count ? markStarts[index + 1] : marks.count
    return marks[markStarts[index]..<end].map { mark in
      var found: NavigationState?
      let (events, isCold) = ways.events(of: mark.way) { way in
        found = checkpoints[1][way] ?? checkpoints[0][way]
        return found != nil
      }
      triesLeft -= events.count
      var state = found ?? NavigationState(of: definition, isReady: !isCold)
      for event in events { _ = state.apply(event, in: definition) }
      return Hypothesis(state: state, way: mark.way, logged: mark.logged)
    }
  }
}

extension SessionSearch {
  /// What a line could contain instead: the screens that must come first; for a screen, also those
  /// that an unobserved event can show; for an event, what a user can do.
  mutating func allowed(at index: Int, in states: [Hypothesis]) -> [Observation] {
    let links = linksAhead(of: index, in: states)
    var triesLeft = SearchLimits.triesPerSession
    var screens: [ObservedScreen] = []
    var events: [Event] = []
    let isScreen = ObservedKind(entries[index].observation) == .screen
    for hypothesis in states {
      guard hypothesis.logged != .missing else {
        add(hypothesis, to: &screens)
        continue
      }
      let tried =
        isScreen
        ? unobserved.events(in: hypothesis.state, opening: links).map { $0.event }
        : definition.gestures(in: hypothesis.state)
      for event in tried {
        guard triesLeft > 0 else {
          isCut = true
          break
        }
        triesLeft -= 1
        var next = hypothesis
        let outcome = next.apply(event, isSampled: false, in: definition)
        if isScreen {
          let isShown = next.logged == .missing
          if isShown, !unobserved.excludes(hypothesis.state, next.state) {
            add(next, to: &screens)
          }
        } else if outcome.name != .refused, !events.contains(event) {
          events.append(event)
        }
      }
    }
    let all = screens.map { Observation.screen($0) } + events.map { .event($0) }
    return Array(all.prefix(SearchLimits.allowedMax))
  }

  private func add(_ hypothesis: Hypothesis, to screens: inout [ObservedScreen]) {
    guard let entry = hypothesis.state.visibleEntry(in: definition) else { return }
    let screen = definition.observed(entry)
    if !screens.contains(screen) { screens.append(screen) }
  }
}

extension [Hypothesis.Key] {
  /// Appends a key, and returns whether it is new.
  fileprivate mutating func appendUnlessContained(_ key: Hypothesis.Key) -> Bool {
    if contains(key) { return false }
    append(key)
    return true
  }
}

extension AppDefinition {
  /// What a user can do on the visible screen.
  fileprivate func gestures(in state: NavigationState) -> [Event] {
    let taps = state.visibleEntry(in: self).flatMap(screen(of:))?.taps ?? []
    return taps.map { .tap($0.name) } + [.back, .dismiss, .finish(result: nil)]
      + tabs.map { .select(tab: $0) }
  }
}

extension Event {
  /// Whether a refusal is what the app does for the event, and not a sign that the event cannot
  /// happen: a link that opens nothing, also that of a tap; `back` that leaves the app.
  fileprivate func isAnswered(by refusal: Refusal) -> Bool {
    switch (self, refusal) {
    case (.tap, .unknownTap), (_, .notReady), (_, .limit): false
    case (.open, _), (.tap, _), (.back, .nothingToPop): true
    default: false
    }
  }
}

/// The limits of the search for unobserved events.
package enum SearchLimits {
  /// Unobserved events ahead of a line.
  package static let depthMax = 3
  /// The same if screens can be missing in the log.
  package static let sampledDepthMax = 4
  /// States that are kept for a line.
  package static let statesMax = 128
  /// Lines that are explained again.
  package static let linesBackMax = 8
  /// Lines from one kept state to the next, more than `linesBackMax`.
  static let linesKept = 64
  /// Lines that are searched for the screen of a link without a line.
  package static let linesAhead = 8
  /// Links that are tried for the screen of a line.
  package static let linksPerLine = 128
  /// Events that are tried for a session: a number, and more for each line.
  package static let triesPerSession = 10_000
  package static let triesPerLine = 200
  /// Events that are tried for all sessions, beyond those for each line.
  package static let triesMax = 1_000_000
  /// Entries of `TraceDivergence.allowed`.
  package static let allowedMax = 50
}

extension Event {
  /// The gate that it closes.
  fileprivate func revokedGate(in definition: AppDefinition) -> Identifier<Gate>? {
    if case .revoke(let gate) = self { definition.gate(named: gate) } else { nil }
  }
}
