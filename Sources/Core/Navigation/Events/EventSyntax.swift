public import Diagnostics
import Links

/// Why a line is not an event.
public enum EventSyntaxError: Diagnostic, Hashable {
  /// No event is called so.
  case unknown(word: String)
  /// The words after the first do not fit; `usage` shows how they would.
  case usage(word: String, usage: String)
  /// A quotation mark is open, or an escape is not known.
  case quotation(line: String)

  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .unknown: .commandUnknown
    case .usage, .quotation: .commandUsage
    }
  }

  /// What happened.
  public var message: String {
    switch self {
    case .unknown(let word): "no event is called '\(word)'"
    case .usage(let word, _): "'\(word)' does not take these words"
    case .quotation(let line):
      "a quotation in '\(shortened(line))' does not end, or has an unknown escape"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .unknown(let word):
      nearest(to: word, in: EventSyntax.all.map(\.word)).map { "Did you mean '\($0)'?" }
    case .usage(_, let usage): "Write it as: \(usage)."
    case .quotation: "Write \"…\" with \\\" \\\\ \\n \\t or \\u{hex} in it."
    }
  }
}

/// How an event is written as a command: the table that the command language, taps and saved
/// scripts share.
public struct EventSyntax: Sendable {
  /// The first word.
  public let word: String
  /// The words after it, as help shows them.
  public let arguments: String
  /// What it does, in one line.
  public let summary: String
  /// Whether a tap may ask for it: a tap moves, and does not change facts about the session.
  public let isForTaps: Bool
  let read: @Sendable (_ words: [String], _ nowMilliseconds: Int64) -> Event?

  init(
    _ word: String, _ arguments: String, _ summary: String, isForTaps: Bool = false,
    read: @escaping @Sendable ([String], Int64) -> Event?
  ) {
    self.word = word
    self.arguments = arguments
    self.summary = summary
    self.isForTaps = isForTaps
    self.read = read
  }

  /// The whole usage: first word and arguments.
  public var usage: String { arguments.isEmpty ? word : "\(word) \(arguments)" }

  /// Every event that can be typed.
  public static let all: [EventSyntax] = [
    EventSyntax("open", "LINK [inside]", "open a link, as from outside the app") { words, _ in
      switch words.count {
      case 1: .open(words[0], from: .outside)
      case 2 where words[1] == "inside": .open(words[0], from: .inside)
      default: nil
      }
    },
    EventSyntax("tap", "NAME", "do a named thing on the screen") { words, _ in
      words.count == 1 ? .tap(words[0]) : nil
    },
    plain("back", .back, "go one screen back", isForTaps: true),
    plain("dismiss", .dismiss, "take the sheet, cover or flow away", isForTaps: true),
    EventSyntax("tab", "NAME", "select a tab", isForTaps: true) { words, _ in
      words.count == 1 ? .select(tab: words[0]) : nil
    },
    plain("root", .root, "pop to the first screen of the stack", isForTaps: true),
    EventSyntax("pop", "N|SCREEN", "pop N screens, or to a screen", isForTaps: true) { words, _ in
      guard words.count == 1 else { return nil }
      return .popTo(Int(words[0]).map { .count($0) } ?? .screen(words[0]))
    },
    EventSyntax("finish", "[RESULT]", "end the flow with a result", isForTaps: true) { words, _ in
      words.count <= 1 ? .finish(result: words.first) : nil
    },
    EventSyntax("login", "[SUBJECT]", "open the gate 'login'", isForTaps: true) { words, _ in
      words.count <= 1 ? .satisfy(gate: "login", subject: words.first) : nil
    },
    plain("logout", .revoke(gate: "login"), "close the gate 'login'", isForTaps: true),
    EventSyntax("satisfy", "GATE [SUBJECT]", "open a gate", isForTaps: true) { words, _ in
      guard (1...2).contains(words.count) else { return nil }
      return .satisfy(gate: words[0], subject: words.count == 2 ? words[1] : nil)
    },
    EventSyntax("revoke", "GATE", "close a gate", isForTaps: true) { words, _ in
      words.count == 1 ? .revoke(gate: words[0]) : nil
    },
    EventSyntax("dirty", "on|off", "the screen has unsaved work, or none", isForTaps: true) {
      words, _ in
      words.count == 1 && ["on", "off"].contains(words[0]) ? .dirty(words[0] == "on") : nil
    },
    plain("confirm", .confirm, "go on although unsaved work is lost", isForTaps: true),
    plain("cancel", .cancel, "keep unsaved work; or leave the challenge", isForTaps: true),
    plain("ready", .ready, "open the links that wait for the app to be ready"),
    EventSyntax("wait", "DURATION", "move the session's clock, as in 'wait 10m'") { words, now in
      guard words.count == 1, let duration = milliseconds(of: words[0]) else { return nil }
      let (later, overflow) = now.addingReportingOverflow(duration)
      return overflow ? nil : .tick(milliseconds: later)
    },
  ]

  private static func plain(
    _ word: String, _ event: Event, _ summary: String, isForTaps: Bool = false
  ) -> EventSyntax {
    EventSyntax(word, "", summary, isForTaps: isForTaps) { words, _ in
      words.isEmpty ? event : nil
    }
  }
}

extension Event {
  /// Reads the command for an event; see `EventSyntax.all`.
  /// - Parameter nowMilliseconds: The session's clock, which `wait` counts from.
  public init(command line: String, nowMilliseconds: Int64) throws(EventSyntaxError) {
    try self.init(words: try words(of: line), nowMilliseconds: nowMilliseconds)
  }

  /// Reads the command for an event, its words already apart.
  public init(words: [String], nowMilliseconds: Int64) throws(EventSyntaxError) {
    let word = words.first ?? ""
    guard let syntax = EventSyntax.all.first(where: { sameBytes($0.word, word) }) else {
      throw .unknown(word: word)
    }
    guard let event = syntax.read(Array(words.dropFirst()), nowMilliseconds) else {
      throw .usage(word: word, usage: syntax.usage)
    }
    self = event
  }

  /// Reads what a tap does: a link, opened from inside, or a command that is for taps.
  public init(tapTarget text: String) throws(EventSyntaxError) {
    if isLink(text) {
      self = .open(text, from: .inside)
    } else {
      try self.init(tapCommand: text)
    }
  }

  /// Reads the command of a tap, which may move but not change the clock or open by itself.
  init(tapCommand line: String) throws(EventSyntaxError) {
    let words = try words(of: line)
    let word = words.first ?? ""
    let syntax = EventSyntax.all.first { sameBytes($0.word, word) }
    guard syntax?.isForTaps ?? true else { throw .usage(word: word, usage: "a link, or 'back'") }
    try self.init(words: words, nowMilliseconds: 0)
  }

  /// The command that a person would type for the event.
  /// - Parameter nowMilliseconds: The session's clock before it, which `wait` counts from; a clock
  ///   never goes back, so an earlier time is written as no wait.
  public func command(nowMilliseconds: Int64) -> String {
    switch self {
    case .open(let link, .outside): "open \(quoted(link))"
    case .open(let link, .inside): "open \(quoted(link)) inside"
    case .tap(let name): "tap \(quoted(name))"
    case .select(let tab): "tab \(quoted(tab))"
    case .popTo(.count(let count)): "pop \(count)"
    case .popTo(.screen(let screen)): "pop \(quoted(screen))"
    case .finish(let result): "finish" + (result.map { " \(quoted($0))" } ?? "")
    case .satisfy("login", let subject): "login" + (subject.map { " \(quoted($0))" } ?? "")
    case .satisfy(let gate, let subject):
      "satisfy \(quoted(gate))" + (subject.map { " \(quoted($0))" } ?? "")
    case .revoke("login"): "logout"
    case .revoke(let gate): "revoke \(quoted(gate))"
    case .dirty(let isDirty): "dirty \(isDirty ? "on" : "off")"
    case .tick(let milliseconds):
      "wait \(durationText(milliseconds: max(milliseconds, nowMilliseconds) &- nowMilliseconds))"
    case .back, .dismiss, .root, .confirm, .cancel, .ready: word
    }
  }

  /// The first word of its command.
  public var word: String {
    switch self {
    case .open: "open"
    case .tap: "tap"
    case .back: "back"
    case .dismiss: "dismiss"
    case .select: "tab"
    case .popTo: "pop"
    case .root: "root"
    case .finish: "finish"
    case .satisfy(let gate, _): gate == "login" ? "login" : "satisfy"
    case .revoke(let gate): gate == "login" ? "logout" : "revoke"
    case .dirty: "dirty"
    case .confirm: "confirm"
    case .cancel: "cancel"
    case .ready: "ready"
    case .tick: "wait"
    }
  }
}

/// As much of a line as a message quotes.
private func shortened(_ line: String) -> String {
  let start = line.unicodeScalars.prefix(quotedScalarsMax)
  return start.endIndex == line.endIndex ? line : String(start) + "…"
}

private let quotedScalarsMax = 80
