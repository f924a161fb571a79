extension Subcommand {
  static let attach = Subcommand(
    name: "attach", operands: "[SESSION]", operandCount: 0...1,
    summary: "the prompt on a session of a daemon",
    details: """
      The same as the REPL, but the session lives in a daemon and stays when you leave: other \
      clients may use it at the same time, and what they do is told. A session that is not there \
      is begun; without a name it is 'main'. If the daemon goes away it is looked for until it is \
      back. 'save', 'load' and 'source' use files of this side. If the input is no terminal the \
      exit code is that of 'send'.
      """,
    examples: [
      Example("signalbox attach", "the session 'main'"),
      Example("signalbox attach demo --socket /tmp/box", "another, of another daemon"),
    ],
    run: runAttach)

  static let send = Subcommand(
    name: "send", operands: "LINE…|-", operandCount: 1...operandsMax,
    summary: "do lines in a session of a daemon, and print what is answered",
    details: """
      Each operand is a line as one would type it at the prompt; - reads lines from standard \
      input. A session that is not there is begun. The exit code is 1 if an event was refused or a \
      line failed, and 2 if no daemon was reached.
      """,
    examples: [
      Example("signalbox send 'open cinema://movies/42' stack", "two lines"),
      Example("signalbox send --session ci - < smoke.nav", "a script, line by line"),
    ],
    run: runSend)

  static let status = Subcommand(
    name: "status", operands: "", operandCount: 0...0,
    summary: "tell how a daemon is",
    details: "The exit code is 2 if no daemon was reached.",
    examples: [
      Example("signalbox status", "the usual daemon"),
      Example("signalbox status --json --socket /tmp/box", "another, as JSON"),
    ],
    run: runStatus)
}
