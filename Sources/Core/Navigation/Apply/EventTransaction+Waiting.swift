import Diagnostics

/// Links that wait for `ready` or for a gate.
extension EventTransaction {
  mutating func enqueue(_ link: QueuedLink) throws(Refusal) -> Outcome {
    guard state.queue.count < Limits.queuedLinksMax else {
      throw .limit(name: "links that wait for ready", bound: Limits.queuedLinksMax)
    }
    state.rare.value.queue.append(link)
    return .queued
  }

  /// Opens the queued links in order; the outcome is that of the last.
  mutating func ready() -> Outcome {
    guard !state.isReady else { return .refused(.alreadyReady) }
    state.isReady = true
    let queue = state.queue
    state.rare.value.queue = []
    var outcome = Outcome.moved
    for waiting in queue {
      do throws(Refusal) {
        outcome = try openAfterwards(waiting.link, from: waiting.source)
      } catch {
        record(.drop(gate: nil, link: waiting.link, why: .refused(error)))
      }
    }
    return outcome
  }

  /// Defers a link until a gate opens; a link that already waited for the gate is dropped.
  mutating func deferLink(_ intent: Intent, to gate: Identifier<Gate>) {
    let (expires, overflow) = state.nowMilliseconds.addingReportingOverflow(
      definition[gate].keepMilliseconds)
    let found =
      intent.found ?? definition.found(intent.link, from: intent.source, given: state.openGates)
    wait(
      DeferredLink(
        gate: gate, link: intent.link, source: intent.source,
        starter: starter(of: found, from: intent.source),
        subject: subject(of: found, waitingFor: gate),
        expiresMilliseconds: overflow ? .max : expires))
  }

  mutating func wait(_ waiting: DeferredLink) {
    let gate = waiting.gate
    if let older = state.deferred.first(where: { $0.gate == gate }) {
      drop(older, why: .superseded)
    }
    let index = state.deferred.firstIndex { $0.gate > gate } ?? state.deferred.endIndex
    state.rare.value.deferred.insert(waiting, at: index)
    record(.defer(gate: gate, link: waiting.link))
  }

  /// The screen that a link opens on; `nil` if the link is placed without regard to one.
  private func starter(of found: Resolution?, from source: LinkSource) -> UInt64? {
    guard source.isInside, let found, !isPlacedAsFromOutside(found.route) else { return nil }
    return state.visibleEntry(in: definition)?.id
  }

  /// Makes the challenge the starter of the link that waits for its gate, if showing it has removed
  /// the starter.
  mutating func replaceLostStarter(ofLinkWaitingFor gate: Identifier<Gate>) {
    guard let index = state.deferred.firstIndex(where: { $0.gate == gate }),
      let starter = state.deferred[index].starter, state.entry(starter) == nil
    else { return }
    state.rare.value.deferred[index].starter = state.visibleEntry(in: definition)?.id
  }

  /// Whether the starter of the link that waits for a gate is visible; also true without a starter.
  func isAtStarter(ofLinkWaitingFor gate: Identifier<Gate>) -> Bool {
    guard let starter = state.deferred.first(where: { $0.gate == gate })?.starter else {
      return true
    }
    return state.visibleEntry(in: definition)?.id == starter
  }

  /// The subject a link waits for: the account that it names; or that of the nearest open gate that
  /// this gate requires, or else of another open gate that the link's screens require.
  private func subject(of found: Resolution?, waitingFor gate: Identifier<Gate>) -> String? {
    if let account = found.flatMap({ definition.account(of: gate, requiredBy: $0) }) {
      return account
    }
    let required = definition[gate].requires
    let others =
      found.map { definition.gatesOnTheWay(to: $0.route).subtracting(required) } ?? GateSet()
    let subjects = state.subjects
    return (required.members.reversed() + others.members).lazy
      .compactMap { subjects[$0.index] }.first
  }

  /// The account that a link waits for at a gate; `nil` if none does.
  func accountAsked(by gate: Identifier<Gate>) -> String? {
    guard let waiting = state.deferred.first(where: { $0.gate == gate }) else { return nil }
    if state.openGates.contains(gate) { return waiting.subject }
    return definition.found(waiting.link, from: waiting.source, given: state.openGates).flatMap {
      definition.account(of: gate, requiredBy: $0)
    }
  }

  /// Drops the links that wait for the gate's subject, and links and places that require the gate;
  /// not one that waits at this gate for another account.
  mutating func dropLinks(dependingOn gate: Identifier<Gate>) {
    let person = state.subjects[gate.index]
    for waiting in state.deferred where waiting.gate != gate {
      let isTheirs = waiting.subject.flatMap { known in person.map { sameBytes(known, $0) } }
      if isTheirs ?? false || definition[waiting.gate].requires.contains(gate)
        || demands(of: waiting).contains(gate)
      {
        drop(waiting, why: .otherSubject)
      }
    }
  }

  private func demands(of waiting: DeferredLink) -> GateSet {
    waiting.place?.demands(in: definition)
      ?? definition.found(waiting.link, from: waiting.source, given: state.openGates).map {
        definition.gatesOnTheWay(to: $0.route)
      } ?? GateSet()
  }

  mutating func drop(_ waiting: DeferredLink, why: DropReason) {
    state.rare.value.deferred.removeAll { $0.gate == waiting.gate }
    record(.drop(gate: waiting.gate, link: waiting.link, why: why))
  }

  /// Drops the links whose challenge is no longer in the tree.
  ///
  /// - Parameter resumed: The gate whose link is about to be resumed.
  mutating func dropLinksWithoutChallenge(
    why: DropReason, resuming resumed: Identifier<Gate>? = nil
  ) {
    for waiting in state.deferred
    where waiting.gate != resumed
      && !ownState.value.showsChallenge(of: waiting.gate, in: definition)
    {
      drop(waiting, why: why)
    }
  }

  /// Opens the link that waited for a gate, once, if the subject matches. If unsaved work blocks
  /// it, it becomes the open question. A place that waited is shown again, unless that would lose
  /// unsaved work.
  ///
  /// - Parameter isAtStarter: Whether the screen that it opens on was visible.
  /// - Returns: The link's outcome; `nil` if no link waited or it was dropped.
  mutating func resume(
    _ gate: Identifier<Gate>, as subject: String?, isAtStarter: Bool
  ) -> Outcome? {
    guard let waiting = state.deferred.first(where: { $0.gate == gate }) else { return nil }
    if let known = waiting.subject, let subject, !sameBytes(known, subject) {
      drop(waiting, why: .otherSubject)
      return nil
    }
    guard isAtStarter else {
      drop(waiting, why: .elsewhere)
      return nil
    }
    state.rare.value.deferred.removeAll { $0.gate == gate }
    record(.resume(gate: gate, link: waiting.link))
    if let place = waiting.place {
      guard restore(place) else {
        record(.drop(gate: gate, link: waiting.link, why: .elsewhere))
        return nil
      }
      return .moved
    }
    do throws(Refusal) {
      return try openAfterwards(waiting.link, from: waiting.source, resumedBy: gate)
    } catch {
      record(.drop(gate: gate, link: waiting.link, why: .refused(error)))
      return nil
    }
  }

  /// Opens the start screen that `settle` could not show, which asks for its missing gate, unless
  /// that would lose unsaved work.
  mutating func openTurnedAway() -> Outcome? {
    guard let start = turnedAway.flatMap({ definition[$0].start }) else { return nil }
    let (before, count) = (state, transitions.count)
    let outcome = try? openAfterwards(start.link, from: .inside)
    guard case .blocked = outcome else { return outcome }
    rollBack(to: before, transitionCount: count)
    return nil
  }

  /// Opens a link on top of a completed event; the event counts even if the link is refused.
  private mutating func openAfterwards(
    _ link: String, from source: LinkSource, resumedBy gate: Identifier<Gate>? = nil
  ) throws(Refusal) -> Outcome {
    mayLoseWork = false
    let (before, count) = (state, transitions.count)
    do throws(Refusal) {
      let outcome = try open(link, from: source)
      if case .blocked = outcome {
        askToLeave(.open(link, from: source), gate: gate)
      }
      return outcome == .duplicated ? .moved : outcome
    } catch {
      rollBack(to: before, transitionCount: count)
      throw error
    }
  }
}
