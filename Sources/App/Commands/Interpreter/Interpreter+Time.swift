package import Diagnostics
import JSONCodec
package import Navigation
import Screens
import Sessions

/// Going through the history.
extension Interpreter {
  mutating func undo(at position: SourcePosition?) throws(CommandError) -> Response {
    let now = state.nowMilliseconds
    do {
      let event = try session.undo()
      return jumped(
        .undo, "undo", "undid \(event.command(nowMilliseconds: min(now, state.nowMilliseconds)))")
    } catch {
      throw .session(error, at: position)
    }
  }

  mutating func redo(at position: SourcePosition?) throws(CommandError) -> Response {
    let now = state.nowMilliseconds
    do {
      let event = try session.redo()
      return jumped(.redo, "redo", "redid \(event.command(nowMilliseconds: now))")
    } catch {
      throw .session(error, at: position)
    }
  }

  mutating func goto(_ wanted: Int, at position: SourcePosition?) throws(CommandError) -> Response {
    do {
      try session.goto(wanted)
      return jumped(.goto, "goto \(wanted)", "went")
    } catch {
      throw .session(error, at: position)
    }
  }

  private mutating func jumped(
    _ kind: SessionJump.Kind, _ command: String, _ text: String
  ) -> Response {
    last = nil
    updateScreens()
    tellJump(kind)
    let line = "\(escaped(text)): event \(session.position) of \(session.count)"
    let response = Response(
      lines: [line],
      json: [
        "position": JSON(session.position), "count": JSON(session.count), "seq": sequence,
      ])
    onChange?(.state(command: command, answer: response.json, changes: session.changes))
    return response
  }

  /// Reads the app again and moves the session over to it. Every screen that a factory made is
  /// closed and made again when it is next shown: factories cannot be compared, and the process
  /// behind one may be another now.
  mutating func reload(at position: SourcePosition?) throws(CommandError) -> Response {
    guard mayUseFiles else { throw .reloadElsewhere(at: position) }
    switch appSource() {
    case .success(let app):
      let transitions = session.reload(app.definition)
      pluginCommands = app.commands
      stage.reload(factories: app.factories, source: app.source)
      updateScreens()
      last = nil
      tell(transitions)
      let response = reloaded(transitions)
      onChange?(.state(command: "reload", answer: response.json, changes: session.changes))
      return response
    case .failure(let faults): return notReloaded(faults.diagnostics)
    }
  }

  /// What `reload` answers where the files have errors.
  package func notReloaded(_ findings: [any Diagnostic]) -> Response {
    var response = Response(
      lines: findings.map(\.summary) + ["the routes are as they were"],
      json: ["errors": .array(findings.map { .failure($0) })])
    response.failure = findings.first
    return response
  }

  /// What `reload` answers when it has changed this of the session.
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
