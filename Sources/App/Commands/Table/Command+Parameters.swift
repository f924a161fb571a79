import Links

extension Command {
  /// A named, typed parameter of a command: what a program gives where a person types words.
  public struct Parameter: Sendable, Hashable {
    /// What it takes.
    public enum Kind: Sendable, Hashable {
      /// A text of any bytes of UTF-8.
      case text
      /// An integer of at least so much.
      case integer(min: Int64)
      /// One of two words; the first is what holds if nothing is said, and is not typed.
      case choice(unsaid: String, said: String)
      /// True or false, typed as one word or the other.
      case flag(on: String, off: String)
      /// Names with texts, typed as `name=value`.
      case values
      /// What stands behind the command, as a person would type it.
      case line
      /// A whole script.
      case script
    }

    /// Its name.
    public let name: String
    /// What it takes.
    public let kind: Kind
    /// What it is for: one clause.
    public let summary: String
    /// Whether it must be given.
    public let isRequired: Bool

    /// - Parameter summary: One clause.
    public init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = true) {
      self.name = name
      self.kind = kind
      self.summary = summary
      self.isRequired = isRequired
    }
  }

  /// The named parameters, in the order of the words that a person types.
  public var parameters: [Parameter] {
    Self.parametersByWord.first { sameBytes($0.word, word) }?.parameters ?? []
  }

  /// Whether exactly one of the parameters is given, whichever it is.
  public var takesOneParameter: Bool { sameBytes(word, "pop") }

  private static let parametersByWord: [(word: String, parameters: [Parameter])] = [
    (
      "open",
      [
        Parameter("link", .text, "a whole URL, or a path of the app"),
        Parameter(
          "from", .choice(unsaid: "outside", said: "inside"), "where the link comes from",
          isRequired: false),
      ]
    ),
    ("tap", [Parameter("name", .text, "a tap of the visible screen")]),
    ("tab", [Parameter("name", .text, "the coordinator of the tab")]),
    (
      "pop",
      [
        Parameter("count", .integer(min: 1), "how many screens to pop", isRequired: false),
        Parameter("screen", .text, "the screen to pop to", isRequired: false),
      ]
    ),
    (
      "finish",
      [Parameter("result", .text, "what the screen receives that started it", isRequired: false)]
    ),
    ("login", [Parameter("subject", .text, "who logs in", isRequired: false)]),
    (
      "satisfy",
      [
        Parameter("gate", .text, "the gate's name"),
        Parameter("subject", .text, "who satisfies it", isRequired: false),
      ]
    ),
    ("revoke", [Parameter("gate", .text, "the gate's name")]),
    (
      "dirty",
      [Parameter("unsaved", .flag(on: "on", off: "off"), "whether there is unsaved work")]
    ),
    ("wait", [Parameter("duration", .text, "a number and a unit: ms, s, m, h, d")]),
    (
      "routes",
      [Parameter("filter", .text, "what pattern, name or screen holds", isRequired: false)]
    ),
    (
      "log",
      [Parameter("count", .integer(min: 0), "how many transitions at most", isRequired: false)]
    ),
    ("why", [Parameter("link", .text, "a whole URL, or a path of the app")]),
    (
      "link",
      [
        Parameter("name", .text, "the route's name; its screen's, if it has none"),
        Parameter("values", .values, "what its parameters are", isRequired: false),
      ]
    ),
    ("goto", [Parameter("position", .integer(min: 0), "how many accepted events led there")]),
    ("load", [Parameter("script", .script, "the script's lines")]),
    ("source", [Parameter("script", .script, "the script's lines")]),
    ("expect", [Parameter("line", .line, "what stands behind 'expect' in a script")]),
    (
      "help",
      [Parameter("command", .text, "the command to explain, or 'codes'", isRequired: false)]
    ),
  ]
}

extension Command {
  /// Whether it looks at what screens show, so that they have to be made first.
  package var looksAtScreens: Bool {
    ["show", "taps", "tap", "expect", "source", "load"].contains { sameBytes($0, word) }
  }
}
