import Commands

extension Method {
  /// Every method: those of the daemon, then one a row of the command table but those that the
  /// daemon does itself.
  static var all: [Method] {
    let own = own
    return own
      + CommandTable.all.filter { row in
        !own.contains { $0.name.utf8.elementsEqual(row.word.utf8) }
      }.map { ofCommand($0) }
  }

  private static var own: [Method] { ofDaemon + ofSessions }

  private static var ofDaemon: [Method] {
    [
      Method("describe", "return all methods, their parameters and errors, as JSON Schema") {
        daemon, _, output throws(DaemonError) in daemon.describe(into: &output)
      },
      Method(
        "resolve", "show what a link opens", [Command.Parameter("link", .text, "a URL or a path")],
        isQuick: true
      ) { daemon, call, output throws(DaemonError) in daemon.resolve(call, into: &output) },
      Method(
        "routes", "the routes, or those that hold a text",
        [
          Command.Parameter(
            "filter", .text, "what pattern, name or screen holds", isRequired: false)
        ]
      ) { daemon, call, output throws(DaemonError) in daemon.routes(call, into: &output) },
      Method("reload", "read the route files again and migrate every session to them") {
        daemon, _, output throws(DaemonError) in try daemon.reload(into: &output)
      },
      Method("status", "show the status of the daemon") {
        daemon, _, output throws(DaemonError) in daemon.status(into: &output)
      },
      Method("metrics", "return the metrics in Prometheus' text format") {
        daemon, _, output throws(DaemonError) in daemon.metrics(into: &output)
      },
      Method("mode.writable", "open the journal again after a fault") {
        daemon, _, output throws(DaemonError) in try daemon.becomeWritable(into: &output)
      },
    ]
  }

  private static var ofSessions: [Method] {
    [
      Method(
        "session.create", "create a session",
        [
          Command.Parameter(
            "name", .text, "1 to 128 bytes; one is chosen if there is none",
            isRequired: false),
          Command.Parameter(
            "cold", .flag(on: "cold", off: "warm"),
            "whether the app is not ready yet", isRequired: false),
        ], isMutation: true
      ) { daemon, call, output throws(DaemonError) in try daemon.create(call, into: &output) },
      Method(
        "session.list", "list the sessions in order of their names",
        [
          Command.Parameter("after", .text, "only names behind this one", isRequired: false),
          Command.Parameter("count", .integer(min: 1), "how many at most", isRequired: false),
        ]
      ) { daemon, call, output throws(DaemonError) in daemon.list(call, into: &output) },
      Method("session.close", "close a session and delete its records", [session], isMutation: true)
      {
        daemon, call, output throws(DaemonError) in try daemon.closeSession(call, into: &output)
      },
      Method(
        "subscribe", "send every change of a session after fromSeq, without a gap",
        [
          session,
          Command.Parameter(
            "fromSeq", .integer(min: 0), "the last change that is known; the present one if absent",
            isRequired: false),
        ]
      ) { daemon, call, output throws(DaemonError) in try daemon.subscribe(call, into: &output) },
      Method("unsubscribe", "end a subscription", [session]) {
        daemon, call, output throws(DaemonError) in try daemon.unsubscribe(call, into: &output)
      },
      Method(
        "command", "run a line as typed at the prompt",
        [
          session, Command.Parameter("line", .text, "what is typed"),
          Command.Parameter("columns", .integer(min: 0), "of the terminal", isRequired: false),
        ], isMutation: true
      ) { daemon, call, output throws(DaemonError) in try daemon.command(call, into: &output) },
      Method(
        "complete", "list completions of the word at the cursor",
        [
          session, Command.Parameter("line", .text, "what is typed so far"),
          Command.Parameter("cursor", .integer(min: 0), "in bytes of UTF-8"),
        ]
      ) { daemon, call, output throws(DaemonError) in try daemon.complete(call, into: &output) },
    ]
  }

  /// A row of the command table as a method.
  private static func ofCommand(_ command: Command) -> Method {
    Method(
      command.word, command.summary, [session] + command.parameters,
      isMutation: command.changesSession, takesOneParameter: command.takesOneParameter,
      isQuick: isEvent(command), body: body(of: command))
  }

  /// Whether it asks for an event, which needs no interpreter.
  private static func isEvent(_ command: Command) -> Bool {
    command.group == .movement && !command.word.utf8.elementsEqual("cold".utf8)
  }

  private static func body(
    of command: Command
  ) -> @MainActor @Sendable (Daemon, borrowing Call, inout [UInt8]) throws(DaemonError) -> Void {
    switch command.word {
    case "save":
      { daemon, call, output throws(DaemonError) in
        try daemon.work(call, looks: false, into: &output) { $0.savedScript() }
      }
    case "source", "load":
      { daemon, call, output throws(DaemonError) in
        let isLoad = call.method.name.utf8.elementsEqual("load".utf8)
        let script = call.bytes(1) ?? []
        let time = daemon.scriptTime()
        try daemon.work(call, looks: true, into: &output) { interpreter in
          interpreter.scriptTime = time
          defer { interpreter.scriptTime = nil }
          return isLoad ? interpreter.load(script: script) : interpreter.source(script: script)
        }
      }
    case "expect":
      { daemon, call, output throws(DaemonError) in
        let line = "expect " + (call.text(1) ?? "")
        try daemon.work(call, looks: true, into: &output) { $0.run(line) }
      }
    default:
      if isEvent(command) {
        { daemon, call, output throws(DaemonError) in try daemon.event(call, into: &output) }
      } else {
        { [looks = command.looksAtScreens] daemon, call, output throws(DaemonError) in
          let words = [call.method.name] + call.words()
          try daemon.work(call, looks: looks, into: &output) { $0.run(words: words) }
        }
      }
    }
  }
}
