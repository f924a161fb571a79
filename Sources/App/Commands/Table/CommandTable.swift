import Diagnostics
import JSONCodec
import Navigation

/// The table of commands, read by dispatch, help, completion, the daemon's methods and the docs.
public struct CommandTable: Sendable {
  /// The commands, in the order of help.
  public let all: [Command]

  /// Creates a table; the words must be unique.
  public init(_ commands: [Command]) {
    all = commands
  }

  /// The built-in commands.
  public static let standard = CommandTable(movement + looking + time + expecting + rest)

  /// Returns the command with this word or alias, compared bytewise; `nil` if there is none.
  public func command(named word: String) -> Command? {
    all.first { sameBytes($0.word, word) || $0.aliases.contains { sameBytes($0, word) } }
  }

  func commands(in group: Command.Group) -> [Command] {
    all.filter { $0.group == group }
  }
}

extension CommandTable {
  /// The commands of all events, and `cold`.
  private static let movement =
    EventSyntax.all.map { Command($0) } + [
      Command(
        CommandSyntax(
          "cold", summary: "begin before the app is ready: links wait for 'ready'",
          details: "Links from outside are queued as while the app starts, and 'ready' opens them "
            + "in order. It must be the first command that changes the session.",
          example: "cold"),
        .movement, .changesSession,
        .answer { _, workspace, invocation throws(Diagnostic) in
          try workspace.beginCold(invocation)
        })
    ]

  private static let looking = [
    look(
      "show", "the visible screen", "On a terminal it is drawn as a box.",
      .looksAtScreens
    ) {
      $1.show($0.display)
    },
    look("stack", "the visible stack", "In the form that 'expect stack' reads.") {
      $1.stack()
    },
    look("tree", "all coordinators, stacks and layers", "'*' marks the selected ones.") {
      $1.tree()
    },
    look(
      "taps", "the taps of the screen", "Each with the link it opens or the command it runs.",
      .looksAtScreens
    ) {
      $1.taps()
    },
    Command(
      CommandSyntax(
        "routes",
        [
          CommandParameter(
            "filter", .text, "a text in the pattern, name or screen", isRequired: false)
        ],
        summary: "the routes, or those that contain a text",
        details: "Searches pattern, name and screen for the text.", example: "routes movie"),
      .looking, .isAboutApp,
      .answer { _, workspace, invocation in
        workspace.routes(matching: invocation.arguments.text(0) ?? "")
      }),
    look("gates", "the gates, and who opened them", "In the order in which they are checked.") {
      $1.gates()
    },
    look("deferred", "the links that wait", "For a gate, or for 'ready'.") { $1.deferred() },
    Command(
      CommandSyntax(
        "log",
        [
          CommandParameter(
            "count", .integer(min: 0), "the largest number of transitions", isRequired: false)
        ],
        summary: "the last events and what they did",
        details: "Each with the number that 'goto' takes, as a line that can be typed again; below "
          + "it its transitions. '*' marks the current one. The default count is "
          + "\(Limits.logDefault).",
        example: "log 5"),
      .looking, [], .log),
    Command(
      CommandSyntax(
        "why", [CommandParameter("link", .link, "a complete URL, or a path of the app")],
        summary: "what a link opens, or why it opens nothing",
        details: "Shows the route, the redirects, the gates and what 'open' would do now; for a "
          + "link that no route matches, the nearest routes and why they do not match.",
        example: "why /movies/x"),
      .looking, [],
      .answer { _, workspace, invocation in workspace.why(invocation.arguments.text(0) ?? "") }),
    Command(
      CommandSyntax(
        "link",
        [
          CommandParameter("name", .routeName, "the route's name, or else its screen's"),
          CommandParameter("values", .values, "the values of its parameters", isRequired: false),
        ],
        summary: "build a link",
        details: "Prints the path, then the link under each base. NAME is the route's name, or "
          + "else its screen's.",
        example: "link movie id=42"),
      .looking, [],
      .answer { _, workspace, invocation throws(Diagnostic) in
        try workspace.link(invocation)
      }),
  ]

  private static let time = [
    Command(
      CommandSyntax(
        "undo", summary: "undo the last accepted event",
        details: "The state is exactly as it was before the event.", example: "undo"),
      .time, .changesSession,
      .answer { _, workspace, invocation throws(Diagnostic) in try workspace.undo(invocation) }),
    Command(
      CommandSyntax(
        "redo", summary: "redo the event that was undone", details: "Impossible after a new event.",
        example: "redo"),
      .time, .changesSession,
      .answer { _, workspace, invocation throws(Diagnostic) in try workspace.redo(invocation) }),
    Command(
      CommandSyntax(
        "goto",
        [CommandParameter("position", .eventCount, "the number of accepted events before it")],
        summary: "go to the state after N accepted events",
        details: "0 is the beginning of the session.", example: "goto 0"),
      .time, .changesSession,
      .answer { _, workspace, invocation throws(Diagnostic) in try workspace.goto(invocation) }),
    Command(
      CommandSyntax(
        "save",
        [
          CommandParameter(
            "expect", .option("--expect"), "whether to add what holds now as expectations",
            isRequired: false),
          CommandParameter("file", .savedFile, "the file to write"),
        ],
        summary: "write the session as a script",
        details: "Running the script brings a new session to the same state. With --expect it also "
          + "checks the visible stack, the gates and the links that wait. Only a file that "
          + "'save' has written is replaced. A path is relative to the script that contains the "
          + "line.",
        example: "save --expect bug.nav"),
      .time, [],
      .answer { interpreter, workspace, invocation throws(Diagnostic) in
        try interpreter.save(workspace, invocation)
      }),
    Command(
      CommandSyntax(
        "load", [CommandParameter("script", .script, "the script's lines")],
        summary: "start a new session from a script",
        details: "If a line of the script fails, the session is unchanged. A path is relative to "
          + "the script that contains the line.",
        example: "load Routes/Scripts/redirect.nav"),
      .time, [.changesSession, .looksAtScreens],
      .answer { interpreter, workspace, invocation throws(Diagnostic) in
        try interpreter.load(invocation, on: &workspace)
      }),
  ]

  private static let expecting = [
    Command(
      CommandSyntax(
        "expect", [CommandParameter("line", .line, "the words after 'expect' in a script")],
        summary: "check the session's state or last outcome",
        details: "One of:\n"
          + ExpectationKind.allCases.map { "  expect \($0.usage)" }.joined(separator: "\n")
          + "\nValues can be omitted. 'show' and 'row' wait for late content. "
          + "A failure shows what was expected and what was found.",
        example: "expect stack home: Home > Movies > MovieDetail(id=42)"),
      .expecting, .looksAtScreens, .expect)
  ]

  private static let rest = [
    Command(
      CommandSyntax(
        "help",
        [
          CommandParameter(
            "command", .command, "the command to explain, an error code, or 'codes'",
            isRequired: false)
        ],
        summary: "explain the commands, or one of them, or an error code",
        details: "'help codes' lists all error codes; 'help route/conflict' explains one. "
          + "'open --help' explains a command, too.",
        example: "help open"),
      .rest, [],
      .answer { interpreter, _, invocation throws(Diagnostic) in
        try interpreter.help(invocation.arguments.text(0), at: invocation.position)
      }
    ).alias("?"),
    Command(
      CommandSyntax(
        "source", [CommandParameter("script", .script, "the script's lines")],
        summary: "run a script in this session",
        details: "Runs every line as if it were typed. A path is relative to the script that "
          + "contains the line.",
        example: "source Routes/Scripts/redirect.nav"),
      .rest, [.changesSession, .looksAtScreens], .source),
    Command(
      CommandSyntax(
        "reload", summary: "reload the routes",
        details: "The session continues. Screens that no longer exist, or that now require a "
          + "closed gate, are removed. Earlier events cannot be undone.",
        example: "reload"),
      .rest, [.changesSession, .isAboutApp], .reload),
    Command(
      CommandSyntax(
        "timing", [CommandParameter("state", .flag(on: "on", off: "off"), "on or off")],
        summary: "show how long each command takes, or stop that",
        details: "The time is that from the end of the line to the end of the answer. In scripts "
          + "it has no effect; 'replay' shows the time of each.",
        example: "timing on"),
      .rest, .isOfPrompt,
      .answer { _, _, invocation in
        let isTimed = invocation.arguments.flag(0) == true
        var response = Response(
          lines: ["timing is \(isTimed ? "on" : "off")"], json: ["timing": .bool(isTimed)])
        response.isTimed = isTimed
        return response
      }),
    Command(
      CommandSyntax(
        "quit", summary: "leave the prompt, or end the script",
        details: "'exit' and the end of the input (Ctrl-D) do the same.",
        example: "quit"),
      .rest, [],
      .answer { _, _, _ in
        var response = Response()
        response.isOver = true
        return response
      }
    ).alias("exit", "q", ":q"),
  ]

  /// Creates a command that takes no parameters and does not change the session.
  private static func look(
    _ word: String, _ summary: String, _ details: String, _ traits: Command.Traits = [],
    answer: @escaping @MainActor @Sendable (Interpreter, Workspace) -> Response
  ) -> Command {
    Command(
      CommandSyntax(word, summary: summary, details: details, example: word), .looking, traits,
      .answer { interpreter, workspace, _ in answer(interpreter, workspace) })
  }
}
