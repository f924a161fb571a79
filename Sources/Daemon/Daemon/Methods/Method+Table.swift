import Commands
import Navigation

extension Method {
  /// Every method: `describe` and `resolve`, the commands about the app, the methods of the daemon
  /// and of sessions, then one method per command on a session.
  static func all(_ commands: CommandTable = .standard) -> [Method] {
    let aboutApp = commands.all.filter { $0.traits.contains(.isAboutApp) }
    let others = commands.all.filter { $0.traits.isDisjoint(with: [.isAboutApp, .isOfPrompt]) }
    return links + aboutApp.map(ofApp) + ofDaemon + ofSessions + others.map(ofSession)
  }

  private static var links: [Method] {
    [
      Method("describe", "return all methods, their parameters and errors, as JSON Schema") {
        daemon, _, output throws(DaemonError) in daemon.describe(into: &output)
      },
      Method(
        "resolve", "show what a link opens", [CommandParameter("link", .text, "a URL or a path")],
        isQuick: true
      ) { daemon, call, output throws(DaemonError) in daemon.resolve(call, into: &output) },
    ]
  }

  private static var ofDaemon: [Method] {
    [
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
          CommandParameter(
            "name", .text, "1 to 128 bytes; generated if absent",
            isRequired: false),
          CommandParameter(
            "cold", .flag(on: "cold", off: "warm"),
            "whether the app is not ready yet", isRequired: false),
        ], isMutation: true
      ) { daemon, call, output throws(DaemonError) in try daemon.create(call, into: &output) },
      Method(
        "session.list", "list the sessions in order of their names",
        [
          CommandParameter("after", .text, "list only names after this one", isRequired: false),
          CommandParameter("count", .integer(min: 1), "how many at most", isRequired: false),
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
          CommandParameter(
            "fromSeq", .integer(min: 0), "the last known change; the current one if absent",
            isRequired: false),
        ]
      ) { daemon, call, output throws(DaemonError) in try daemon.subscribe(call, into: &output) },
      Method("unsubscribe", "end a subscription", [session]) {
        daemon, call, output throws(DaemonError) in try daemon.unsubscribe(call, into: &output)
      },
      Method(
        "command", "run a line as typed at the prompt",
        [
          session, CommandParameter("line", .text, "the typed line"),
          CommandParameter("columns", .integer(min: 0), "the terminal's width", isRequired: false),
          CommandParameter(
            "color", .flag(on: "on", off: "off"), "whether texts have a terminal's colours",
            isRequired: false),
        ], isMutation: true
      ) { daemon, call, output throws(DaemonError) in try daemon.command(call, into: &output) },
      Method(
        "complete", "list completions of the word at the cursor",
        [
          session, CommandParameter("line", .text, "the line typed so far"),
          CommandParameter("cursor", .integer(min: 0), "its position in bytes of UTF-8"),
          CommandParameter(
            "ignoresCase", .flag(on: "on", off: "off"), "whether case is ignored",
            isRequired: false),
        ]
      ) { daemon, call, output throws(DaemonError) in try daemon.complete(call, into: &output) },
    ]
  }

  /// A command about the app as a method.
  private static func ofApp(_ command: Command) -> Method {
    guard case .reload = command.action else {
      return Method(command.word, command.summary, command.parametersOfPrograms) {
        daemon, call, output throws(DaemonError) in
        daemon.answer(call, command, into: &output)
      }
    }
    return Method(
      command.word, "reload the route files and migrate every session to them"
    ) { daemon, _, output throws(DaemonError) in try daemon.reload(into: &output) }
  }

  /// A command on a session as a method.
  private static func ofSession(_ command: Command) -> Method {
    let parameters = [session] + command.parametersOfPrograms
    guard case .event(let syntax) = command.action else {
      return Method(
        command.word, command.summary, parameters, isMutation: command.changesSession,
        takesOneParameter: command.syntax.takesOneParameter
      ) { daemon, call, output throws(DaemonError) in
        try daemon.work(call, command, into: &output)
      }
    }
    return Method(
      command.word, command.summary, parameters, isMutation: command.changesSession,
      takesOneParameter: command.syntax.takesOneParameter, isQuick: true
    ) { daemon, call, output throws(DaemonError) in
      try daemon.event(call, command, syntax, into: &output)
    }
  }
}

extension Command {
  /// The parameters that clients give; the file that a user names for the answer is not one of
  /// them.
  fileprivate var parametersOfPrograms: [CommandParameter] {
    parameters.filter { $0.kind != .savedFile }
  }
}

extension Daemon {
  /// The names of the methods that change neither sessions nor what the daemon serves.
  public static let readingMethods = Set(
    Method.all().filter { !$0.isMutation && !["reload", "mode.writable"].contains($0.name) }
      .map(\.name))
}
