import Links
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

  /// Returns the command with this word, compared bytewise; `nil` if there is none.
  public func command(named word: String) -> Command? {
    all.first { sameBytes($0.word, word) }
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
          details: "The session is as the app is while it starts: links from outside are queued, "
            + "in order, and opened on 'ready'. Only as the first command that changes the "
            + "session.",
          example: "cold"),
        .movement, .changesSession,
        .answer { _, workspace, invocation throws(CommandError) in
          try workspace.beginCold(invocation)
        })
    ]

  private static let looking = [
    look(
      "show", "the screen as a person would see it", "In a terminal it is drawn as a box.",
      .looksAtScreens
    ) {
      $1.show($0.display)
    },
    look("stack", "the visible stack", "Its form is the one that 'expect stack' reads.") {
      $1.stack()
    },
    look("tree", "all coordinators, stacks and layers", "'*' marks what is selected.") {
      $1.tree()
    },
    look(
      "taps", "what can be tapped", "Each tap with the link it opens or the command it is.",
      .looksAtScreens
    ) {
      $1.taps()
    },
    Command(
      CommandSyntax(
        "routes",
        [
          CommandParameter(
            "filter", .text, "what pattern, name or screen holds", isRequired: false)
        ],
        summary: "the routes, or those that hold a text",
        details: "The text is looked for in pattern, name and screen.", example: "routes movie"),
      .looking, .isAboutApp,
      .answer { _, workspace, invocation in
        workspace.routes(matching: invocation.arguments.text(0) ?? "")
      }),
    look("gates", "the gates, and who opened them", "In the order in which they are asked.") {
      $1.gates()
    },
    look("deferred", "the links that wait", "For a gate, or for 'ready'.") { $1.deferred() },
    Command(
      CommandSyntax(
        "log",
        [
          CommandParameter(
            "count", .integer(min: 0), "how many transitions at most", isRequired: false)
        ],
        summary: "the last transitions",
        details: "Each with its number, the command that led to it, its kind, the coordinator and "
          + "the screens. \(Limits.logDefault) unless a number is given.",
        example: "log 5"),
      .looking, [],
      .answer { _, workspace, invocation in
        workspace.log(invocation.arguments.integer(0) ?? Limits.logDefault)
      }),
    Command(
      CommandSyntax(
        "why", [CommandParameter("link", .link, "a whole URL, or a path of the app")],
        summary: "what a link opens, or why it opens nothing",
        details: "Tells the route, the redirects gone through, the gates and what 'open' would do "
          + "now; for a link that no route takes, the routes that come near and what is in the "
          + "way.",
        example: "why /movies/x"),
      .looking, [],
      .answer { _, workspace, invocation in workspace.why(invocation.arguments.text(0) ?? "") }),
    Command(
      CommandSyntax(
        "link",
        [
          CommandParameter("name", .routeName, "the route's name; its screen's, if it has none"),
          CommandParameter("values", .values, "what its parameters are", isRequired: false),
        ],
        summary: "build a link",
        details: "The path first, then the link under each base. NAME is the route's name; its "
          + "screen's, if the route has none.",
        example: "link movie id=42"),
      .looking, [],
      .answer { _, workspace, invocation throws(CommandError) in
        try workspace.link(invocation)
      }),
  ]

  private static let time = [
    Command(
      CommandSyntax(
        "undo", summary: "take the last accepted event back",
        details: "The state is exactly what it was before.", example: "undo"),
      .time, .changesSession,
      .answer { _, workspace, invocation throws(CommandError) in try workspace.undo(invocation) }),
    Command(
      CommandSyntax(
        "redo", summary: "do again what was undone", details: "Until something new is done.",
        example: "redo"),
      .time, .changesSession,
      .answer { _, workspace, invocation throws(CommandError) in try workspace.redo(invocation) }),
    Command(
      CommandSyntax(
        "goto",
        [CommandParameter("position", .integer(min: 0), "how many accepted events led there")],
        summary: "go to the state after the n-th accepted event",
        details: "0 is the beginning of the session.", example: "goto 0"),
      .time, .changesSession,
      .answer { _, workspace, invocation throws(CommandError) in try workspace.goto(invocation) }),
    Command(
      CommandSyntax(
        "save", [CommandParameter("file", .savedFile, "where the script is written")],
        summary: "write the session as a script",
        details: "The script leads a new session to the same state. A file that is not such a "
          + "script is not replaced. A path is relative to the script that the line stands in.",
        example: "save bug.nav"),
      .time, [],
      .answer { interpreter, workspace, invocation throws(CommandError) in
        try interpreter.save(workspace, invocation)
      }),
    Command(
      CommandSyntax(
        "load", [CommandParameter("script", .script, "the script's lines")],
        summary: "begin a new session with a script",
        details: "If a line of the script fails, the session stays as it was. A path is relative "
          + "to the script that the line stands in.",
        example: "load Routes/Scripts/redirect.nav"),
      .time, [.changesSession, .looksAtScreens],
      .answer { interpreter, workspace, invocation throws(CommandError) in
        try interpreter.load(invocation, on: &workspace)
      }),
  ]

  private static let expecting = [
    Command(
      CommandSyntax(
        "expect", [CommandParameter("line", .line, "what stands behind 'expect' in a script")],
        summary: "check what is there",
        details: "One of:\n"
          + ExpectationKind.allCases.map { "  expect \($0.usage)" }.joined(separator: "\n")
          + "\nValues may be left out. 'show' and 'row' wait for content that comes late. "
          + "A failure tells what was expected and what was found.",
        example: "expect stack home: Home > Movies > MovieDetail(id=42)"),
      .expecting, .looksAtScreens, .expect)
  ]

  private static let rest = [
    Command(
      CommandSyntax(
        "help",
        [
          CommandParameter(
            "command", .command, "the command to explain, or 'codes'", isRequired: false)
        ],
        summary: "the commands, or one of them",
        details: "'help codes' lists the codes of all errors.", example: "help open"),
      .rest, [],
      .answer { interpreter, _, invocation throws(CommandError) in
        try interpreter.help(invocation.arguments.text(0), at: invocation.position)
      }),
    Command(
      CommandSyntax(
        "source", [CommandParameter("script", .script, "the script's lines")],
        summary: "run the lines of a script here",
        details: "Every line is run as if it were typed. A path is relative to the script that "
          + "the line stands in.",
        example: "source Routes/Scripts/redirect.nav"),
      .rest, [.changesSession, .looksAtScreens], .source),
    Command(
      CommandSyntax(
        "reload", summary: "read the routes again",
        details: "The session goes on: screens that are gone, or that a gate now forbids, are "
          + "taken away. What came before cannot be undone.",
        example: "reload"),
      .rest, [.changesSession, .isAboutApp], .reload),
    Command(
      CommandSyntax(
        "quit", summary: "leave",
        details: "Ends a script too. The end of the input (Ctrl-D) does the same.",
        example: "quit"),
      .rest, [],
      .answer { _, _, _ in
        var response = Response()
        response.isOver = true
        return response
      }),
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
