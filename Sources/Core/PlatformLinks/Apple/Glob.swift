import Diagnostics
public import Languages

/// A pattern of an association file: literal bytes, `*`, `?` and `$(name)`. It matches whole texts.
///
///     *        any bytes, also none, also `/`
///     ?        one character: one well-formed UTF-8 scalar
///     ?*       at least one character
///     $(name)  one of the variable's values
///
/// Whether Apple's `?` counts scalars, UTF-16 units or grapheme clusters is not documented, and the
/// recorded answers have only ASCII there. Bytes that are not UTF-8 are matched only by `*`.
///
/// Without case, ASCII letters match in both cases. The recorded answers say nothing about other
/// letters, which match as they are written.
/// - SeeAlso: `automaton`, which decides what a pattern matches.
public struct Glob: Hashable, Sendable {
  /// A part of a pattern.
  public enum Element: Hashable, Sendable {
    /// A literal byte.
    case byte(UInt8)
    /// One byte of several: a letter without case, or a variable such as `$(digit)`.
    case bytes(SymbolSet)
    /// `?`
    case any
    /// `*`
    case run
    /// One of several texts; without any, the pattern matches nothing.
    case oneOf([[Element]])
  }

  /// Why a pattern is not what its author meant. It is still a pattern.
  public enum Fault: Hashable, Sendable {
    /// No such variable: the pattern matches nothing. How Apple reads it is not documented.
    case undefinedVariable([UInt8])
    /// `$(` without `)`: literal text.
    case unclosedVariable
    /// The pattern needs more than `statesMax` states: it matches nothing.
    case tooLarge(states: Int)
  }

  /// The limit on the states of a pattern's machine.
  public static let statesMax = 20_000
  /// The states of one `?`.
  fileprivate static let anyStates = 27

  /// The parts, in order.
  public let elements: [Element]

  /// A pattern of these parts.
  public init(_ elements: [Element]) {
    self.elements = elements
  }

  /// A pattern that matches one text.
  public init(literal text: [UInt8], isCaseSensitive: Bool = true) {
    elements = text.map { Self.element($0, isCaseSensitive: isCaseSensitive) }
  }

  /// Reads a pattern; every text is one.
  /// - Parameters:
  ///   - variables: The variables that `$(name)` can name; `nil` if `$(` is literal text.
  ///   - faults: Receives what is wrong.
  /// - Complexity: O(bytes of the text)
  public init(
    parsing text: [UInt8], variables: Variables?, isCaseSensitive: Bool = true,
    faults: inout [Fault]
  ) {
    var parser = Parser(text: text, variables: variables, isCaseSensitive: isCaseSensitive)
    parser.parse()
    faults += parser.faults
    elements = parser.elements
  }

  static func element(_ byte: UInt8, isCaseSensitive: Bool) -> Element {
    guard !isCaseSensitive, byte.isLetter else { return .byte(byte) }
    return .bytes(SymbolSet([byte | 0x20, byte & 0xDF]))
  }

  /// The states that parts need, at most.
  static func states(of elements: [Element]) -> Int {
    elements.reduce(0) { sum, element in sum + states(of: element) }
  }

  private static func states(of element: Element) -> Int {
    switch element {
    case .byte, .bytes, .run: 1
    case .any: Glob.anyStates
    case .oneOf(let texts): texts.reduce(1) { $0 + states(of: $1) }
    }
  }
}

extension Glob {
  /// The pattern of a path without the slashes at both ends, which do not count. A final `/*` also
  /// matches nothing, so that `/buy/*` matches `/buy`, but not `/buyer`.
  /// - SeeAlso: `PartPattern.trimsSlashes`, which removes the slashes of the path.
  public var trimmed: Glob {
    let slash = Element.byte(UInt8(ascii: "/"))
    var core = elements[...]
    while core.first == slash { core.removeFirst() }
    while core.last == slash { core.removeLast() }
    guard core.count >= 2, core.suffix(2) == [slash, .run] else { return Glob(Array(core)) }
    return Glob(core.dropLast(2) + [.oneOf(Self.optionalRest)])
  }

  /// What a final `/*` of a path is: itself or nothing.
  package static let optionalRest: [[Element]] = [[.byte(UInt8(ascii: "/")), .run], []]
}

private struct Parser {
  let text: [UInt8]
  let isCaseSensitive: Bool
  /// The variables; `nil` if `$(` is literal text, also once it is known that no `)` follows.
  private var variables: Glob.Variables?
  var elements: [Glob.Element] = []
  var faults: [Glob.Fault] = []
  private var states = 0
  private var index = 0

  init(text: [UInt8], variables: Glob.Variables?, isCaseSensitive: Bool) {
    self.text = text
    self.variables = variables
    self.isCaseSensitive = isCaseSensitive
  }

  mutating func parse() {
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "*"):
        // Two in a row match the same as one.
        if elements.last != .run { append(.run, states: 1) }
      case UInt8(ascii: "?"): append(.any, states: Glob.anyStates)
      case UInt8(ascii: "$"):
        if let variables, index < text.count, text[index] == UInt8(ascii: "(") {
          variable(in: variables)
        } else {
          append(.byte(byte), states: 1)
        }
      default: append(Glob.element(byte, isCaseSensitive: isCaseSensitive), states: 1)
      }
    }
    guard states > Glob.statesMax else { return }
    faults.append(.tooLarge(states: states))
    elements = [.oneOf([])]
  }

  private mutating func append(_ element: Glob.Element, states added: Int) {
    states += added
    // Beyond the limit only the number is needed.
    if states <= Glob.statesMax { elements.append(element) }
  }

  /// Reads a variable after its `$`.
  private mutating func variable(in variables: Glob.Variables) {
    guard let end = text[index...].firstIndex(of: UInt8(ascii: ")")) else {
      faults.append(.unclosedVariable)
      self.variables = nil
      append(.byte(UInt8(ascii: "$")), states: 1)
      return
    }
    let name = Array(text[(index + 1)..<end])
    index = end + 1
    guard let variable = variables[name] else {
      faults.append(.undefinedVariable(name))
      append(.oneOf([]), states: 1)
      return
    }
    append(isCaseSensitive ? variable.exact : variable.ignoringCase, states: variable.states)
  }
}

extension Glob {
  /// Whether a letter of the pattern matches in both cases.
  package var hasFoldedLetters: Bool { Self.hasFoldedLetters(elements) }

  private static func hasFoldedLetters(_ elements: [Element]) -> Bool {
    elements.contains { element in
      switch element {
      case .bytes(let bytes):
        bytes.bytes.contains { $0.isLetter && bytes.contains($0 ^ 0x20) }
      case .oneOf(let texts): texts.contains(where: hasFoldedLetters)
      case .byte, .any, .run: false
      }
    }
  }
}
