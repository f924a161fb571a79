extension Subcommand {
  static let explore = Subcommand(
    name: "explore", operands: "[ROUTES…]", routeOperands: .all,
    options: [.routes, .policy, .inside, .depth, .time, .memory, .scripts, .json],
    summary: "prove what can never happen, or print a script that makes it happen",
    details: """
      Tries every event in every kind of state: taps, links, tabs, moves, logins and logouts. \
      Prints faults, such as taps that are refused and links that get lost behind a gate, with a \
      script that shows each. A rule that nothing breaks is proved at any depth; for one that \
      something breaks, a script is printed that 'replay' runs. The exit code is 1 if something \
      is wrong, and 3 if something could be neither proved nor broken. A proof rests on the events \
      that are tried and on small states that represent the others; it does not cover reloading \
      and restoring a session, nor taps that a plugin makes (docs/explore.md).
      """,
    examples: [
      Example("signalbox explore MyApp/Routes", "the faults of an app"),
      Example("signalbox explore --policy policy.yaml", "the rules of a file"),
      Example("signalbox explore --inside", "an app whose screens open links of their content"),
      Example("signalbox explore --scripts Scripts", "scripts that use every route and tap"),
    ],
    run: runExplore)
}
