import FileAccess
import Navigation
import PluginProcesses
import Screens
import TestSupport
import Testing

/// Every fault of a plugin process gives a message that names it, and does not affect a second
/// plugin.
@MainActor
struct FaultTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let good = "for m in requests(): answer(m['id'], ready('good'))\n"

  nonisolated struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let program: String
    /// The final message of the screen.
    let says: String
    /// The limits that the fault exceeds are short.
    let limits: PluginLimits

    init(
      _ name: String, _ program: String, says: String,
      limits change: (inout PluginLimits) -> Void = { _ in }
    ) {
      testDescription = name
      self.program = program
      self.says = says
      var limits = PluginLimits.quick
      change(&limits)
      self.limits = limits
    }
  }

  nonisolated static let faults = [
    Fault(
      "a crash", "for m in requests(): os.kill(os.getpid(), signal.SIGSEGV)",
      says: "plugin 'bad' was ended by signal 11 before it answered 'screen.make'"),
    Fault(
      "an exception", "for m in requests(): m['nothing']",
      says: "ended with code 1 before it answered 'screen.make'; it wrote 'KeyError:"),
    Fault(
      "a hang", "for m in requests(): time.sleep(100)",
      says: "plugin 'bad' did not answer 'screen.make' within 1000 ms",
      // Where Python takes longer than that to start, it gets further attempts.
      limits: { ($0.callMilliseconds, $0.restartsMax, $0.backOffMilliseconds) = (1_000, 200, 0) }),
    Fault(
      "a hang at the start", "time.sleep(100)",
      says: "plugin 'bad' is down after 5 restarts: plugin 'bad' did not answer 'initialize'",
      limits: { $0.callMilliseconds = 50 }),
    Fault(
      "a flood of changes",
      """
      for m in requests():
          while True: change(m["params"]["instance"], {**ready("x"), "message": "x" * 100000})
      """, says: "plugin 'bad' sent more than 2000000 bytes without being asked"),
    // Over the limit of a line and under that of unrequested output: only one can be reached.
    Fault(
      "a line without end", "for m in requests(): sys.stdout.write('x' * 1500000)",
      says: "plugin 'bad' sent a line of more than 1048576 bytes, 'xxx"),
    Fault(
      "no JSON", "for m in requests(): print('Hello', flush=True); time.sleep(100)",
      says: "plugin 'bad' sent 'Hello', which is not a message"),
    Fault(
      "JSON that is not a message", "for m in requests(): print('{}', flush=True); time.sleep(100)",
      says: "plugin 'bad' sent '{}', which is not a message"),
    Fault(
      "a wrong version", "list(requests(version=2))",
      says: "plugin 'bad' uses version 2 of the protocol, not 1"),
    Fault(
      "an exit at the start", "print('no module', file=sys.stderr); sys.exit(3)",
      says: "plugin 'bad' is down after 5 restarts: plugin 'bad' ended with code 3 before it "
        + "answered 'initialize'; it wrote 'no module'"),
    Fault(
      "a backtrace",
      "print('x.swift:1: Fatal error: sold out\\n\\nBacktrace took 1s', file=sys.stderr); sys.exit(5)",
      says: "plugin 'bad' is down after 5 restarts: plugin 'bad' ended with code 5 before it "
        + "answered 'initialize'; it wrote 'x.swift:1: Fatal error: sold out'"),
    Fault(
      "a closed output",
      "for m in requests(): os.close(1); time.sleep(100)",
      says: "plugin 'bad' closed its standard output, but still runs",
      limits: { $0.farewellMilliseconds = 50 }),
    Fault(
      "content of wrong types",
      "for m in requests(): answer(m['id'], {**ready('x'), 'rows': [{'title': 7}]})",
      says: "plugin 'bad' sent invalid data for 'screen.make': 'result.rows[0].title' is not a "
        + "string"),
    Fault(
      "a refusal",
      "for m in requests(): send({'id': m['id'], 'error': {'code': 1, 'message': 'not today'}})",
      says: "plugin 'bad' refused 'screen.make': not today"),
    Fault(
      "a refusal of the start",
      """
      send({'id': 1, 'error': {'code': 1, 'message': 'no licence'}})
      time.sleep(100)
      """, says: "plugin 'bad' refused 'initialize': no licence"),
  ]

  @Test(arguments: faults)
  func `a fault is reported and affects no other plugin`(fault: Fault) throws {
    let host = try Host(
      [
        try Host.python("bad", fault.program, in: folder),
        try Host.python("good", Self.good, in: folder),
      ], limits: fault.limits)
    defer { host.close() }
    let bad = try host.open("badScreen")
    #expect(host.eventually { bad.content.failure.contains(fault.says) }, "\(bad.content)")
    #expect(host.log.contains { $0.contains(fault.says) }, "\(host.log)")
    // Such a short call timeout can also end the good plugin, before Python has started.
    let good = try host.open("goodScreen")
    guard fault.limits.callMilliseconds == PluginLimits.quick.callMilliseconds else { return }
    #expect(host.eventually { good.content.title == "good" }, "\(host.log)")
  }

  @Test func `a missing program is reported at once`() throws {
    let host = try Host([("gone", [folder("nothing")], ["Gone"])])
    defer { host.close() }
    let screen = try host.open("Gone")
    #expect(screen.content.failure.contains("plugin 'gone' cannot be started"))
    #expect(screen.content.failure.contains("there is no such file or folder"))
    #expect(host.log.count == 1, "\(host.log)")
  }

  @Test func `stray answers, unknown screens and unknown methods are logged and ignored`()
    throws
  {
    let host = try Host(
      python: """
        for m in requests():
            answer(m["id"], ready("one"))
            answer(m["id"], ready("two"))
            change("99", ready("three"))
            send({"method": "screen.dance"})
            send({"id": 7, "method": "ask"})
            send({"method": "screen.changed", "params": {"instance": 7}})
            change(m["params"]["instance"], {"state": "ready"})
            change(m["params"]["instance"], ready("four"))
        """, in: folder)
    defer { host.close() }
    let screen = try host.open("badScreen")
    #expect(host.eventually { screen.content.title == "four" })
    let messages = [
      "plugin 'bad' answered request 2, which is not pending",
      "plugin 'bad' changed the screen '99', which is not open",
      "plugin 'bad' sent the unknown method 'screen.dance'",
      "plugin 'bad' sent the unknown method 'ask'",
      "plugin 'bad' sent invalid data for 'screen.changed': 'params.instance' is not a string",
      "plugin 'bad' sent invalid data for 'screen.changed': 'content' has no 'title'",
    ]
    #expect(host.log.count == messages.count, "\(host.log)")
    for (line, message) in zip(host.log, messages) { #expect(line.contains(message)) }
  }

  @Test func `standard error of a process is logged, escaped and bounded`() throws {
    var limits = PluginLimits.quick
    (limits.logBytesMax, limits.logBytesPerSecond, limits.logLineBytesMax) = (2_000, 0, 100)
    let host = try Host(
      python: """
        sys.stderr.write("\\x1b[31mred\\n" + "y" * 1000 + "\\n" + "line\\n" * 10000)
        for m in requests(): answer(m["id"], ready("x"))
        """, in: folder, limits: limits)
    _ = host.settled(try host.open("badScreen"))
    #expect(host.eventually { host.log.count > 10 })
    #expect(host.log[0] == "bad: \\u{1b}[31mred")
    #expect(host.log[1] == "bad: " + String(repeating: "y", count: 80) + "…")
    #expect(host.log.count < 500)
    host.close()
    #expect(host.log.last?.hasSuffix(" lines were omitted") == true, "\(host.log.last ?? "")")
  }

  @Test func `a crashed process is restarted and recreates its screens`() throws {
    let host = try Host(
      python: """
        for m in requests():
            if m["method"] == "screen.tap": sys.exit(1)
            answer(m["id"], ready("run " + str(os.getpid())))
        """, in: folder)
    defer { host.close() }
    let first = try host.open("badScreen")
    let second = try host.open("badScreen")
    let title = host.settled(first).title
    #expect(host.settled(second).title == title)
    var answers: [String?] = []
    first.tapped("die") { answers.append($0) }
    #expect(host.eventually { first.content.title != title && first.content.state == .ready })
    #expect(host.eventually { second.content.title == first.content.title })
    #expect(answers == [nil])
  }

  @Test func `a process that does not end is killed with its children`() throws {
    var limits = PluginLimits.quick
    limits.farewellMilliseconds = 50
    let host = try Host(
      python: """
        import subprocess
        child = subprocess.Popen(["sleep", "1000"])
        for m in requests(): answer(m["id"], ready(str(child.pid)))
        time.sleep(1000)
        """, in: folder, limits: limits)
    let screen = try host.open("badScreen")
    let title = host.settled(screen).title
    host.close()
    let number = try #require(Int32(title))
    #expect(waits { !isRunning(number) })
  }
}
