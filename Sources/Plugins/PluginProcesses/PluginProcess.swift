import CLibrary
import CUV
import Diagnostics
import EventLoops
import FileAccess
import JSONCodec
import Navigation
import Observation
import Screens

/// Runs one plugin's process: performs the effects of its `ProcessState` and passes events to it.
final class PluginProcess {
  private let command: PluginCommandLine
  private let loop: EventLoop
  private let sink: (String) -> Void
  private let limits: PluginLimits
  private(set) var state: ProcessState
  private var child: ChildProcess?
  /// Children that were killed or hung up on, but may not have been reaped yet.
  private var leaving: [ChildProcess] = []
  private var screens: [UInt64: ProcessScreen] = [:]
  private var answers: [UInt64: TapResult] = [:]
  private var lastNumber: UInt64 = 0
  private var lastLine: String?
  private var logBudget: TokenBucket
  private var linesLeftOut = 0
  /// Whether an effect was performed that the loop has to process in another turn.
  var hasActed = false
  private(set) var isRetired = false
  /// When leftover children are killed; set when the process is no longer needed.
  private var farewell: UInt64?
  /// When `killLate` is due; `nil` if never.
  var lateDeadline: UInt64? { leaving.isEmpty ? nil : farewell }

  init(
    _ command: PluginCommandLine, limits: PluginLimits, loop: EventLoop,
    sink: @escaping (String) -> Void
  ) {
    self.command = command
    self.limits = limits
    self.loop = loop
    self.sink = sink
    state = ProcessState(plugin: command.plugin, position: command.position, limits: limits)
    logBudget = TokenBucket(
      bytesMax: limits.logBytesMax, bytesPerSecond: limits.logBytesPerSecond)
  }

  func start() {
    state.start()
    perform()
  }

  /// Creates a screen: the factory of the plugin's screens.
  func makeScreen(_ request: ScreenRequest) -> any Screen {
    lastNumber += 1
    let screen = ProcessScreen(request, number: lastNumber, process: self)
    screens[lastNumber] = screen
    state.make(lastNumber, request, now: EventLoop.nowMilliseconds)
    perform()
    return screen
  }

  func tap(_ number: UInt64, _ name: String, answer: @escaping TapResult) {
    lastNumber += 1
    answers[lastNumber] = answer
    state.tap(number, name, number: lastNumber, now: EventLoop.nowMilliseconds)
    perform()
  }

  func learn(_ number: UInt64, _ facts: SessionFacts) {
    state.learn(number, facts)
    perform()
  }

  func receive(_ number: UInt64, _ result: String) {
    state.receive(number, result)
    perform()
  }

  func close(_ number: UInt64) {
    screens[number] = nil
    state.close(number)
    perform()
    restIfUnwanted()
  }

  /// Marks the process as replaced: it ends when its last screen is closed, and is restarted only
  /// if a screen is still requested from it.
  func retire() {
    isRetired = true
    restIfUnwanted()
  }

  private func restIfUnwanted() {
    guard isRetired, state.instances.isEmpty else { return }
    farewell = EventLoop.nowMilliseconds &+ limits.farewellMilliseconds
    state.rest()
    perform()
  }

  /// Asks the process to end, permanently.
  func closeAll() {
    farewell = EventLoop.nowMilliseconds &+ limits.farewellMilliseconds
    state.closeAll()
    perform()
  }

  /// Kills the leftover children once their time is up.
  func killLate() {
    guard let farewell, EventLoop.nowMilliseconds >= farewell else { return }
    self.farewell = nil
    leaving.forEach { $0.kill() }
  }

  /// Whether any child has not been reaped yet.
  var hasChild: Bool {
    leaving.removeAll { $0.end != nil }
    return child != nil || !leaving.isEmpty
  }

  /// Processes the output buffered while the loop ran, and whatever is due.
  func turn() {
    takeOutput()
    state.tick(now: EventLoop.nowMilliseconds)
    perform()
  }

  private func takeOutput() {
    guard let child else { return }
    let now = EventLoop.nowMilliseconds
    // A flood is an error even if every message in it is valid.
    if child.isFlooding { state.flooded(now: now) }
    while let line = child.log.next() { logged(line, now) }
    while child === self.child, let line = child.output.next() {
      state.received(line, now: now)
      perform()
    }
    guard child === self.child else { return }
    if let end = child.end {
      self.child = nil
      if let line = child.log.last() { logged(line, now) }
      reportLeftOut()
      if let fault = child.startFault {
        return couldNotStart(fault.text, isPassing: fault == .system(EAGAIN))
      }
      if let line = child.output.last() { state.received(line, now: now) }
      state.ended(end, lastLine: lastLine, now: now)
    } else if child.isOutputClosed, state.farewell == nil {
      state.outputClosed(now: now)
    }
  }

  /// Logs a line of standard error, within the budget.
  private func logged(_ line: LineFramer.Line, _ now: UInt64) {
    let text =
      switch line {
      case .whole(let bytes): String(decoding: bytes, as: UTF8.self)
      case .overlong(let start): String(decoding: start, as: UTF8.self) + "…"
      }
    // What follows the fatal error of a Swift program is its backtrace.
    if lastLine?.utf8.contains("Fatal error: ".utf8) != true {
      lastLine = String(text.unicodeScalars.prefix(lastLineScalarsMax))
    }
    guard logBudget.take(text.utf8.count + 1, nowMilliseconds: now) else {
      linesLeftOut += 1
      return
    }
    reportLeftOut()
    sink(escaped("\(command.plugin): \(text)"))
  }

  private func reportLeftOut() {
    guard linesLeftOut > 0 else { return }
    sink(escaped("\(command.plugin): \(linesLeftOut) lines were omitted"))
    linesLeftOut = 0
  }

  /// Performs all pending effects. Reentrant: an effect can call `perform` again.
  private func perform() {
    while let effect = state.takeEffect() {
      hasActed = true
      switch effect {
      case .start: startChild()
      case .kill:
        child?.kill()
        leave()
      case .hangUp:
        child?.hangUp()
        leave()
      case .send(let line):
        child?.send(line)
        if let child, child.unsentBytes > limits.outputBytesMax {
          state.unread(bytesMax: limits.outputBytesMax, now: EventLoop.nowMilliseconds)
        }
      case .show(let number, let content):
        guard let screen = screens[number], screen.content != content else { continue }
        screen.content = content
      case .answer(let number, let result): answers.removeValue(forKey: number)?(result)
      case .log(let line): sink(escaped(line))
      }
    }
  }

  /// Ignores the child's further output; the child is tracked until it was reaped.
  private func leave() {
    leaving.removeAll { $0.end != nil }
    if let child { leaving.append(child) }
    child = nil
    reportLeftOut()
  }

  private func startChild() {
    lastLine = nil
    let program: TrustedProgram
    do throws(ProgramFault) {
      program = try TrustedProgram(command.words, relativeTo: command.file)
    } catch {
      return couldNotStart(error.text, isPassing: error.isPassing)
    }
    guard
      let guarded = GuardedCommand(program, variables: command.variables, limits: limits)
    else {
      return couldNotStart(
        "'\(GuardedCommand.guardName)' is not next to this program", isPassing: false)
    }
    do throws(LoopFault) {
      child = try ChildProcess(guarded, limits: limits, loop: loop)
      state.started(now: EventLoop.nowMilliseconds)
    } catch {
      couldNotStart(error.text, isPassing: error.isPassing)
    }
  }

  private func couldNotStart(_ reason: String, isPassing: Bool) {
    let error = Diagnostic.notStarted(
      plugin: command.plugin, program: command.program, reason: reason, at: command.position)
    state.couldNotStart(error, isLasting: !isPassing, now: EventLoop.nowMilliseconds)
  }
}

extension LoopFault {
  /// Whether a retry may succeed: too many processes or open files, or out of memory.
  fileprivate var isPassing: Bool {
    [UV_EAGAIN, UV_EMFILE, UV_ENFILE, UV_ENOMEM].contains { $0.rawValue == status }
  }
}

private nonisolated let lastLineScalarsMax = 200

/// The command line of a plugin's process: `run` in its route file.
struct PluginCommandLine {
  let plugin: String
  /// The program as written in the file, and its arguments.
  let words: [String]
  /// The variables that it gets, apart from those that every plugin gets.
  let variables: [String]
  let position: SourcePosition?

  /// `nil` for a plugin without `run`.
  init?(_ draft: PluginDraft) {
    guard let program = draft.run.first else { return nil }
    plugin = draft.name.value
    words = draft.run.map(\.value)
    variables = draft.environment.map(\.value)
    position = program.position
  }

  var program: String { words.first ?? "" }
  /// The route file; a program with a slash is relative to it.
  var file: String { position?.file ?? "" }
}

@Observable
final class ProcessScreen: FallibleScreen {
  /// The content; initially loading.
  var content: ScreenContent

  @ObservationIgnored private let process: PluginProcess
  @ObservationIgnored private let number: UInt64

  init(_ request: ScreenRequest, number: UInt64, process: PluginProcess) {
    content = ScreenContent(title: request.described.title, state: .loading)
    self.number = number
    self.process = process
  }

  func tapped(_ name: String, result: @escaping TapResult) {
    process.tap(number, name, answer: result)
  }

  func learned(_ facts: SessionFacts) {
    process.learn(number, facts)
  }

  func received(_ result: String) {
    process.receive(number, result)
  }

  func close() {
    process.close(number)
  }
}
