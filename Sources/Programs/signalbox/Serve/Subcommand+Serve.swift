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
}
