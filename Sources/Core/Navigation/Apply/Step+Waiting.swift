import Links

/// Links that wait: for `ready`, or for a gate.
extension Step {
  mutating func enqueue(_ link: QueuedLink) throws(Refusal) -> Outcome {
    guard state.queue.count < Limits.queuedLinksMax else {
      throw .limit(name: "links that wait for ready", bound: Limits.queuedLinksMax)
    }
    state.queue.append(link)
    return .queued
  }

  /// Opens the links that have waited, in order; the outcome is that of the last.
  mutating func ready() -> Outcome {
    guard !state.isReady else { return .refused(.alreadyReady) }
    state.isReady = true
    let queue = state.queue
    state.queue = []
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

  /// Lets a link wait for a gate; the one that waited for it before is dropped.
  mutating func deferLink(_ intent: Intent, to gate: Identifier<Gate>) {
    if let older = state.deferred.first(where: { $0.gate == gate }) {
      drop(older, why: .superseded)
    }
    let (expires, overflow) = state.nowMilliseconds.addingReportingOverflow(
      definition[gate].keepMilliseconds)
    let waiting = DeferredLink(
      gate: gate, link: intent.link, source: intent.source,
      subject: subject(of: intent.link, waitingFor: gate),
      expiresMilliseconds: overflow ? .max : expires)
    let index = state.deferred.firstIndex { $0.gate > gate } ?? state.deferred.endIndex
    state.deferred.insert(waiting, at: index)
    record(.defer(gate: gate, link: intent.link))
  }

  /// For whom a link waits: whoever has opened a gate that this one requires, the nearest first, or
  /// else one that the link's screens demand.
  private func subject(of link: String, waitingFor gate: Identifier<Gate>) -> String? {
    let required = definition[gate].requires
    let others = definition.demands(ofLink: link).subtracting(required)
    return (required.members.reversed() + others.members).lazy
      .compactMap { state.subjects[$0.index] }.first
  }

  /// Drops the links that wait for whoever a gate is open for, and those that demand this gate.
  mutating func dropLinks(waitingBehind gate: Identifier<Gate>) {
    let person = state.subjects[gate.index]
    for waiting in state.deferred {
      let isTheirs = waiting.subject.flatMap { known in person.map { sameBytes(known, $0) } }
      if isTheirs ?? false || definition[waiting.gate].requires.contains(gate)
        || definition.demands(ofLink: waiting.link).contains(gate)
      {
        drop(waiting, why: .otherSubject)
      }
    }
  }

  mutating func drop(_ waiting: DeferredLink, why: DropReason) {
    state.deferred.removeAll { $0.gate == waiting.gate }
    record(.drop(gate: waiting.gate, link: waiting.link, why: why))
  }

  /// Opens the link that has waited for a gate, once, for the person it waited for.
  /// - Returns: What became of it; `nil` if none waited or it was dropped.
  mutating func resume(_ gate: Identifier<Gate>, as subject: String?) -> Outcome? {
    guard let waiting = state.deferred.first(where: { $0.gate == gate }) else { return nil }
    if let known = waiting.subject, let subject, !sameBytes(known, subject) {
      drop(waiting, why: .otherSubject)
      return nil
    }
    state.deferred.removeAll { $0.gate == gate }
    record(.resume(gate: gate, link: waiting.link))
    do throws(Refusal) {
      return try openAfterwards(waiting.link, from: waiting.source)
    } catch {
      record(.drop(gate: gate, link: waiting.link, why: .refused(error)))
      return nil
    }
  }

  /// Opens the start that `settle` could not show, which asks for the gate that is in the way.
  mutating func openTurnedAway() -> Outcome? {
    guard let start = turnedAway.flatMap({ definition[$0].start }) else { return nil }
    return try? openAfterwards(start.link, from: .inside)
  }

  /// Opens a link after the event itself, which stands even if the link is refused.
  private mutating func openAfterwards(
    _ link: String, from source: LinkSource
  ) throws(Refusal) -> Outcome {
    pending = .open(link, from: source)
    let (before, count) = (state, transitions.count)
    do throws(Refusal) {
      let outcome = try open(link, from: source)
      return outcome == .duplicated ? .moved : outcome
    } catch {
      goBack(to: before, transitionCount: count)
      throw error
    }
  }

  /// Sets the clock; links that have waited too long are dropped.
  mutating func tick(_ milliseconds: Int64) throws(Refusal) -> Outcome {
    guard (state.nowMilliseconds...Limits.clockMillisecondsMax).contains(milliseconds) else {
      throw .clock(
        nowMilliseconds: state.nowMilliseconds, requestedMilliseconds: milliseconds)
    }
    state.nowMilliseconds = milliseconds
    for waiting in state.deferred where waiting.expiresMilliseconds <= milliseconds {
      drop(waiting, why: .expired)
    }
    return .moved
  }
}
