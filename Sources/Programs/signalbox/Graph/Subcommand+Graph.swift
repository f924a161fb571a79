extension Subcommand {
  static let graph = Subcommand(
    name: "graph", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .subject, .format, .visited], formats: GraphFormat.words,
    summary: "draw coordinators, taps, routes or gates",
    details: """
      Prints a picture of the app: the tree of coordinators with their screens, where taps lead, \
      which screens links open, or what gates guard. SVG is drawn by Graphviz, whose program 'dot' \
      must be installed; Mermaid can be pasted into a pull request. --visited runs scripts and \
      marks what they visit; the exit code is 1 if one of them fails. docs/graph.md shows the \
      pictures.
      """,
    examples: [
      Example("signalbox graph", "the tree, in the terminal"),
      Example("signalbox graph --of taps --format svg > taps.svg", "where taps lead, as a picture"),
      Example(
        "signalbox graph --of routes --format mermaid --visited Routes/Scripts",
        "what links open, and which of that scripts visit"),
    ],
    run: runGraph)
}
