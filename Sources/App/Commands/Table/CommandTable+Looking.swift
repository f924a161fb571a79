import Diagnostics
import Navigation

extension CommandTable {
  static let looking: [Command] = [
    plain("show", "the screen as a person would see it", "In a terminal it is drawn as a box.") {
      $0.show()
    },
    plain("stack", "the visible stack", "Its form is the one that 'expect stack' reads.") {
      $0.stack()
    },
    plain("tree", "all coordinators, stacks and layers", "'*' marks what is selected.") {
      $0.tree()
    },
    plain("taps", "what can be tapped", "Each tap with the link it opens or the command it is.") {
      $0.taps()
    },
    Command(
      "routes", "[FILTER]", "the routes, or those that hold a text", .looking,
      help: ("The text is looked for in pattern, name and screen.", "routes movie"),
      completes: [.free]
    ) { interpreter, invocation throws(CommandError) in
      interpreter.routes(matching: try invocation.atMostOne(of: "routes") ?? "")
    },
    plain("gates", "the gates, and who opened them", "In the order in which they are asked.") {
      $0.gates()
    },
    plain("deferred", "the links that wait", "For a gate, or for 'ready'.") { $0.deferred() },
    Command(
      "log", "[N]", "the last transitions", .looking,
      help: (
        "Each with its number, the command that led to it, its kind, the coordinator and the "
          + "screens. \(Limits.logDefault) unless a number is given.",
        "log 5"
      ),
      completes: [.free]
    ) { interpreter, invocation throws(CommandError) in
      let word = try invocation.atMostOne(of: "log")
      guard let count = word.map({ Int($0) }) ?? Limits.logDefault, count >= 0 else {
        throw invocation.usage("log")
      }
      return interpreter.log(count)
    },
    Command(
      "why", "LINK", "what a link opens, or why it opens nothing", .looking,
      help: (
        "Tells the route, the redirects gone through, the gates and what 'open' would do now; for "
          + "a link that no route takes, the routes that come near and what is in the way.",
        "why /movies/x"
      ),
      completes: [.link]
    ) { interpreter, invocation throws(CommandError) in
      interpreter.why(try invocation.only(of: "why"))
    },
    Command(
      "link", "NAME [key=value…]", "build a link", .looking,
      help: (
        "The path first, then the link under each base. NAME is the route's name; its screen's, if "
          + "the route has none.",
        "link movie id=42"
      ),
      completes: [.routeName, .values]
    ) { interpreter, invocation throws(CommandError) in try interpreter.link(invocation) },
  ]

  /// A command without arguments that looks and changes nothing.
  private static func plain(
    _ word: String, _ summary: String, _ details: String,
    look: @escaping @MainActor @Sendable (Interpreter) -> Response
  ) -> Command {
    Command(word, "", summary, .looking, help: (details, word)) {
      interpreter, invocation throws(CommandError) in
      try invocation.none(of: word)
      return look(interpreter)
    }
  }
}
