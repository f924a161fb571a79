public import Diagnostics

/// The command of an event, read by the command language, its help, taps and saved scripts.
public struct EventSyntax: Sendable {
  /// The word, parameters and help texts.
  public let command: CommandSyntax
  /// Whether a tap can have it as its target: taps navigate, and do not change facts about the
  /// session.
  public let isForTaps: Bool
  private let read: @Sendable (_ arguments: CommandArguments, _ nowMilliseconds: Int64) -> Event?

  private init(
    _ word: Transition.Cause, _ parameters: [CommandParameter], takesOneParameter: Bool = false,
    _ summary: String, _ details: String, example: String? = nil, isForTaps: Bool = true,
    read: @escaping @Sendable (CommandArguments, Int64) -> Event?
  ) {
    command = CommandSyntax(
      word.rawValue, parameters, takesOneParameter: takesOneParameter, summary: summary,
      details: details, example: example ?? word.rawValue)
    self.isForTaps = isForTaps
    self.read = read
  }

  /// Returns the event for arguments that a user or client gave.
  /// - Parameter nowMilliseconds: The session's clock; durations are added to it.
  public func event(
    _ arguments: CommandArguments, nowMilliseconds: Int64
  ) throws(Diagnostic) -> Event {
    let event = try recordedEvent(arguments, nowMilliseconds: nowMilliseconds)
    if case .tick(nowMilliseconds) = event { throw usageError }
    return event
  }

  /// Returns the event for recorded arguments, among them `wait 0ms`, which
  /// `Event.command(nowMilliseconds:)` writes for a time that is not after the clock's.
  fileprivate func recordedEvent(
    _ arguments: CommandArguments, nowMilliseconds: Int64
  ) throws(Diagnostic) -> Event {
    guard let event = read(arguments, nowMilliseconds) else { throw usageError }
    return event
  }

  fileprivate var usageError: Diagnostic {
    .usage(word: command.word, usage: command.usage)
  }

  /// The commands of all events, in the order of help.
  public static let all = [
    open, tap, back, dismiss, tab, root, pop, finish, login, logout, satisfy, revoke, dirty,
    confirm, cancel, accept, decline, background, foreground, ready, wait,
  ]

  fileprivate static let open = EventSyntax(
    .open,
    [
      CommandParameter("link", .link, "a complete URL, or a path of the app"),
      CommandParameter(
        "from", .source, "where the link comes from: outside, inside, or a source of the app",
        isRequired: false),
      CommandParameter(
        "signature", .signature, "whether the app has verified the link's signature",
        isRequired: false),
    ],
    "open a link, from outside the app by default",
    "The link is a complete URL or a path of the app. With 'inside' it opens as from a tap: on the "
      + "visible stack. 'from NAME' names a source of the route files; 'signed' says that the app "
      + "has verified the link's signature, 'signature invalid' that it is wrong. A line that is "
      + "only a link means 'open'.",
    example: "open /movies/42", isForTaps: false
  ) { arguments, _ in
    guard let link = arguments.text(0) else { return nil }
    let name = arguments.text(1) ?? LinkSource.outsideName
    guard let word = arguments.text(2) else { return .open(link, from: LinkSource(name)) }
    guard let signature = LinkSource.Signature(rawValue: word),
      signature == .absent || !LinkSource(name).isInside
    else { return nil }
    return .open(link, from: LinkSource(name, signature: signature))
  }

  fileprivate static let tap = EventSyntax(
    .tap, [CommandParameter("name", .tap, "a tap of the visible screen")],
    "perform a named action of the screen",
    "'taps' lists the actions of the visible screen. If the screen itself decides what a tap does, "
      + "'tap' waits for its answer.",
    example: "tap reviews", isForTaps: false
  ) { arguments, _ in arguments.text(0).map { .tap($0) } }

  fileprivate static let back = EventSyntax(
    .back, [], "go back one screen",
    "Pops the visible stack. At its first screen, dismisses the sheet, cover or flow, or else "
      + "selects another tab, as the 'back' of the tabs says."
  ) { _, _ in .back }

  fileprivate static let dismiss = EventSyntax(
    .dismiss, [], "dismiss the sheet, cover or flow",
    "Dismisses the topmost layer with all its screens."
  ) { _, _ in .dismiss }

  fileprivate static let tab = EventSyntax(
    .tab, [CommandParameter("name", .tab, "the coordinator of the tab")], "select a tab",
    "Selecting the selected tab pops to its first screen.", example: "tab library"
  ) { arguments, _ in arguments.text(0).map { .select(tab: $0) } }

  fileprivate static let root = EventSyntax(
    .root, [], "pop to the first screen of the stack", "Pops the visible stack."
  ) { _, _ in .root }

  fileprivate static let pop = EventSyntax(
    .pop,
    [
      CommandParameter("count", .screenCount, "how many screens to pop", isRequired: false),
      CommandParameter("screen", .screenBelow, "the screen to pop to", isRequired: false),
    ],
    takesOneParameter: true, "pop N screens, or to a screen",
    "A number pops that many screens; a name pops to the nearest screen of that name below.",
    example: "pop 2"
  ) { arguments, _ in
    arguments.integer(0).map { .popTo(.count($0)) }
      ?? arguments.text(1).map { .popTo(.screen($0)) }
  }

  fileprivate static let finish = EventSyntax(
    .finish,
    [
      CommandParameter(
        "result", .text, "the result for the screen that started it", isRequired: false)
    ],
    "end the flow with a result",
    "Removes all screens of the flow; the screen that started it receives the result.",
    example: "finish paid"
  ) { arguments, _ in .finish(result: arguments.text(0)) }

  fileprivate static let login = EventSyntax(
    .login, [CommandParameter("subject", .text, "who logs in", isRequired: false)],
    "open the gate '\(loginGate)'", "The same as 'satisfy \(loginGate) [SUBJECT]'.",
    example: "login alice"
  ) { arguments, _ in .satisfy(gate: loginGate, subject: arguments.text(0)) }

  fileprivate static let logout = EventSyntax(
    .logout, [], "close the gate '\(loginGate)'", "The same as 'revoke \(loginGate)'."
  ) { _, _ in .revoke(gate: loginGate) }

  fileprivate static let satisfy = EventSyntax(
    .satisfy,
    [
      CommandParameter("gate", .gate, "the gate's name"),
      CommandParameter("subject", .text, "who satisfies it", isRequired: false),
    ],
    "open a gate",
    "Dismisses the gate's challenge and resumes the link that waited for the gate.",
    example: "satisfy premium alice"
  ) { arguments, _ in
    arguments.text(0).map { .satisfy(gate: $0, subject: arguments.text(1)) }
  }

  fileprivate static let revoke = EventSyntax(
    .revoke, [CommandParameter("gate", .gate, "the gate's name")], "close a gate",
    "Removes the screens that require the gate from every stack.", example: "revoke premium"
  ) { arguments, _ in arguments.text(0).map { .revoke(gate: $0) } }

  fileprivate static let dirty = EventSyntax(
    .dirty,
    [
      CommandParameter("unsaved", .flag(on: onWord, off: offWord), "whether there is unsaved work")
    ],
    "mark the screen as having unsaved work, or none",
    "Leaving a screen with unsaved work must be confirmed if its file has 'leave: confirm'.",
    example: "dirty on"
  ) { arguments, _ in arguments.flag(0).map { .dirty($0) } }

  fileprivate static let confirm = EventSyntax(
    .confirm, [], "continue and lose unsaved work",
    "Performs the blocked command; the unsaved work is lost."
  ) { _, _ in .confirm }

  fileprivate static let cancel = EventSyntax(
    .cancel, [], "keep unsaved work, or leave a challenge",
    "Forgets the blocked command. On a challenge, leaves it and drops the link that waited."
  ) { _, _ in .cancel }

  fileprivate static let accept = EventSyntax(
    .accept, [], "open the link that the screen asks about",
    "Opens the link once, and dismisses the screen that asks for consent."
  ) { _, _ in .accept }

  fileprivate static let decline = EventSyntax(
    .decline, [], "forget the link that the screen asks about",
    "Drops the link, and dismisses the screen that asks for consent."
  ) { _, _ in .decline }

  fileprivate static let background = EventSyntax(
    .background, [], "put the app into the background",
    "Then only time, gates and links are accepted, until 'foreground' or a link brings it back. "
      + "Gates lapse as their 'lapses' says.", isForTaps: false
  ) { _, _ in .background }

  fileprivate static let foreground = EventSyntax(
    .foreground, [], "bring the app back to the foreground",
    "Ends what 'background' began. A gate that has lapsed meanwhile shows its challenge.",
    isForTaps: false
  ) { _, _ in .foreground }

  fileprivate static let ready = EventSyntax(
    .ready, [], "open the links that wait for the app to be ready",
    "Ends the start that 'cold' began, and opens the links that wait, in order.", isForTaps: false
  ) { _, _ in .ready }

  fileprivate static let wait = EventSyntax(
    .wait,
    [CommandParameter("duration", .duration, "a number above 0 and a unit: ms, s, m, h, d")],
    "advance the session's clock",
    "Does not sleep: only the session's clock advances. Links that have waited too long are "
      + "dropped, and gates lapse. Units: ms, s, m, h, d.",
    example: "wait 10m", isForTaps: false
  ) { arguments, now in
    guard let duration = arguments.text(0).flatMap(milliseconds) else { return nil }
    let (later, overflow) = now.addingReportingOverflow(duration)
    return overflow ? nil : .tick(milliseconds: later)
  }
}

extension LinkSource {
  /// The words after a link, each after a space, as `CommandSyntax` reads them; empty for a link
  /// from outside.
  fileprivate var followingWords: String {
    let origin =
      switch origin {
      case .outside: ""
      case .inside: " " + Self.insideName
      case .declared(let name): " from " + quoted(name)
      }
    return switch signature {
    case .absent: origin
    case .valid: origin + " signed"
    case .invalid: origin + " signature invalid"
    }
  }
}

/// The gate that `login` and `logout` open and close.
package let loginGate = "login"
private let onWord = "on"
private let offWord = "off"

extension Event {
  /// Parses a command line; see `EventSyntax.all`.
  /// - Parameter nowMilliseconds: The session's clock; `wait` adds its duration to it.
  public init(command line: String, nowMilliseconds: Int64) throws(Diagnostic) {
    try self.init(words: try Navigation.words(of: line), nowMilliseconds: nowMilliseconds)
  }

  /// Parses a command that is already split into words.
  public init(words: [String], nowMilliseconds: Int64) throws(Diagnostic) {
    let word = words.first ?? ""
    guard let syntax = EventSyntax.all.first(where: { sameBytes($0.command.word, word) }) else {
      throw .unknownEvent(word)
    }
    guard let arguments = syntax.command.arguments(of: words.dropFirst()) else {
      throw syntax.usageError
    }
    self = try syntax.recordedEvent(arguments, nowMilliseconds: nowMilliseconds)
  }

  /// Parses the target of a tap: a link, opened from inside, or a command with `isForTaps`.
  public init(tapTarget text: String) throws(Diagnostic) {
    if isLink(text) {
      self = .open(text, from: .inside)
    } else {
      try self.init(tapCommand: text)
    }
  }

  /// Parses the command of a tap. Commands without `isForTaps`, such as `open` and `wait`, throw
  /// `usage`.
  init(tapCommand line: String) throws(Diagnostic) {
    let event = try Event(command: line, nowMilliseconds: 0)
    let isForTaps = EventSyntax.all.contains { $0.isForTaps && $0.command.word == event.word }
    guard isForTaps else {
      throw .usage(word: event.word, usage: "a link, or 'back'")
    }
    self = event
  }

  /// Returns the command line for the event, as a user would type it.
  /// - Parameter nowMilliseconds: The session's clock before the event; `wait` counts from it. The
  ///   clock never goes back, so an earlier time is written as `wait 0ms`.
  public func command(nowMilliseconds: Int64) -> String {
    let (first, second) = followingWords(nowMilliseconds)
    var text = word
    if let first {
      text += " "
      text += quoted(first)
    }
    if let second {
      text += " "
      text += quoted(second)
    }
    if case .open(_, let source) = self { text += source.followingWords }
    return text
  }

  /// Returns the words after the first, at most two, without those of a link's source.
  private func followingWords(_ nowMilliseconds: Int64) -> (String?, String?) {
    switch self {
    case .open(let link, _): (link, nil)
    case .tap(let name): (name, nil)
    case .select(let tab): (tab, nil)
    case .popTo(.count(let count)): (String(count), nil)
    case .popTo(.screen(let screen)): (screen, nil)
    case .finish(let result): (result, nil)
    case .satisfy(loginGate, let subject): (subject, nil)
    case .satisfy(let gate, let subject): (gate, subject)
    case .revoke(loginGate): (nil, nil)
    case .revoke(let gate): (gate, nil)
    case .dirty(let isDirty): (isDirty ? onWord : offWord, nil)
    case .tick(let milliseconds):
      (durationText(milliseconds: max(milliseconds, nowMilliseconds) &- nowMilliseconds), nil)
    case .back, .dismiss, .root, .confirm, .cancel, .accept, .decline, .background, .foreground,
      .ready:
      (nil, nil)
    }
  }

  /// The first word of the event's command.
  public var word: String { cause.rawValue }

  private var isAboutLogin: Bool {
    switch self {
    case .satisfy(let gate, _), .revoke(let gate): gate == loginGate
    default: false
    }
  }

  var cause: Transition.Cause {
    switch self {
    case .open: .open
    case .tap: .tap
    case .back: .back
    case .dismiss: .dismiss
    case .select: .tab
    case .popTo: .pop
    case .root: .root
    case .finish: .finish
    // Without a name for the gate, the event is not copied.
    case .satisfy: isAboutLogin ? .login : .satisfy
    case .revoke: isAboutLogin ? .logout : .revoke
    case .dirty: .dirty
    case .confirm: .confirm
    case .cancel: .cancel
    case .accept: .accept
    case .decline: .decline
    case .background: .background
    case .foreground: .foreground
    case .ready: .ready
    case .tick: .wait
    }
  }
}
