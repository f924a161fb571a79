import Diagnostics
import JSONCodec
import Links
import Navigation
import Screens

/// The visible screen's content, and taps on it.
extension Interpreter {
  /// What the visible screen shows; behind the taps of a factory's screen those that its plugin
  /// describes. `nil` if no screen is visible.
  var content: ScreenContent? {
    guard var content = stage.content(state, in: definition) else { return nil }
    guard isVisibleMade, let entry = state.visibleEntry(in: definition) else { return content }
    let own = content.allTaps
    content.taps += definition.describedContent(of: entry).taps.filter { described in
      !own.contains { sameBytes($0.name, described.name) }
    }
    return content
  }

  /// Whether the visible screen's content has changed by itself since the last call: the line
  /// `screen changed: TITLE`, and for programs `screen`, `title` and `state`. What changes on
  /// screens beneath is seen when they are shown again.
  public func takeScreenChanges() -> [Response] {
    let visible = state.visibleEntry(in: definition)?.id
    return stage.takeChanges().filter { $0.entry.id == visible }.map { change in
      let name = definition.name(of: change.entry)
      let title = change.content.title
      return Response(
        lines: [escaped("screen changed: \(title.utf8.isEmpty ? name : title)")],
        json: [
          "changed": .string(name), "title": .string(title),
          "state": .string(change.content.stateWord),
        ])
    }
  }

  /// Is called, on any thread, when a screen's content is about to change; `takeScreenChanges`
  /// tells of it at a later turn. `nil` ends it.
  public func onScreenChange(_ notify: (@Sendable () -> Void)?) { stage.onChange(notify) }

  /// Whether a factory made the visible screen.
  var isVisibleMade: Bool { stage.isVisibleMade(state, in: definition) }

  /// Does a tap. What comes from content is resolved to a link or a command first, and that is what
  /// the session applies and keeps, so that undoing and replaying need no content.
  mutating func tap(_ invocation: Command.Invocation) throws(CommandError) -> Response {
    guard let name = invocation.words.first, invocation.words.count == 1, state.isReady,
      let made = isVisibleMade ? stage.content(state, in: definition) : nil
    else { return try apply(["tap"] + invocation.words, at: invocation.position) }
    guard let tap = made.allTaps.first(where: { sameBytes($0.name, name) }) else {
      return try tapDescribed(name, at: invocation.position)
    }
    if let target = tap.target { return try follow(target, from: name, at: invocation.position) }
    return try ask(name, at: invocation.position)
  }

  /// Does what a tap's target or a plugin's answer says.
  /// - Parameter name: Of the tap or command that it comes from.
  mutating func follow(
    _ target: String, from name: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    let event: Event
    do {
      event = try Event(tapTarget: target)
    } catch {
      throw .target(target, from: name, why: error, at: position)
    }
    // What is kept in the history must fit into a line of a script.
    guard event.command(nowMilliseconds: 0).utf8.count <= Limits.lineBytesMax else {
      throw .limit(name: "bytes of a tap's target", bound: Limits.lineBytesMax, at: position)
    }
    return apply(event)
  }

  /// A tap that the content does not have: one that the plugin describes, or none.
  private mutating func tapDescribed(
    _ name: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    let taps = content?.allTaps.map(\.name) ?? []
    if taps.contains(where: { sameBytes($0, name) }) {
      return try apply(["tap", name], at: position)
    }
    let screen = state.visibleEntry(in: definition).map { definition.name(of: $0) } ?? ""
    let refusal = Refusal.unknownTap(name: name, screen: screen, taps: taps)
    return answer(to: .tap(name), Applied(outcome: .refused(refusal), transitions: []))
  }

  /// Hands a tap to the screen, and does what it answers.
  private mutating func ask(
    _ name: String, at position: SourcePosition?
  ) throws(CommandError) -> Response {
    let answer = TapAnswer()
    _ = stage.tap(name, state, in: definition) { target in
      answer.target = target
      answer.isThere = true
    }
    guard stage.wait(until: { answer.isThere }) else {
      let screen = state.visibleEntry(in: definition).map { definition.name(of: $0) } ?? ""
      throw .noAnswer(tap: name, screen: screen, at: position)
    }
    if let target = answer.target { return try follow(target, from: name, at: position) }
    last = nil
    return Response(lines: ["the screen took it"], json: ["taken": true])
  }
}

/// What a screen answers to a tap. An answer that comes too late is read by nobody.
@MainActor
private final class TapAnswer {
  var isThere = false
  var target: String?
}
