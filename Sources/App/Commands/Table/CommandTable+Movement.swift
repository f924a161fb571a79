import Diagnostics
import Links
import Navigation

extension CommandTable {
  /// The events that can be typed, from the engine's own table, and `cold`.
  static let movement: [Command] = EventSyntax.all.map(row) + [cold]

  private static func row(_ syntax: EventSyntax) -> Command {
    let help = movementHelp[syntax.word] ?? ("", syntax.word)
    return Command(
      syntax.word, syntax.arguments, syntax.summary, .movement, help: help,
      completes: movementArguments[syntax.word] ?? [], changesSession: true
    ) { interpreter, invocation throws(CommandError) in
      sameBytes(syntax.word, "tap")
        ? try interpreter.tap(invocation)
        : try interpreter.apply([syntax.word] + invocation.words, at: invocation.position)
    }
  }

  private static let cold = Command(
    "cold", "", "begin before the app is ready: links wait for 'ready'", .movement,
    help: (
      "The session is as the app is while it starts: links from outside are queued, in order, and "
        + "opened on 'ready'. Only as the first command that changes the session.",
      "cold"
    ),
    changesSession: true
  ) { interpreter, invocation throws(CommandError) in
    try invocation.none(of: "cold")
    return try interpreter.beginCold(at: invocation.position)
  }

  private static let movementArguments: [String: [Command.ArgumentKind]] = [
    "open": [.link, .words(["inside"])], "tap": [.tap], "tab": [.tab], "pop": [.poppable],
    "satisfy": [.gate, .free], "revoke": [.gate], "dirty": [.words(["on", "off"])],
  ]

  private static let movementHelp: [String: (details: String, example: String)] = [
    "open": (
      "The link may be a whole URL or a path of the app. With 'inside' it opens as a tap would: on "
        + "the stack one is on. A line that is only a link is 'open' too.",
      "open /movies/42"
    ),
    "tap": (
      "'taps' lists what the visible screen offers. Where the screen decides what a tap does, its "
        + "answer is waited for.",
      "tap reviews"
    ),
    "back": (
      "Pops a screen; at a stack's first screen takes a sheet, cover or flow away; there selects "
        + "the first tab.",
      "back"
    ),
    "dismiss": ("Takes the topmost layer away, whatever is on it.", "dismiss"),
    "tab": ("Selecting the tab one is on goes to its first screen.", "tab library"),
    "root": ("Works on the visible stack.", "root"),
    "pop": (
      "A number pops so many screens; a name pops to the nearest screen of that name below.",
      "pop 2"
    ),
    "finish": (
      "All screens of the flow go at once, and the screen that started it receives the result.",
      "finish paid"
    ),
    "login": ("The same as 'satisfy login [SUBJECT]'.", "login alice"),
    "logout": ("The same as 'revoke login'.", "logout"),
    "satisfy": (
      "The gate's challenge goes away, and the link that waited for the gate goes on.",
      "satisfy premium alice"
    ),
    "revoke": ("Screens that demand the gate go, in every stack.", "revoke premium"),
    "dirty": (
      "A screen whose file says 'leave: confirm' is not left while it has unsaved work.",
      "dirty on"
    ),
    "confirm": ("Does what was blocked; the unsaved work is lost.", "confirm"),
    "cancel": (
      "Forgets what was blocked. On a challenge: leaves it, and the link that waited is dropped.",
      "cancel"
    ),
    "ready": ("After 'cold': opens the links that wait, in order.", "ready"),
    "wait": (
      "Nothing sleeps: the session's clock moves, and links that waited too long are dropped. "
        + "Units: ms, s, m, h, d.",
      "wait 10m"
    ),
  ]
}
