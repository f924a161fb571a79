package import Diagnostics
package import JSONCodec
package import Navigation
import Sessions

/// Commands that move through the history.
extension Workspace {
  mutating func undo(_ invocation: Command.Invocation) throws(Diagnostic) -> Response {
    try jump(.undo, invocation) { session, now throws(Diagnostic) in
      let event = try session.undo()
      let before = min(now, session.state.nowMilliseconds)
      return "undid \(event.command(nowMilliseconds: before))"
    }
  }

  mutating func redo(_ invocation: Command.Invocation) throws(Diagnostic) -> Response {
    try jump(.redo, invocation) { session, now throws(Diagnostic) in
      "redid \(try session.redo().command(nowMilliseconds: now))"
    }
  }

  mutating func goto(_ invocation: Command.Invocation) throws(Diagnostic) -> Response {
    try jump(.goto, invocation) { session, _ throws(Diagnostic) in
      try session.goto(invocation.arguments.integer(0) ?? 0)
      return "went"
    }
  }

  /// - Parameter move: Moves the session and describes the move; takes the clock before it.
  private mutating func jump(
    _ kind: SessionJump.Kind, _ invocation: Command.Invocation,
    _ move: (inout Session, _ nowMilliseconds: Int64) throws(Diagnostic) -> String
  ) throws(Diagnostic) -> Response {
    let text: String
    do {
      text = try move(&session, state.nowMilliseconds)
    } catch {
      throw error.diagnostic.at(invocation.position)
    }
    forgetLast()
    updateScreens()
    var response = changed(
      invocation, "\(escaped(text)): event \(session.position) of \(session.count)",
      ["position": JSON(session.position), "count": JSON(session.count), "seq": sequence])
    response.effects.moves = [jump(kind)]
    return response
  }

  /// Returns the answer to `reload` for these transitions.
  package func reloaded(_ transitions: [Transition]) -> Response {
    let phrases = transitions.map {
      TransitionText(definition: definition, transition: $0).phrase
    }
    let routes = counted(definition.routes.count, "route")
    let line =
      "reloaded \(routes)" + (phrases.isEmpty ? "" : ": \(phrases.joined(separator: ", "))")
    return Response(lines: [escaped(line)], json: reloadedJSON(transitions))
  }

  /// Returns the JSON of that answer.
  package func reloadedJSON(_ transitions: [Transition]) -> JSON {
    [
      "routes": JSON(definition.routes.count),
      "transitions": TransitionLog(definition: definition).json(of: transitions), "seq": sequence,
    ]
  }
}

extension Response {
  /// Returns the answer to `reload` if the app has errors.
  package static func notReloaded(_ findings: [Diagnostic]) -> Response {
    var response = Response(
      lines: findings.map(\.summary) + ["the routes are unchanged"],
      json: ["errors": .array(findings.map { .failure($0) })])
    response.failure = findings.first
    return response
  }
}
