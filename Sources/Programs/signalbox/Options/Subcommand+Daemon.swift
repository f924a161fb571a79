/// The subcommands that run a daemon and use its sessions.
extension Subcommand {
  static let serve = Subcommand(
    name: "serve", operands: "[ROUTES…]", routeOperands: .all,
    options: [
      .routes, .socket, .data, .durability, .isPrivate, .watch, .logFormat, .logFile,
      .metrics,
    ],
    summary: "serve sessions to other programs over a socket",
    details: """
      Clients call methods by JSON-RPC 2.0, one object per line; docs/protocol.md explains them. \
      SIGTERM ends the daemon after it has answered pending calls; SIGHUP reloads the route files; \
      SIGUSR1 opens the log file again.
      """,
    examples: [
      Example("signalbox serve MyApp/Routes", "the default socket and folder"),
      Example(
        "signalbox serve --socket /tmp/box --durability none", "sessions that end with the daemon"),
    ],
    run: runServe)

  static let attach = Subcommand(
    name: "attach", operands: "[SESSION]", operandCount: 0...1,
    options: [.json, .noHistory, .socket],
    summary: "open a prompt on a session of a daemon",
    details: """
      Like the REPL, but the session lives in a daemon and stays when you leave. Other clients \
      can use it at the same time; their changes are shown. The session is created if it does \
      not exist; the default name is 'main'. If the daemon ends, attach reconnects when it is \
      back. 'save', 'load' and 'source' use files on the client's side. If the input is not a \
      terminal, the exit code is that of 'send'.
      """,
    examples: [
      Example("signalbox attach", "the session 'main'"),
      Example("signalbox attach demo --socket /tmp/box", "a session of another daemon"),
    ],
    run: runAttach)

  static let send = Subcommand(
    name: "send", operands: "LINE…|-", operandCount: 1...operandsMax,
    options: [.json, .socket, .session],
    summary: "run lines in a session of a daemon, and print the answers",
    details: """
      Each operand is a line as typed at the prompt; - reads lines from standard input. The \
      session is created if it does not exist. The exit code is 1 if an event was refused or a \
      line failed, and 2 if no daemon was reached.
      """,
    examples: [
      Example("signalbox send 'open cinema://movies/42' stack", "two lines"),
      Example("signalbox send --session ci - < smoke.nav", "a script, line by line"),
    ],
    run: runSend)

  static let inspect = Subcommand(
    name: "inspect", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .socket, .port, .noOpen, .readOnly],
    summary: "show and drive sessions in a browser",
    details: """
      Serves a page on 127.0.0.1 and opens it. The link that it prints lets one browser in; when \
      it was used, the next one is printed. The sessions are those of the running daemon, which \
      keeps them. If none runs, or it has another app than the named route files, a private daemon \
      is started; it reloads changed route files, and ends with this command. --socket names a \
      running daemon. Findings, pictures and coverage are those of the route files. Ctrl-C ends it.
      """,
    examples: [
      Example("signalbox inspect MyApp/Routes", "your app"),
      Example("signalbox inspect", "the default daemon, or the app of the working directory"),
      Example("signalbox inspect --no-open --port 8080 --socket /tmp/box", "another, as a link"),
    ],
    run: runInspect)

  static let sessions = Subcommand(
    name: "sessions", operands: "[list|close NAME…|export NAME…]", operandCount: 0...operandsMax,
    options: [.json, .socket],
    summary: "list, close or export the sessions of a daemon",
    details: """
      Without an operand they are listed, with the number of their changes. 'close' also deletes \
      their records; 'export' prints them as scripts. The exit code is 1 if the daemon refuses, \
      as for an unknown session, and 2 if no daemon was reached.
      """,
    examples: [
      Example("signalbox sessions", "all sessions"),
      Example("signalbox sessions export main > main.nav", "a session as a script"),
      Example("signalbox sessions close ci-1 ci-2", "two that are no longer needed"),
    ],
    completion: .words(SessionsTask.words), run: runSessions)

  static let status = Subcommand(
    name: "status", options: [.json, .socket],
    summary: "show the state of a daemon",
    details: "The exit code is 2 if no daemon was reached.",
    examples: [
      Example("signalbox status", "the default daemon"),
      Example("signalbox status --json --socket /tmp/box", "another, as JSON"),
    ],
    run: runStatus)

  static let mcp = Subcommand(
    name: "mcp", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .socket, .scriptFolder],
    summary: "serve sessions to coding agents, over standard input and output",
    details: """
      A server of the Model Context Protocol, which an agent's program starts: tools to drive \
      sessions, explain links and find faults. The sessions are those of a running daemon or of a \
      private one, as for 'inspect'. docs/agents.md has the configuration of agents.
      """,
    examples: [
      Example("signalbox mcp MyApp/Routes", "your app"),
      Example(
        "signalbox mcp --script-folder MyApp/Scripts MyApp/Routes", "with its scripts to read"),
    ],
    run: runMCP)

  static let journal = Subcommand(
    name: "journal", operands: JournalTask.words.joined(separator: "|"), operandCount: 1...1,
    options: [.json, .session, .data],
    summary: "check, export or repair the journal of a daemon that is not running",
    details: """
      'check' reads the whole journal and verifies it; the exit code is 1 if it is damaged. \
      'export' prints every record, or those of one session as a script. 'repair' writes a new \
      journal of everything that is provably sound, keeps the damaged one next to it, and \
      reports what is lost; a sound journal is not changed.
      """,
    examples: [
      Example("signalbox journal check", "the journal of your own daemon"),
      Example("signalbox journal export --session demo > demo.nav", "a session as a script"),
      Example("signalbox journal repair --data /var/lib/signalbox", "another folder"),
    ],
    completion: .words(JournalTask.words), run: runJournal)
}
