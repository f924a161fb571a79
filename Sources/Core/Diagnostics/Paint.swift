/// The role of a part of a text for people. The only table of colours; colour never carries a
/// meaning alone.
public enum TextRole: Sendable, CaseIterable {
  case error, warning, note, place, advice
  case gateClosed, gateOpen, screen, coordinator
  case added, removed

  /// The parameters of the terminal's SGR sequence (ECMA-48), from the 16 basic colours.
  package var parameters: String {
    switch self {
    case .error, .removed: "31"
    case .warning, .gateClosed: "33"
    case .gateOpen, .added: "32"
    case .note, .screen: "36"
    case .coordinator: "34"
    case .place: "1"
    case .advice: "2"
    }
  }
}

extension Severity {
  /// The role of its word.
  public var role: TextRole {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}

/// Makes texts safe to print, and colours them on a terminal.
public struct Paint: Sendable, Hashable {
  /// Whether to use colours.
  public var isColored: Bool

  /// Without colours unless `isColored`.
  public init(isColored: Bool = false) { self.isColored = isColored }

  /// The escaped text, in the colour of a role if there is one.
  public func callAsFunction(_ text: String, _ role: TextRole? = nil) -> String {
    guard isColored, let role, !text.utf8.isEmpty else { return escaped(text) }
    return "\u{1B}[\(role.parameters)m\(escaped(text))\u{1B}[0m"
  }
}

/// Splits a painted text into its SGR sequences and the text between them.
public func forEachPart(
  ofPainted text: String, _ body: (_ part: Substring, _ isSequence: Bool) -> Void
) {
  var rest = Substring(text)
  while let start = rest.utf8.firstIndex(of: 0x1B) {
    if start > rest.startIndex { body(rest[..<start], false) }
    var end = rest.utf8.index(after: start)
    if rest.utf8[end...].first == UInt8(ascii: "[") {
      end =
        rest.utf8[end...].dropFirst().firstIndex { !(0x30...0x3B).contains($0) } ?? rest.endIndex
      let isSequence = rest.utf8[end...].first == UInt8(ascii: "m")
      if isSequence { end = rest.utf8.index(after: end) }
      body(rest[start..<end], isSequence)
    } else {
      body(rest[start..<end], false)
    }
    rest = rest[end...]
  }
  if !rest.isEmpty { body(rest, false) }
}
