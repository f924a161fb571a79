import Commands
import Diagnostics
import JSONCodec
import Navigation
import Screens
import Sessions

/// Commands on a session.
extension Daemon {
  /// Does an event without an interpreter, unless a screen that a factory made has a say in it.
  func event(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    try checkWritable()
    let live = try session(of: call)
    let words = [call.method.name] + call.words()
    if asksScreen(call.method, live) {
      return try work(call, looks: true, into: &output) { $0.run(words: words) }
    }
    let event: Event
    do {
      event = try Event(words: words, nowMilliseconds: live.session.state.nowMilliseconds)
    } catch {
      throw .command(error)
    }
    let before = live.session.state.nowMilliseconds
    let applied = live.session.apply(event)
    if live.hasStage { live.place.stage?.update(live.session.state, in: app.definition) }
    let start = output.count
    let text = OutcomeText(
      event: event, applied: applied, state: live.session.state, definition: app.definition,
      changes: live.session.changes)
    text.json.write(into: &output)
    _ = (before, start)
  }

  /// Whether the visible screen may know a tap better than the definition.
  private func asksScreen(_ method: Method, _ live: LiveSession) -> Bool {
    guard method.name.utf8.elementsEqual("tap".utf8), !app.factories.isEmpty,
      let entry = live.session.state.visibleEntry(in: app.definition)
    else { return false }
    return app.factories[Array(app.definition.name(of: entry).utf8)] != nil
  }

  /// Does a command by the interpreter, and writes what it tells programs.
  func work(
    _ call: borrowing Call, looks: Bool, into output: inout [UInt8],
    _ body: (inout Interpreter) -> Response
  ) throws(DaemonError) {
    if call.method.isMutation { try checkWritable() }
    let live = try session(of: call)
    let response = work(on: live, looks: looks, body)
    if let failure = response.failure, response.json["error"] != nil { throw .command(failure) }
    response.json.write(into: &output)
  }

  private func work(
    on live: LiveSession, looks: Bool, _ body: (inout Interpreter) -> Response
  ) -> Response {
    var place = live.place
    let response = interpreter.work(on: &live.session, &place, looks: looks, body)
    live.place = place
    return response
  }

  func command(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    let live = try session(of: call)
    let line = call.text(1) ?? ""
    interpreter.display = Display(columns: call.integer(2).map { Int(clamping: $0) })
    defer { interpreter.display = Display() }
    var prompt = ""
    let response = work(on: live, looks: true) { interpreter in
      let response = interpreter.run(line)
      prompt = interpreter.prompt
      return response
    }
    let answer: JSON = [
      "text": .string(response.text), "json": response.json, "prompt": .string(prompt),
      "isOver": .bool(response.isOver), "seq": .int(live.session.changes),
    ]
    answer.write(into: &output)
  }

  func complete(_ call: borrowing Call, into output: inout [UInt8]) throws(DaemonError) {
    let live = try session(of: call)
    let line = call.text(1) ?? ""
    let cursor = Int(clamping: call.integer(2) ?? 0)
    var words: [String] = []
    _ = work(on: live, looks: true) { interpreter in
      words = interpreter.completions(line: line, cursorByte: cursor)
      return Response()
    }
    let answer: JSON = ["words": .array(words.map { .string($0) })]
    answer.write(into: &output)
  }

  func resolve(_ call: borrowing Call, into output: inout [UInt8]) {
    if case .text(let link) = call.arguments[0] {
      linkAnswers.answer(link: link, into: &output)
    } else {
      let link = call.bytes(0) ?? []
      link.withUnsafeBufferPointer { linkAnswers.answer(link: $0, into: &output) }
    }
  }
}
