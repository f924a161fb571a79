package import Diagnostics
package import Navigation

/// A claim about an app's navigation, such as `never screen Checkout without gate login`.
package enum PolicyRule: Hashable, Sendable {
  /// The screen is never in the tree while the gate is closed.
  case never(Identifier<ScreenDefinition>, without: Identifier<Gate>)
  /// No link that fits places the screen.
  case neverByLink(Identifier<ScreenDefinition>, LinkKind)
  /// The screen is not in the tree while the app has been in the background for longer.
  case neverInBackground(Identifier<ScreenDefinition>, longerThan: Int64)
  /// From every screen, `back` as often as it moves ends at this one.
  case back(reaches: Identifier<ScreenDefinition>)
  /// From every screen, a user can reach this one without links from outside.
  case way(reaches: Identifier<ScreenDefinition>)
  /// The screen is not visible before the flow has finished.
  case after(Identifier<ScreenDefinition>, finishOf: Identifier<Coordinator>)

  /// The links that a rule is about.
  package struct LinkKind: Hashable, Sendable {
    /// Where they come from; `nil` for all sources except `inside` whose links have no valid
    /// signature.
    let source: Identifier<Source>?
    /// Whether a link that the user has agreed to open is none of them.
    let isWithoutConsent: Bool

    /// Whether one of these links has placed a screen that is in the tree.
    func fits(
      _ arrivals: [Arrival], of screen: Identifier<ScreenDefinition>, in state: NavigationState,
      of definition: AppDefinition
    ) -> Bool {
      let fitting = arrivals.filter { arrival in
        !(isWithoutConsent && arrival.hasConsent)
          && source.map { $0 == arrival.source }
            ?? (arrival.source != AppDefinition.inside && !definition.isSigned(arrival.source))
      }
      guard !fitting.isEmpty else { return false }
      var isFound = false
      state.forEachEntry { entry, _ in
        isFound =
          isFound
          || definition.screen(shownBy: entry.route) == screen
            && fitting.contains { $0.screens.contains(entry.id) }
      }
      return isFound
    }
  }

  /// The forms of rules, for messages; a capital word is a name.
  package static let forms = [
    "never screen SCREEN without gate GATE", "from every screen back reaches SCREEN",
    "from every screen some way reaches SCREEN", "screen SCREEN only after finish of FLOW",
    "never screen SCREEN by a link from SOURCE",
    "never screen SCREEN by a link from SOURCE without consent",
    "never screen SCREEN by an unsigned link",
    "never screen SCREEN by an unsigned link without consent",
    "never screen SCREEN for longer than DURATION after background",
  ]

  package init(
    _ text: Located<String>, in definition: AppDefinition
  ) throws(Diagnostic) {
    let words = text.value.split(separator: " ").map(String.init)
    let form = Self.forms.first { form in
      let wanted = form.split(separator: " ")
      return wanted.count == words.count
        && zip(wanted, words).allSatisfy { $0.utf8.allSatisfy { $0.isCapital } || $0 == $1 }
    }
    guard let form else { throw .form(text.value, at: text.position) }
    func screen(_ index: Int) throws(Diagnostic) -> Identifier<ScreenDefinition> {
      if let found = definition.screen(named: words[index]) { return found }
      let near = nearest(to: words[index], in: definition.screens.map { $0.name })
      throw .unknown("screen", words[index], nearest: near, at: text.position)
    }
    switch Self.forms.firstIndex(of: form) {
    case 0:
      let hidden = try screen(2)
      guard let gate = definition.gate(named: words[5]) else {
        let near = nearest(to: words[5], in: definition.gates.map { $0.name })
        throw .unknown("gate", words[5], nearest: near, at: text.position)
      }
      self = .never(hidden, without: gate)
    case 1: self = .back(reaches: try screen(5))
    case 2: self = .way(reaches: try screen(6))
    case 4, 5, 6, 7:
      var source: Identifier<Source>?
      if words[4] == "a" {
        source = definition.source(named: words[7])
        guard source != AppDefinition.inside else { throw .inside(text.value, at: text.position) }
        if source == nil {
          let near = nearest(to: words[7], in: definition.sources.map { $0.name })
          throw .unknown("source", words[7], nearest: near, at: text.position)
        }
      }
      let kind = LinkKind(source: source, isWithoutConsent: words.last == "consent")
      self = .neverByLink(try screen(2), kind)
    case 8:
      guard let duration = milliseconds(of: words[6]) else {
        throw .duration(words[6], at: text.position)
      }
      self = .neverInBackground(try screen(2), longerThan: duration)
    default:
      let later = try screen(1)
      let flows = definition.coordinators.filter { $0.kind == .flow }.map { $0.name }
      guard let flow = definition.coordinator(named: words[6]), definition[flow].kind == .flow
      else {
        let near = nearest(to: words[6], in: flows)
        throw .unknown("flow", words[6], nearest: near, at: text.position)
      }
      self = .after(later, finishOf: flow)
    }
  }

  /// Reads rules; those with an error are left out.
  package static func read(
    _ texts: [Located<String>], in definition: AppDefinition
  ) -> (rules: [PolicyRule], errors: [Diagnostic]) {
    var rules: [PolicyRule] = []
    var errors: [Diagnostic] = []
    for text in texts {
      do throws(Diagnostic) { rules.append(try PolicyRule(text, in: definition)) } catch {
        errors.append(error)
      }
    }
    return (rules, errors)
  }

  /// Whether a state shows that the rule is broken, and how: the events that follow it, until the
  /// wrong screen is visible. `nil` if it does not. Adds the events that were applied to `steps`.
  func breach(
    in state: NavigationState, of definition: AppDefinition, _ steps: inout Int
  ) -> [Event]? {
    steps += 1
    switch self {
    case .never(let screen, let gate):
      let isBroken = !state.openGates.contains(gate) && definition.shows(screen, in: state)
      return isBroken ? [] : nil
    case .neverInBackground(let screen, let duration):
      guard definition.shows(screen, in: state), !state.isInBackground else {
        return nil
      }
      let (end, overflow) = state.nowMilliseconds.addingReportingOverflow(duration)
      guard !overflow, end < .max else { return nil }
      let events: [Event] = [.background, .tick(milliseconds: end + 1)]
      var state = state
      for event in events { steps += state.apply(event, in: definition).steps }
      return definition.shows(screen, in: state) && state.nowMilliseconds > end ? events : nil
    case .back(let screen):
      var state = state
      var events: [Event] = []
      // At most all screens of all layers; then there is a circle.
      while events.count < Limits.layersMax * Limits.stackDepthMax {
        let outcome = state.apply(.back, in: definition).outcome
        events.append(.back)
        guard outcome == .moved else { break }
      }
      steps += events.count
      return definition.shows(screen, in: state) ? nil : events
    case .way(let screen):
      let way = UserPaths(of: definition).reach(
        { definition.shows(screen, in: $0) }, from: state, &steps)
      return way == false ? [] : nil
    // These depend on the events before the state.
    case .after, .neverByLink: return nil
    }
  }

  /// Whether an event breaks the rule.
  ///
  /// - Parameters:
  ///   - arrivals: What links have placed by the event.
  ///   - state: The state after it.
  func isBroken(
    by arrivals: [Arrival], in state: NavigationState, of definition: AppDefinition
  ) -> Bool {
    guard case .neverByLink(let screen, let kind) = self, !arrivals.isEmpty else { return false }
    return kind.fits(arrivals, of: screen, in: state, of: definition)
  }

  /// Whether a proof excludes every state that breaks the rule; false if the work is stopped.
  ///
  /// - Parameter isStopped: Polled with the number of steps since it was polled last.
  func isProved(by proof: ReachabilityProof, _ isStopped: (_ steps: Int) -> Bool) -> Bool {
    switch self {
    case .never(let screen, let gate):
      return !isStopped(proof.count / 16) && !proof.mayOccur(screen, without: gate)
    case .neverInBackground(let screen, let duration):
      return !isStopped(proof.count / 16) && proof.closes(screen, inBackgroundAfter: duration)
    case .back:
      var steps = 0
      return proof.holds {
        steps = 0
        return breach(in: $0, of: proof.definition, &steps) == nil && !isStopped(steps)
      }
    case .way(let screen): return proof.everyState(hasWayTo: screen, isStopped)
    case .neverByLink: return proof.isComplete && proof.observations.excludes(self)
    case .after: return false  // It has a proof of its own.
    }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}

extension AppDefinition {
  func shows(
    _ screen: Identifier<ScreenDefinition>, in state: NavigationState
  ) -> Bool {
    guard let entry = state.visibleEntry(in: self),
      case .screen(screen) = self[entry.route].target
    else { return false }
    return true
  }
}

extension Diagnostic {
  /// A text in none of the forms. Of those that share most words with it, those of nearly the same
  /// length are advised.
  static func form(_ text: String, at position: SourcePosition?) -> Self {
    let words = text.split(separator: " ")
    let forms = PolicyRule.forms.map { form in
      let wanted = form.split(separator: " ")
      return (
        text: form, shared: wanted.count { words.contains($0) },
        difference: abs(wanted.count - words.count)
      )
    }
    let mostShared = forms.map { $0.shared }.max()
    let candidates = forms.filter { $0.shared == mostShared }
    let least = candidates.map { $0.difference }.min() ?? 0
    let nearest = candidates.filter { $0.difference <= least + 1 }
    return Diagnostic(
      .policyRule, "'\(text)' is not a rule",
      advice: "Write " + nearest.map { "'\($0.text)'" }.joined(separator: " or ") + ".",
      at: position)
  }

  static func duration(_ text: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .policyRule, "'\(text)' is not a duration", advice: "Write a number and a unit, as in 20s.",
      at: position)
  }

  /// What a link from inside places depends on what is below the visible screen, which the proof
  /// does not combine with every screen.
  static func inside(_ text: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .policyRule, "'\(text)' is about links from inside, of which nothing is proved",
      advice: "Name 'outside' or a source under 'sources'.", at: position)
  }

  static func unknown(
    _ kind: String, _ name: String, nearest: String?, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .nameUnknown, "the app has no \(kind) '\(name)'",
      advice: nearest.map { "Did you mean '\($0)'?" }, at: position)
  }
}

/// What is known of a rule.
package enum Verdict: Hashable, Sendable {
  /// It holds at every depth.
  case proved
  /// These events from the start lead to a state that breaks it. `isShortest` says whether fewer
  /// are known not to.
  case broken([Event], isShortest: Bool)
  /// It was neither proved nor broken.
  case open
}
