extension Subcommand {
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
}
