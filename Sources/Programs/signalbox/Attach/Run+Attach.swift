import CLibrary
import Commands
import Console
import DaemonClient
import Diagnostics
import EventLoops
import FileAccess
import JSONCodec
import Navigation
import ProgramSupport
import Service

/// `signalbox attach [SESSION]`.
@MainActor func runAttach(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  let path = socketPath(arguments)
  let link = try sessionLink(
    path, arguments.operands.first, client: "attach", subscribes: true,
    milliseconds: attachAnswerMillisecondsMax)
  defer { link.close() }
  let isStandard = sameBytes(path, ServicePlaces().socketPath)
  let conversation = AttachConversation(
    link, daemon: isStandard ? "signalbox" : path, isJSON: arguments.has(.json),
    paint: streams.paint)
  let options = ConsoleOptions(
    programName: "signalbox", historyPath: arguments.history.value,
    banner: banner(link))
  let code = converse(conversation, options: options)
  return ExitStatus(ofConversation: code, hasFailed: conversation.hasFailed)
}

@MainActor private func banner(_ link: SessionConnection) -> String {
  let greeting = link.greeting
  return wrappedForTerminal(
    "signalbox \(escaped(greeting.version)) at \(escaped(link.path)), durability "
      + "\(escaped(greeting.durability)); the session '\(escaped(link.session))' "
      + (link.isNew ? "is new" : "has \(counted(Int(clamping: link.seq), "change"))")
      + ". Ctrl-D leaves; the session stays.")
}

/// The longest wait for an answer at a prompt.
private let attachAnswerMillisecondsMax: Int32 = 10_000
/// After how long a wait at a prompt is reported.
private let patienceMilliseconds = 1_000

/// The console's side of `signalbox attach`, connected to a session of a daemon.
///
/// Files are local: `save`, `load` and `source` read and write them on this side.
@MainActor final class AttachConversation: Conversation {
  private let link: SessionConnection
  private let isJSON: Bool
  private let paint: Paint
  private var timing = PromptTiming()
  /// What the daemon said with the last completions.
  private var placeholders: [String] = []
  /// The first part of the prompt: the session and its daemon.
  private let place: String
  /// The session's prompt as last reported by the daemon.
  private var sessionPrompt = "> "
  /// Whether the session may have changed since.
  private var isPromptOld = true
  private var notify: (@Sendable () -> Void)?
  /// Whether an event was refused or a line failed.
  private(set) var hasFailed = false
  /// Receives the signals that end the program at a terminal, so that a wait ends, too; created by
  /// the first line, when the console handles them.
  private lazy var signals = endingSignals()
  private var isEnding = false

  /// - Parameter daemon: The daemon's name in the prompt.
  init(_ link: SessionConnection, daemon: String, isJSON: Bool, paint: Paint) {
    self.link = link
    self.paint = paint
    self.isJSON = isJSON
    place = link.session + "@" + daemon
    link.onNotice = { [weak self] in self?.notify?() }
  }

  private func endingSignals() -> EventLoop? {
    guard isAtTerminal, let loop = try? EventLoop() else { return nil }
    for number in [SIGHUP, SIGTERM, SIGQUIT] {
      try? loop.onSignal(number) { [weak self] in self?.isEnding = true }
    }
    loop.turn()
    return loop
  }

  var innerLoop: (any InnerLoop)? { self }

  var prompt: String {
    guard link.isConnected else { return place + " (away)> " }
    if isPromptOld { refreshPrompt() }
    return place + " " + sessionPrompt
  }

  func answer(to line: String, showing part: (String) -> Bool) -> Answer {
    timing.begin()
    link.loop.turn()  // Notices a lost connection before a request is sent.
    let patience = Deadline(milliseconds: patienceMilliseconds)
    var isSaid = isJSON || !isAtTerminal
    return withoutActuallyEscaping(part) { part in
      let signals = signals
      link.goesOn = { [self] in
        signals?.turn()
        let said = isSaid || !patience.isOver ? "" : "No answer yet; Ctrl-C ends the wait.\n"
        isSaid = isSaid || patience.isOver
        return part(said) && !isEnding
      }
      defer { link.goesOn = { true } }
      do throws(ClientError) {
        var answer = try perform(line)
        if !isJSON { answer.text += timing.text(paint) }
        return answer
      } catch {
        isPromptOld = true
        return failed(error)
      }
    }
  }

  func continued(_ line: String) -> String? { Navigation.continued(line) }

  func answer(to error: Diagnostic) -> Answer { failed(error) }

  func completions(of line: String, cursorByte: Int, ignoresCase: Bool) -> [String] {
    let start = String(decoding: line.utf8.prefix(cursorByte), as: UTF8.self)
    if let file = FileCommand.path(beginningIn: start) { return files(beginningWith: file) }
    let members: [JSON.Member] = [
      .init("line", .string(line)), .init("cursor", JSON(cursorByte)),
      .init("ignoresCase", .bool(ignoresCase)),
    ]
    guard link.isConnected, let answer = try? link.look("complete", members) else { return [] }
    func texts(_ name: String) -> [String] {
      let texts = answer[name]?.arrayValue?.compactMap(\.stringValue) ?? []
      return texts.filter { sameBytes(escaped($0), $0) }
    }
    placeholders = texts("placeholders")
    return texts("words")
  }

  func placeholders(of line: String, cursorByte: Int) -> [String] { placeholders }

  func noticed(change paths: [String]) -> String? { nil }

  func news() -> [String] {
    let news = link.takeNotices()
    if !news.isEmpty { isPromptOld = true }
    return news.map { line(of: $0) }
  }

  func onNews(_ notify: (@Sendable () -> Void)?) { self.notify = notify }

  private func perform(_ line: String) throws(ClientError) -> Answer {
    if let command = FileCommand(line) { return try perform(command, line) }
    var members: [JSON.Member] = [.init("line", .string(line))]
    if let columns = terminalColumns() { members.append(.init("columns", .int(Int64(columns)))) }
    if paint.isColored { members.append(.init("color", .bool(true))) }
    let answer = try link.change("command", members, line: line)
    if let prompt = answer["prompt"]?.stringValue, !prompt.utf8.isEmpty {
      (sessionPrompt, isPromptOld) = (printable(prompt, paint), false)
    } else {
      isPromptOld = true
    }
    hasFailed = hasFailed || answer["json"]?.isNo == true
    if let isTimed = answer["json"]?["timing"]?.boolValue { timing.isOn = isTimed }
    return Answer(
      text: text(ofAnswer: answer, isJSON: isJSON, paint),
      isOver: answer["isOver"]?.boolValue ?? false)
  }

  private func perform(_ command: FileCommand, _ line: String) throws(ClientError) -> Answer {
    isPromptOld = true
    let (word, path) = (command.word, command.path)
    guard command.isSent else {
      let members: [JSON.Member] = command.expects ? [.init("expect", true)] : []
      let script = try link.look(word, members)["script"]?.stringValue ?? ""
      do {
        try writeSavedScript(script, to: path)
      } catch {
        return failed(error)
      }
      return said("saved '\(escaped(path))'", ["file": .string(path)])
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(path, bytesMax: scriptBytesMax)
    } catch {
      return failed(error)
    }
    guard let script = String(validating: bytes, as: UTF8.self) else {
      return failed(Diagnostic.encoding(at: firstLineNotUTF8(in: bytes, of: path)))
    }
    let answer: JSON
    do throws(ClientError) {
      answer = try link.change(
        word, [.init("script", .string(script))], line: line, isOneChange: command.isOneChange)
    } catch {
      guard case .refused(let refusal) = error,
        let failures = refusal.data["failures"]?.intValue
      else { throw error }
      return notLoaded(path, failures: failures, error, refusal.data)
    }
    hasFailed = hasFailed || answer.isNo
    return said(
      Self.findings(in: answer, of: path) + Self.summary(of: answer, word, path), answer)
  }

  /// The answer if `load` rejected a script.
  private func notLoaded(
    _ path: String, failures: Int64, _ error: ClientError, _ data: JSON
  ) -> Answer {
    let why = Diagnostic.notLoaded(path: path, failures: Int(clamping: failures), at: nil)
    return isJSON ? failed(error) : said(Self.findings(in: data, of: path) + why.summary, .null)
  }

  /// One line per failure in a script, with the path of the local file.
  private static func findings(in answer: JSON, of path: String) -> String {
    (answer["findings"]?.arrayValue ?? []).map { finding in
      let code = finding["code"]?.stringValue.flatMap(DiagnosticCode.init)
      let position = finding["line"]?.intValue.map { line in
        SourcePosition(
          file: path, line: Int(clamping: line),
          column: Int(clamping: finding["column"]?.intValue ?? 1))
      }
      return Diagnostic(
        code ?? .clientRefused, finding["message"]?.stringValue ?? "",
        advice: finding["advice"]?.stringValue, at: position
      ).summary + "\n"
    }.joined()
  }

  private static func summary(of answer: JSON, _ word: String, _ path: String) -> String {
    if let steps = answer["steps"]?.intValue {
      let stopped = answer["stopped"]?["message"]?.stringValue
      return "ran '\(escaped(path))': \(counted(Int(steps), "step")), "
        + counted(Int(answer["failures"]?.intValue ?? 0), "failure")
        + (stopped.map { "; stopped: \(escaped($0))" } ?? "")
    }
    let events = answer["position"]?.intValue.map { ": \(counted(Int($0), "event"))" } ?? ""
    return "\(word)ed '\(escaped(path))'" + events
  }

  private func said(_ line: String, _ json: JSON) -> Answer {
    Answer(text: (isJSON ? json.text : line) + "\n")
  }

  private func failed(_ error: some DiagnosticError) -> Answer {
    hasFailed = true
    let diagnostic = error.diagnostic
    return Answer(text: (isJSON ? JSON.failure(diagnostic).text : diagnostic.summary) + "\n")
  }

  /// Reads the session's prompt by sending an empty line, which does nothing.
  private func refreshPrompt() {
    isPromptOld = false
    let color: [JSON.Member] = paint.isColored ? [.init("color", .bool(true))] : []
    let answer = try? link.look("command", [.init("line", "")] + color)
    if let prompt = answer?["prompt"]?.stringValue { sessionPrompt = printable(prompt, paint) }
  }

  private func line(of news: SessionNotice) -> String {
    isJSON ? json(of: news).text : escaped(words(of: news))
  }

  private func words(of news: SessionNotice) -> String {
    switch news {
    case .changed(let change):
      (change.isOwn ? "your line was executed" : "another client")
        + ", change \(change.seq): \(change.line)"
        + (change.outcome.isEmpty ? "" : ": \(change.outcome)")
    case .away(let reason): "The daemon cannot be reached (\(reason)); reconnecting."
    case .back: "Reconnected to the daemon."
    case .sessionLost:
      "The daemon no longer has the session '\(link.session)'; it was created again."
    case .missed: "Changes by other clients were missed: see 'log' and 'stack'."
    case .closed: "Another client has closed the session."
    case .mode(true, let reason): "The daemon is now read-only: \(reason)"
    case .mode(false, _): "The daemon is writable again."
    }
  }

  private func json(of news: SessionNotice) -> JSON {
    switch news {
    case .changed(let change):
      [
        "news": "changed", "seq": .int(change.seq), "line": .string(change.line),
        "outcome": .string(change.outcome), "own": .bool(change.isOwn),
      ]
    case .away(let reason): ["news": "away", "reason": .string(reason)]
    case .back: ["news": "back"]
    case .sessionLost: ["news": "session-lost"]
    case .missed: ["news": "missed"]
    case .closed: ["news": "closed"]
    case .mode(let isReadOnly, let reason):
      ["news": "mode", "readOnly": .bool(isReadOnly), "reason": .string(reason)]
    }
  }

  /// The local files that complete a partly typed path.
  private func files(beginningWith start: String) -> [String] {
    let slash = start.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(decoding: start.utf8[...$0], as: UTF8.self) } ?? ""
    let names = (try? namesInFolder(folder.isEmpty ? "." : folder)) ?? []
    return names.map { folder + $0 }
  }
}

extension AttachConversation: InnerLoop {
  var descriptor: Int32 { link.loop.descriptor }
  var timeoutMilliseconds: Int32 { link.loop.timeoutMilliseconds }
  func turn() { link.loop.turn() }
}

/// A command that reads or writes a local file.
private struct FileCommand {
  let word: String
  let path: String
  /// Whether the file's content is sent; otherwise the file is written.
  let isSent: Bool
  /// Whether the content is one change of the session, instead of one per line.
  let isOneChange: Bool
  /// Whether the file is to contain expectations.
  let expects: Bool

  /// Parses a line; `nil` if it is another command, or does not name one file.
  init?(_ line: String) {
    guard let line = (try? CommandLine(line)) ?? nil, let command = line.command,
      command.usesFiles, let invocation = try? line.invocation(of: command),
      let place = command.parameters.firstIndex(where: \.isFile),
      let path = invocation.arguments.text(place)
    else { return nil }
    expects = invocation.arguments.flag(0) ?? false
    (word, self.path) = (command.word, path)
    isSent = command.parameters.contains { $0.kind == .script }
    if case .source = command.action { isOneChange = false } else { isOneChange = true }
  }

  /// The path being typed at the end of a line, if the command takes a file.
  static func path(beginningIn line: String) -> String? {
    let words = line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    let isBegun = line.utf8.last != UInt8(ascii: " ")
    guard let first = words.first.map({ String(Substring($0)) }), words.count > 1 || !isBegun,
      CommandTable.standard.command(named: first)?.usesFiles ?? false
    else { return nil }
    return isBegun ? words.last.map { String(Substring($0)) } : ""
  }
}

/// The position of the first line that is not UTF-8.
private func firstLineNotUTF8(in bytes: [UInt8], of path: String) -> SourcePosition {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let index = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
  return SourcePosition(file: path, line: (index ?? 0) + 1, column: 1)
}

/// The longest script that fits in one line of the protocol.
private let scriptBytesMax = 786_432
