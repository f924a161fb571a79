extension Subcommand {
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
}
