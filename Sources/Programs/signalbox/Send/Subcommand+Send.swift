extension Subcommand {
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
}
