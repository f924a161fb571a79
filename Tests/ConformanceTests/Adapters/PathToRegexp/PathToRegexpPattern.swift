import Diagnostics
import JSONCodec

/// A pattern of path-to-regexp 8: `:name` and `:"name"`, `*rest`, `{optional}`, `\` escapes; or its
/// tokens.
///
/// Its parameters are greedy and ours are lazy. That matters only for a parameter that shares its
/// segment, which is translated with an expression. Its wildcards are never empty, which holds here
/// anyway for a wildcard that has a segment to itself.
struct PathToRegexpPattern {
  private enum Token { case text(Character), parameter(String), wildcard(String), open, close }

  let label: String
  private let tokens: [Token]

  init(_ pattern: JSON) throws {
    if let text = pattern.stringValue {
      label = text
      tokens = try Self.tokens(of: Array(text))
    } else {
      let tokens = try pattern.list("tokens").flatMap { token -> [Token] in
        if let name = token["name"]?.stringValue { return [.parameter(name)] }
        return try token.text("value").map { .text($0) }
      }
      label = "/"
      self.tokens = tokens
    }
  }

  private static func tokens(of text: [Character]) throws -> [Token] {
    var tokens: [Token] = []
    var index = 0
    while index < text.count {
      let sign = text[index]
      index += 1
      switch sign {
      case "{": tokens.append(.open)
      case "}": tokens.append(.close)
      case "\\" where index < text.count:
        tokens.append(.text(text[index]))
        index += 1
      case ":", "*":
        var name = ""
        if index < text.count, text[index] == "\"" {
          index += 1
          while index < text.count, text[index] != "\"" {
            name.append(text[index])
            index += 1
          }
          index += 1
        } else {
          while index < text.count, text[index].isLetter || text[index].isNumber {
            name.append(text[index])
            index += 1
          }
        }
        tokens.append(sign == ":" ? .parameter(name) : .wildcard(name))
      default: tokens.append(.text(sign))
      }
    }
    return tokens
  }

  /// The pattern in Signalbox's grammar.
  ///
  /// - Parameter hasEnd: Whether the path must end where the pattern does.
  func translated(hasEnd: Bool) -> PatternWriter {
    var writer = PatternWriter()
    var isInGroup = false
    for (index, token) in tokens.enumerated() {
      let isAlone = isAlone(at: index)
      switch token {
      // A trailing slash is dropped.
      case .text("/") where index > 0 && index == tokens.count - 1: break
      case .text("/"): writer.append(syntax: "/")
      case .text(let sign): writer.append(literal: String(sign))
      case .open, .close:
        if case .open = token { isInGroup = true } else { isInGroup = false }
        writer.append(syntax: isInGroup ? "{" : "}?")
      case .parameter(let name):
        // Before a wildcard, a parameter is lazy there too.
        let expression = isAlone || isBeforeFirstWildcard(index) ? "" : "([^/]+)"
        writer.append(
          parameter: name, expression: expression, isInText: !isInGroup && !isAlone)
      case .wildcard(let name):
        writer.append(
          parameter: name, expression: isAlone ? "(.*)" : "(.+)", isInText: !isInGroup && !isAlone)
      }
    }
    if !hasEnd, tokens.isEmpty { writer.append(syntax: "{/*}?") }
    // Nothing is left after a wildcard.
    if !hasEnd, !tokens.isEmpty, !endsInWildcard { writer.appendRest() }
    if isRelative(label) { writer.root() }
    return writer
  }

  private var endsInWildcard: Bool {
    let last = tokens.last { if case .close = $0 { false } else { true } }
    guard case .wildcard? = last else { return false }
    return true
  }

  private func isBeforeFirstWildcard(_ index: Int) -> Bool {
    let isWildcard = { (token: Token) in if case .wildcard = token { true } else { false } }
    return !tokens[..<index].contains(where: isWildcard)
      && tokens[index...].contains(where: isWildcard)
  }

  /// Whether a parameter has a segment to itself.
  private func isAlone(at index: Int) -> Bool {
    let before = tokens[..<index].last { if case .open = $0 { false } else { true } }
    let after = tokens[(index + 1)...].first { if case .close = $0 { false } else { true } }
    guard case .text("/")? = before else { return false }
    switch after {
    case nil, .text("/")?: return true
    case .open?: return opensWithSlash(after: index)
    default: return false
    }
  }

  /// Whether the group after a token starts with a slash.
  private func opensWithSlash(after index: Int) -> Bool {
    let rest = tokens[(index + 1)...].drop {
      switch $0 {
      case .open, .close: true
      default: false
      }
    }
    guard case .text("/")? = rest.first else { return false }
    return true
  }
}
