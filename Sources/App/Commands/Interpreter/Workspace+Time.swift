package import Diagnostics
import JSONCodec
package import Navigation
import Screens
import Sessions

/// Commands that move through the history.
extension Workspace {
  mutating func undo(_ invocation: Command.Invocation) throws(CommandError) -> Response {
    let now = state.nowMilliseconds
    do {
      let event = try session.undo()
      let command = event.command(nowMilliseconds: min(now, state.nowMilliseconds))
      return jumped(.undo, invocation, "undid \(command)")
    } catch {
      throw .session(error, at: invocation.position)
    }
  }

  mutating func redo(_ invocation: Command.Invocation) throws(CommandError) -> Response {
    let now = state.nowMilliseconds
    do {
      let event = try session.redo()
      return jumped(.redo, invocation, "redid \(event.command(nowMilliseconds: now))")
    } catch {
      throw .session(error, at: invocation.position)
    }
  }

  mutating func goto(_ invocation: Command.Invocation) throws(CommandError) -> Response {
    do {
      try session.goto(invocation.arguments.integer(0) ?? 0)
      return jumped(.goto, invocation, "went")
    } catch {
      throw .session(error, at: invocation.position)
    }
  }

  private mutating func jumped(
    _ kind: SessionJump.Kind, _ invocation: Command.Invocation, _ text: String
  ) -> Response {
    forgetLast()
    updateScreens()
    var response = changed(
      invocation, "\(escaped(text)): event \(session.position) of \(session.count)",
      ["position": JSON(session.position), "count": JSON(session.count), "seq": sequence])
    response.moves = [jump(kind)]
    return response
  }

  /// Returns the answer to `reload` for these transitions.
  package func reloaded(_ transitions: [Transition]) -> Response {
    let log = TransitionLog(definition: definition)
    let phrases = transitions.map {
      TransitionText(definition: definition, transition: $0).phrase
    }
    let routes = counted(definition.routes.count, "route")
    let line =
      "reloaded \(routes)" + (phrases.isEmpty ? "" : ": \(phrases.joined(separator: ", "))")
    return Response(
      lines: [escaped(line)],
      json: [
        "routes": JSON(definition.routes.count),
        "transitions": .array(transitions.map { log.json(of: $0) }), "seq": sequence,
      ])
  }
}

extension Response {
  /// Returns the answer to `reload` if the app has errors.
  package static func notReloaded(_ findings: [any Diagnostic]) -> Response {
    var response = Response(
      lines: findings.map(\.summary) + ["the routes are unchanged"],
      json: ["errors": .array(findings.map { .failure($0) })])
    response.failure = findings.first
    return response
  }
}
