extension Subcommand {
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
}
