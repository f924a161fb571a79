extension Subcommand {
  static let repl = Subcommand(
    name: "repl", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .line, .script, .json, .log, .noHistory],
    summary: "drive the app's navigation by typing commands (the default)",
    details: """
      Reads commands and links, one per line, and prints what each did. Tab completes, 'help' \
      lists the commands, Ctrl-D exits. If the input is not a terminal, only the answers and \
      errors are printed, in the order of the lines; the exit code is then 1 if an event was \
      refused or a line failed, even if the next line expects that ('replay' runs scripts in \
      which a refusal can be expected). -c and -f do the same with their lines, in their order; \
      a script of -f that cannot be read ends the program with 2.
      """,
    examples: [
      Example("signalbox", "the bundled app"),
      Example("signalbox MyApp/Routes", "your own app"),
      Example("signalbox -c /movies/42 -c stack", "two lines, without a prompt"),
      Example("signalbox repl --log moves.jsonl --no-history", "write every transition to a file"),
    ],
    run: runRepl)
}
