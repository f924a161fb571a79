import Diagnostics
import JSONCodec
import Links
package import Navigation
import RouteProofs
import Sessions

/// An event that a session applied, and its result. Its text, its JSON and the records of the
/// journal and the log are written only when they are needed.
package struct AppliedEvent: Sendable {
  let event: Event
  /// Its outcome.
  package let applied: Applied
  /// The number of changes of the session, including the event.
  package let changeCount: Int64
  let definition: AppDefinition
  /// The session's clock before and after it.
  private let clock: (before: Int64, after: Int64)
  /// For a deferred link: the visible screen, and the link.
  private let waiting: (screen: ScreenEntry?, link: String)?
  private let paint: Paint

  /// - Parameters:
  ///   - clock: The session's clock before and after the event.
  ///   - state: The state after it, which only a deferred link needs. A few facts of it are kept: a
  ///     second reference would make the next change copy it.
  init(
    _ event: Event, _ applied: Applied, clock: (before: Int64, after: Int64),
    _ state: @autoclosure () -> NavigationState, in definition: AppDefinition, changeCount: Int64,
    paint: Paint = Paint()
  ) {
    (self.event, self.applied, self.definition) = (event, applied, definition)
    (self.changeCount, self.paint) = (changeCount, paint)
    self.clock = clock
    guard case .deferred(let gate) = applied.outcome else {
      waiting = nil
      return
    }
    let state = state()
    let link = state.deferred.first { sameBytes(definition[$0.gate].name, gate) }?.link ?? ""
    waiting = (state.visibleEntry(in: definition), link)
  }

  /// Why the event was refused; `nil` if it was accepted.
  package var refusal: Refusal? {
    if case .refused(let refusal) = applied.outcome { refusal } else { nil }
  }

  /// The event as a user would type it.
  package var command: String { event.command(nowMilliseconds: clock.before) }

  /// One line of text, escaped, without a line end.
  var line: String { ([headline] + asides).joined(separator: "; ") }

  /// `{"outcome":"moved","transitions":[…],"seq":1}`, with `gate`, `link`, `screen`, or `reason`
  /// and `message`, depending on the outcome.
  var json: JSON {
    .written { OutcomeWriter(once: definition).write(applied, changes: changeCount, into: &$0) }
  }

  /// The transitions, as in that object.
  var transitionsJSON: JSON {
    TransitionLog(definition: definition).json(of: applied.transitions)
  }

  /// What it did to the session.
  var effects: Effects {
    if let refusal { return Effects(refusals: [refusal]) }
    return Effects(
      changes: [Change(.event, command, seq: changeCount, json: json)],
      moves: applied.transitions.isEmpty ? [] : [.transitions(applied.transitions, definition)])
  }

  private var headline: String {
    switch applied.outcome {
    case .refused(let refusal):
      "\(paint("refused", .error)): \(escaped(refusal.message + suggestion(refusal)))"
    case .outside(let link): "outside: \(escaped(link)) belongs in the browser"
    case .queued: "queued: the link waits for 'ready'"
    case .blocked(let screen): openedGate.map { "\($0); \(question(screen))" } ?? question(screen)
    case .duplicated: event.isFact ? "already so" : "already there"
    case .deferred(let gate): openedGate.map { "\($0); \(deferral(gate))" } ?? deferral(gate)
    case .moved: openedGate ?? moved
    case .asked(let screen):
      "asked by \(paint(screen, .screen)): \(escaped(askedLink)) waits for accept or decline"
    }
  }

  /// What the user probably meant by a link without its slash, or by a link in place of a tap.
  private func suggestion(_ refusal: Refusal) -> String {
    switch (refusal, event) {
    case (.unreadable, .open(let text, _)) where !isLink(text):
      let isResolved = LinkResolution(link: "/" + text, in: definition).isResolved
      return isResolved ? "; did you mean '/\(text)'?" : ""
    case (.unknownTap(let name, _, _, _), _) where isLink(name):
      return "; 'open \(name)' opens a link"
    case (.notFound(let link), .open):
      return correction(of: link).map { "; did you mean '\($0)'?" } ?? ""
    default: return ""
    }
  }

  /// A link that opens something and differs from this one only in the spelling of a segment.
  private func correction(of text: String) -> String? {
    guard let link = try? Link(text) else { return nil }
    for miss in definition.table.misses(of: link, limit: missesMax) {
      guard case .segment(_, let expected, let found) = miss.reason,
        nearest(to: found, in: [expected]) != nil
      else { continue }
      let place = Array(text.utf8).firstRange(of: Array("/\(found)".utf8))
      guard let place else { continue }
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(place, with: "/\(expected)".utf8)
      let corrected = String(decoding: bytes, as: UTF8.self)
      if (try? definition.resolve(corrected)) != nil { return corrected }
    }
    return nil
  }

  /// `satisfied login (alice); resumed /library`, if a gate was opened. If a gate was also closed
  /// or a screen pruned, as for another subject, the other moves follow after a colon.
  private var openedGate: String? {
    guard case .satisfy(let gate, let subject) = event, applied.outcome.kind != "refused" else {
      return nil
    }
    var text = "satisfied \(paint(gate, .gateOpen))"
    if let subject { text += " (\(escaped(valueText(subject))))" }
    if applied.transitions.contains(where: \.kind.takesAway) {
      text += ": " + phrases { !$0.kind.isReportedByOpenedGate }
    }
    for case .resume(_, let link) in applied.transitions.map(\.kind) {
      text += "; resumed \(escaped(link))"
    }
    return text
  }

  private func question(_ screen: String) -> String {
    "\(paint("blocked", .warning)): \(paint(screen, .screen)) has unsaved work; confirm or cancel"
  }

  private func deferral(_ gate: String) -> String {
    let screen = waiting?.screen.map { paint(definition.name(of: $0), .screen) } ?? "nothing"
    let isNew = applied.transitions.contains { $0.to != nil }
    return "deferred by gate \(paint(gate, .gateClosed)): \(screen) is "
      + "\(isNew ? "presented" : "shown"), \(escaped(waiting?.link ?? "")) waits"
  }

  private var moved: String {
    let list = phrases { !isAside($0) }
    switch event {
    case .revoke(let gate):
      return "closed \(paint(gate, .gateClosed))" + (list.isEmpty ? "" : ": \(list)")
    case .ready: return "ready" + (list.isEmpty ? "" : ": \(list)")
    case .dirty(let isDirty): return isDirty ? "unsaved work on this screen" : "no unsaved work"
    case .tick:
      let time = "the clock is at \(durationText(milliseconds: clock.after))"
      return time + (list.isEmpty ? "" : ": \(list)")
    case .cancel where list.isEmpty: return "cancelled"
    case .decline where list.isEmpty: return "declined"
    default: return list.isEmpty ? "moved" : "moved: \(list)"
    }
  }

  private func phrases(where isShown: (Transition) -> Bool) -> String {
    applied.transitions.filter(isShown)
      .map { TransitionText(definition: definition, transition: $0, paint: paint).phrase }
      .joined(separator: ", ")
  }

  private var askedLink: String {
    for case .ask(let link) in applied.transitions.map(\.kind) { return link }
    return ""
  }

  private var asides: [String] {
    applied.transitions.compactMap { transition in
      guard case .drop(_, let link, let why) = transition.kind else { return nil }
      return "dropped \(escaped(link)) (\(why.word))"
    }
  }

  /// Whether another part of the line reports the transition.
  private func isAside(_ transition: Transition) -> Bool {
    switch transition.kind {
    case .drop: true
    case .gateClosed(let gate, _):
      if case .revoke(let name) = event { sameBytes(definition[gate].name, name) } else { false }
    default: false
    }
  }
}

extension Transition.Kind {
  fileprivate var takesAway: Bool {
    switch self {
    case .gateClosed, .prune, .remove: true
    default: false
    }
  }

  /// Whether `openedGate` reports it in its own words.
  fileprivate var isReportedByOpenedGate: Bool {
    switch self {
    case .gateOpened, .resume, .drop, .defer: true
    default: false
    }
  }
}

extension Event {
  /// Whether it states a fact instead of requesting a move.
  fileprivate var isFact: Bool {
    switch self {
    case .satisfy, .revoke, .dirty, .background, .foreground, .ready, .tick: true
    case .open, .tap, .back, .dismiss, .select, .popTo, .root, .finish, .confirm, .cancel, .accept,
      .decline:
      false
    }
  }
}

/// Routes that are compared with a link that none matches.
private let missesMax = 8
