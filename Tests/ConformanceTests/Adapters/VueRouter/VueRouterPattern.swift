import Diagnostics

/// A pattern of Vue Router with its matching options.
///
/// `:name`, `:name(expression)` and the modifiers have the same meaning as here, with two
/// exceptions: a modifier includes the slash only if the parameter has a segment to itself, and an
/// empty expression means none.
struct VueRouterPattern {
  let text: String
  /// Whether a trailing slash and the end of a segment are significant.
  var isStrict = false
  var isCaseSensitive = false
  /// Whether the match must start and end where the path does.
  var hasStart = true
  var hasEnd = true

  init(_ text: String) {
    self.text = text
  }

  /// The pattern in Signalbox's grammar.
  func translated() -> PatternWriter {
    var writer = PatternWriter()
    if !hasStart {
      writer.append(syntax: "{/")
      writer.append(parameter: nil, expression: "(.*)")
      writer.append(syntax: "}?")
    }
    for segment in segments {
      writer.append(syntax: "/")
      append(Array(segment), to: &writer)
    }
    if !hasEnd, isStrict { writer.appendRest() }
    if !hasEnd, !isStrict { writer.append(parameter: nil, expression: "(.*)", isInText: true) }
    return writer
  }

  /// Splits at slashes outside brackets.
  private var segments: [String] {
    var segments: [String] = []
    var depth = 0
    var isEscaped = false
    for character in text {
      if character == "/", depth == 0 {
        segments.append("")
        continue
      }
      if !isEscaped, character == "(" { depth += 1 }
      if !isEscaped, character == ")" { depth -= 1 }
      isEscaped = !isEscaped && character == "\\"
      if segments.isEmpty { segments.append("") }
      segments[segments.count - 1].append(character)
    }
    while segments.last == "" { segments.removeLast() }
    return segments
  }

  private func append(_ segment: [Character], to writer: inout PatternWriter) {
    var index = 0
    while index < segment.count {
      switch segment[index] {
      case "\\" where index + 1 < segment.count:
        writer.append(literal: String(segment[index + 1]))
        index += 2
      case ":":
        let start = index
        var end = start + 1
        while end < segment.count, segment[end].isLetter || segment[end].isNumber { end += 1 }
        let name = String(segment[(start + 1)..<end])
        let expressionEnd = Self.expressionEnd(in: segment, from: end)
        let expression = String(segment[end..<expressionEnd])
        let hasModifier = expressionEnd < segment.count && "?+*".contains(segment[expressionEnd])
        index = hasModifier ? expressionEnd + 1 : expressionEnd
        writer.append(
          parameter: name, expression: expression == "()" ? "" : expression,
          modifier: hasModifier ? String(segment[expressionEnd]) : "",
          isInText: start > 0 || index < segment.count)
      default:
        writer.append(literal: String(segment[index]))
        index += 1
      }
    }
  }

  /// The end of the bracketed expression that starts here; the given index if there is none.
  private static func expressionEnd(in segment: [Character], from start: Int) -> Int {
    guard start < segment.count, segment[start] == "(" else { return start }
    var index = start + 1
    while index < segment.count, segment[index] != ")" {
      index += segment[index] == "\\" ? 2 : 1
    }
    return min(index + 1, segment.count)
  }
}
