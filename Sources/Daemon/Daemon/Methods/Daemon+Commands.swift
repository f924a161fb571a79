import Commands
import Diagnostics
import JSONCodec
import Journal
import Navigation
import Screens
import Sessions

/// Commands on a session.
extension Daemon {
  /// Lets an interpreter work for clients.
  func prepareInterpreter() {
    engine.interpreter.mayUseFiles = false
    engine.interpreter.onRefusal = { [weak self] in self?.count($0) }
  }

  /// Counts a refusal if it was for a bound of ours.
  func count(_ refusal: Refusal) {
    guard case .limit(let name, _) = refusal, name.utf8.elementsEqual("screens on a stack".utf8)
    else { return }
    counters.reached(limits.stackDepth)
  }

  /// Does an event without an interpreter, unless a screen that a factory made has a say in it.
  func event(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    let live = try session(of: call)
    if let answer = try remembered(call, of: live) { return output.append(contentsOf: answer) }
    try checkWritable()
    if asksScreen(call.method, live) {
      let words = [call.method.name] + call.words()
      return try work(call, on: live, looks: true, into: &output) { $0.run(words: words) }
    }
    let now = live.session.state.nowMilliseconds
    let event = try asked(call, nowMilliseconds: now)
    let request = try request(of: call)
    let applied = live.session.apply(event)
    live.applied(applied, in: app.definition)
    let seq = live.session.changes
    let start = output.count
    let members = Change.writeAnswer(seq: seq, into: &output) {
      engine.outcomes.writeMembers(applied, into: &$0)
    }
    if case .refused(let refusal) = applied.outcome {
      count(refusal)
    } else {
      let line = event.command(nowMilliseconds: now)
      record(
        Change(kind: .event, text: line, seq: seq, request: request), output[members], of: live)
    }
    if let request { remember(request, of: live, output[start...]) }
  }

  /// The event that a call asks for.
  private func asked(
    _ call: borrowing Call, nowMilliseconds: Int64
  ) throws(DaemonError) -> Event {
    if call.method === methods.open, let link = call.text(1) {
      let isInside = call.text(2).map { $0.utf8.elementsEqual("inside".utf8) } ?? false
      return .open(link, from: isInside ? .inside : .outside)
    }
    do {
      return try Event(
        words: [call.method.name] + call.words(), nowMilliseconds: nowMilliseconds)
    } catch {
      throw .command(error)
    }
  }

  /// Whether the visible screen may know a tap better than the definition.
  private func asksScreen(_ method: Method, _ live: LiveSession) -> Bool {
    guard !app.factories.isEmpty, method.name.utf8.elementsEqual("tap".utf8),
      let entry = live.session.state.visibleEntry(in: app.definition)
    else { return false }
    return app.factories[Array(app.definition.name(of: entry).utf8)] != nil
  }

  /// Does a command by the interpreter, and writes what it tells programs.
  func work(
    _ call: borrowing Call, looks: Bool, into output: inout [UInt8],
    _ body: (inout Interpreter) -> Response
  ) throws(DaemonError) {
    let live = try session(of: call)
    if call.method.isMutation {
      if let answer = try remembered(call, of: live) { return output.append(contentsOf: answer) }
      try checkWritable()
    }
    try work(call, on: live, looks: looks, into: &output, body)
  }

  private func work(
    _ call: borrowing Call, on live: LiveSession, looks: Bool, into output: inout [UInt8],
    _ body: (inout Interpreter) -> Response
  ) throws(DaemonError) {
    let request = try request(of: call)
    let start = output.count
    let response = perform(on: live, looks: looks, request, body)
    if let failure = response.failure, response.json["error"] != nil {
      throw .command(failure, details: details(of: response.json))
    }
    response.json.write(into: &output)
    if let request { remember(request, of: live, output[start...]) }
  }

  /// What an answer says besides its error.
  private func details(of json: JSON) -> [JSON.Member] {
    (json.objectValue ?? []).filter { !$0.key.utf8.elementsEqual("error".utf8) }
  }

  /// Works on a session by the interpreter, and notes what that changes. The request's id goes
  /// with the last change.
  private func perform(
    on live: LiveSession, looks: Bool, _ request: StoredRequestId?,
    _ body: (inout Interpreter) -> Response
  ) -> Response {
    let changes = Changes()
    engine.interpreter.onChange = { changes.all.append($0) }
    defer { engine.interpreter.onChange = nil }
    var place = looks || live.hasPlace ? live.place : Interpreter.Place()
    let response = engine.interpreter.work(on: &live.session, &place, looks: looks, body)
    if looks || live.hasPlace || !changes.all.isEmpty { live.place = place }
    for (index, change) in changes.all.enumerated() {
      let isLast = index == changes.all.count - 1
      record(change, of: live, isLast ? request : nil, isLast: isLast)
    }
    return response
  }

  private func record(
    _ change: SessionChange, of live: LiveSession, _ request: StoredRequestId?, isLast: Bool
  ) {
    let (kind, text, answer, seq): (JournalRecord.Kind, String, JSON, Int64) =
      switch change {
      case .event(let text, let answer, let seq): (.event, text, answer, seq)
      case .state(let text, let answer, let seq): (.state, text, answer, seq)
      }
    record(
      Change(kind: kind, text: text, seq: seq, request: request, isLast: isLast),
      Change.members(of: answer)[...], of: live)
  }

  func command(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    let live = try session(of: call)
    if let answer = try remembered(call, of: live) { return output.append(contentsOf: answer) }
    let line = call.text(1) ?? ""
    engine.interpreter.display = Display(columns: call.integer(2).map { Int(clamping: $0) })
    defer { engine.interpreter.display = Display() }
    var prompt = ""
    let request = try request(of: call)
    var run: (inout Interpreter) -> Response = { $0.run(line) }
    if isReload(line) {
      run = reloading(live)
    } else if changesSession(line) {
      try checkWritable()
    }
    let response = perform(on: live, looks: true, request) { interpreter in
      let response = run(&interpreter)
      prompt = interpreter.prompt
      return response
    }
    let answer: JSON = [
      "text": .string(response.text), "json": response.json, "prompt": .string(prompt),
      "isOver": .bool(response.isOver), "seq": .int(live.session.changes),
    ]
    let start = output.count
    answer.write(into: &output)
    if let request { remember(request, of: live, output[start...]) }
  }

  /// Whether a line is what the method `reload` does, for all sessions.
  private func isReload(_ line: String) -> Bool {
    guard let words = try? engine.interpreter.words(ofCommand: line) else { return false }
    return words.count == 1 && words[0].utf8.elementsEqual("reload".utf8)
  }

  /// Reads the route files again, as the method `reload` does.
  /// - Returns: What tells so at the prompt of a session.
  private func reloading(_ live: LiveSession) -> (inout Interpreter) -> Response {
    let before = live.session.definition
    let findings = reload()
    guard findings.isEmpty else { return { $0.notReloaded(findings) } }
    migrate(live)
    turn.wait(for: live.lastRecord)
    // Behind a reload the history holds what that changed, and nothing before it.
    let transitions =
      live.session.definition === before ? [] : live.session.transitions(countMax: .max)
    return { $0.reloaded(transitions) }
  }

  /// Whether a line can change a session; commands of plugins can.
  private func changesSession(_ line: String) -> Bool {
    guard let words = try? engine.interpreter.words(ofCommand: line) else { return false }
    return CommandTable.command(named: words[0])?.changesSession ?? true
  }

  func complete(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    let live = try session(of: call)
    let line = call.text(1) ?? ""
    let cursor = Int(clamping: call.integer(2) ?? 0)
    var words: [String] = []
    _ = perform(on: live, looks: true, nil) { interpreter in
      words = interpreter.completions(line: line, cursorByte: cursor)
      return Response()
    }
    let answer: JSON = ["words": .array(words.map { .string($0) })]
    answer.write(into: &output)
  }

  func resolve(_ call: borrowing Call, into output: inout [UInt8]) {
    if case .text(let link) = call.arguments[0] {
      engine.links.answer(UnsafeRawBufferPointer(link), engine.resolver, into: &output)
    } else {
      let link = call.bytes(0) ?? []
      _ = link.withUnsafeBytes { engine.links.answer($0, engine.resolver, into: &output) }
    }
  }
}

/// What an interpreter changes while it works on one command.
private final class Changes {
  var all: [SessionChange] = []
}
