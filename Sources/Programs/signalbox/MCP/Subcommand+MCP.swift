extension Subcommand {
  static let mcp = Subcommand(
    name: "mcp", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .socket, .scriptFolder],
    summary: "serve sessions to coding agents, over standard input and output",
    details: """
      A server of the Model Context Protocol, which an agent's program starts: tools to drive \
      sessions, explain links and find faults. The sessions are those of a running daemon or of a \
      private one, as for 'inspect'. docs/mcp.md has the configuration of agents.
      """,
    examples: [
      Example("signalbox mcp MyApp/Routes", "your app"),
      Example(
        "signalbox mcp --script-folder MyApp/Scripts MyApp/Routes", "with its scripts to read"),
    ],
    run: runMCP)
}
