import Commands
import Diagnostics
import EventLoops
import JSONCodec
import Navigation
import Sessions

extension Daemon {
  /// Counts a refusal that was due to the limit on the screens of a stack.
  func count(_ refusal: Refusal) {
    guard case .limit(let name, _) = refusal, sameBytes(name, "screens on a stack")
    else { return }
    counters.reached(limits.stackDepth)
  }

  /// Applies an event.
  func event(
    _ call: borrowing Call, _ command: Command, _ syntax: EventSyntax, into output: inout ByteBuffer
  ) throws(DaemonError) {
    let live = try session(of: call)
    if let answer = try remembered(call, of: live) { return output.append(contentsOf: answer) }
    try checkWritable()
    let arguments = call.arguments(of: command, from: 1)
    let now = live.workspace.session.state.nowMilliseconds
    let event: Event
    do {
      event = try syntax.event(arguments, nowMilliseconds: now)
    } catch {
      throw .command(error)
    }
    if case .tap(let name) = event, suspends(tap: name, call, on: live) { return }
    let request = try request(of: call)
    if live.hasEarlier { live.forgetEarlier(durable: persistence.durableRecord ?? 0) }
    let response: Response
    do {
      response = try engine.interpreter.apply(event, on: &live.workspace)
    } catch {
      throw .command(error)
    }
    try complete(response, of: live, request, into: &output)
  }

  /// Suspends a tap on a screen that is still loading, up to the deadline of its source.
  private func suspends(tap name: String, _ call: borrowing Call, on live: LiveSession) -> Bool {
    suspends(call, for: engine.interpreter.millisecondsToWait(forTap: name, on: &live.workspace))
  }

  /// Suspends a command that shows a screen which is still loading. In a daemon a screen is created
  /// by the first look at it.
  private func suspends(
    look command: Command, _ call: borrowing Call, on live: LiveSession
  ) -> Bool {
    guard case .answer = command.action, command.traits.contains(.looksAtScreens),
      !command.changesSession
    else { return false }
    let wait = engine.interpreter.millisecondsToWaitForContent(of: &live.workspace)
    return suspends(call, for: wait.map { min($0, limits.lookMilliseconds) })
  }

  private func suspends(_ call: borrowing Call, for wait: UInt64?) -> Bool {
    guard let wait else { return false }
    let now = EventLoop.nowMilliseconds
    let deadline = call.suspended?.loadDeadline ?? now &+ wait
    guard now < deadline else { return false }
    suspend(call).loadDeadline = deadline
    return true
  }

  /// Executes a command about the app and writes its JSON answer.
  func answer(_ call: borrowing Call, _ command: Command, into output: inout ByteBuffer) {
    var workspace = Workspace(Session(definition: app.definition))
    let invocation = Command.Invocation(command, call.arguments(of: command, from: 0), at: nil)
    engine.interpreter.run(invocation, on: &workspace).json.write(into: &output)
  }

  /// Executes a command on a session and writes its JSON answer.
  func work(
    _ call: borrowing Call, _ command: Command, into output: inout ByteBuffer
  ) throws(DaemonError) {
    let live = try session(of: call)
    if call.method.isMutation {
      if let answer = try remembered(call, of: live) { return output.append(contentsOf: answer) }
      try checkWritable()
    }
    if suspends(look: command, call, on: live) { return }
    let invocation = Command.Invocation(command, call.arguments(of: command, from: 1), at: nil)
    if try begin(call, invocation, on: live, into: &output) { return }
    try work(call, invocation, on: live, into: &output)
  }

  private func work(
    _ call: borrowing Call, _ invocation: Command.Invocation, on live: LiveSession,
    into output: inout ByteBuffer
  ) throws(DaemonError) {
    let request = try request(of: call)
    keepEarlier(live, invocation.command)
    let response = engine.interpreter.run(invocation, on: &live.workspace)
    try complete(response, of: live, request, into: &output)
  }

  /// Records the changes of a command and writes its answer.
  func complete(
    _ response: Response, of live: LiveSession, _ request: RequestId?,
    into output: inout ByteBuffer
  ) throws(DaemonError) {
    if response.isEvent, let event = response.event {
      return answer(event, of: live, request, into: &output)
    }
    let start = output.count
    let changed = record(response.effects, of: live, request)
    if let failure = response.failure, response.json["error"] != nil {
      throw .command(failure, details: details(of: response.json))
    }
    response.json.write(into: &output)
    guard let request else { return }
    remember(request, of: live, changed: changed, output.bytes(from: start))
  }

  /// Records an event's change and writes its answer.
  private func answer(
    _ event: AppliedEvent, of live: LiveSession, _ request: RequestId?,
    into output: inout ByteBuffer
  ) {
    let start = output.count
    engine.outcomes.write(event.applied, changes: event.changeCount, into: &output)
    let refusal = event.refusal
    if let refusal {
      count(refusal)
    } else {
      let answer = Array(output.bytes(from: start))
      record(
        Change(.event, event.command, seq: event.changeCount, answer: answer, request: request),
        of: live)
    }
    guard let request else { return }
    remember(request, of: live, changed: refusal == nil, output.bytes(from: start))
  }

  /// Keeps a session until the changes of a command are durable, so that the command can be
  /// repeated after a fault. The history of a session that only events changed is in the journal.
  func keepEarlier(_ live: LiveSession, _ command: Command?) {
    guard persistence.delaysAnswers, let command, command.changesSession else { return }
    if case .event = command.action { return }
    live.keepEarlier(live.session, durable: persistence.durableRecord ?? 0)
  }

  /// The members of an answer other than `error`.
  private func details(of json: JSON) -> [JSON.Member] {
    (json.objectValue ?? []).filter { !sameBytes($0.key, "error") }
  }

  /// Records the changes that a command made. The last one carries the request's id.
  /// - Returns: Whether there are any.
  private func record(
    _ effects: Effects, of live: LiveSession, _ request: RequestId?
  ) -> Bool {
    for refusal in effects.refusals { count(refusal) }
    guard var last = effects.changes.last else { return false }
    for change in effects.changes.dropLast() { record(change, isLast: false, of: live) }
    last.request = request
    record(last, of: live)
    return true
  }

  func command(_ call: borrowing Call, into output: inout ByteBuffer) throws(DaemonError) {
    let live = try session(of: call)
    if let answer = try remembered(call, of: live, isTyped: true) {
      return output.append(contentsOf: answer)
    }
    let text = call.text(1) ?? ""
    // If the line cannot be parsed, the interpreter reports the error.
    let line = (try? CommandLine(text, options.commands)) ?? nil
    if let name = line?.tapName, suspends(tap: name, call, on: live) { return }
    if let command = line?.command, suspends(look: command, call, on: live) { return }
    let paint = Paint(isColored: call.bool(3) == true)
    live.workspace.paint = paint
    if let line, let command = line.command, case .log = command.action,
      let invocation = try? line.invocation(of: command),
      try begin(call, invocation, on: live, isTyped: true, into: &output)
    {
      return
    }
    let request = try request(of: call)
    let response: Response
    if let line, case .reload = line.command?.action, line.isAlone {
      response = reloading(live)
    } else {
      // Commands of plugins can also change a session.
      if let line, line.command?.changesSession ?? true { try checkWritable() }
      keepEarlier(live, line?.command)
      engine.interpreter.display = Display(
        columns: call.integer(2).map { Int(clamping: $0) }, paint: paint)
      response = engine.interpreter.run(text, on: &live.workspace)
      _ = record(response.effects, of: live, request)
      engine.interpreter.display = Display()
    }
    answerTyped(response, of: live, request, into: &output)
  }

  /// Writes the answer to a typed line.
  func answerTyped(
    _ response: Response, of live: LiveSession, _ request: RequestId?,
    into output: inout ByteBuffer
  ) {
    let start = output.count
    let answer = typedAnswer(
      response.text, json: response.json, prompt: live.workspace.prompt, isOver: response.isOver,
      seq: live.session.changes)
    answer.write(into: &output)
    guard let request else { return }
    let isChange = !response.effects.changes.isEmpty
    remember(request, of: live, changed: isChange, output.bytes(from: start))
  }

  /// The answer to a typed line.
  func typedAnswer(
    _ text: String = "", json: JSON, prompt: String = "", isOver: Bool = false, seq: Int64
  ) -> JSON {
    [
      "text": .string(text), "json": json, "prompt": .string(prompt), "isOver": .bool(isOver),
      "seq": .int(seq),
    ]
  }

  /// Reads the route files again, as the method `reload` does.
  /// - Returns: The answer for a session's prompt.
  private func reloading(_ live: LiveSession) -> Response {
    let before = live.session.definition
    let findings = reload()
    guard findings.isEmpty else { return .notReloaded(findings) }
    migrate(live)
    turn.wait(for: live.lastRecord)
    // After a reload, the history holds only the transitions of the migration.
    let transitions =
      live.session.definition === before ? [] : live.session.transitions(countMax: .max)
    return live.workspace.reloaded(transitions)
  }

  func complete(_ call: borrowing Call, into output: inout ByteBuffer) throws(DaemonError) {
    let live = try session(of: call)
    let (line, cursor) = (call.text(1) ?? "", Int(clamping: call.integer(2) ?? 0))
    let words = engine.interpreter.completions(
      line: line, cursorByte: cursor, ignoresCase: call.bool(3) == true,
      on: &live.workspace)
    let placeholders = engine.interpreter.placeholders(
      line: line, cursorByte: cursor, on: live.workspace)
    let answer: JSON = [
      "words": .texts(words),
      "placeholders": .texts(placeholders),
    ]
    answer.write(into: &output)
  }

  func resolve(_ call: borrowing Call, into output: inout ByteBuffer) {
    if case .text(let link) = call.arguments[0] {
      engine.links.answer(UnsafeRawBufferPointer(link), engine.resolver, into: &output)
    } else {
      let link = call.bytes(0) ?? []
      _ = link.withUnsafeBytes { engine.links.answer($0, engine.resolver, into: &output) }
    }
  }
}
