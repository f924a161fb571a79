public import Diagnostics
import Languages

/// A regular expression that is the type of a query item: `(\d+)`, or `(?i:new|sale)`, which
/// ignores the case of ASCII letters, or `url(https: shop.example)` (docs/route-files.md). It
/// matches whole values.
///
/// A class, so that testing a value copies no automaton.
public final class ValueExpression: Hashable, Sendable {
  /// The expression in its parentheses, or the `url(…)`, as given.
  public let text: String
  let expression: Expression
  let automaton: DFA

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - text: At most `Limits.patternBytesMax` bytes, in parentheses; or a `url(…)`.
  ///   - position: The place of the text, for the error.
  /// - Throws: A diagnostic `pattern/regex` or `pattern/too-large`.
  public init(_ text: String, at position: SourcePosition? = nil) throws(Diagnostic) {
    func tooLarge(_ size: PatternSize, _ limit: Int) -> Diagnostic {
      .tooLarge(size, pattern: text, limit: limit, at: position)
    }
    guard text.utf8.count <= Limits.patternBytesMax else {
      throw tooLarge(.bytes, Limits.patternBytesMax)
    }
    do {
      expression = try Self.parse(Array(text.unicodeScalars))
    } catch {
      throw .syntax(error.fault, pattern: text, column: error.offset + 1, at: position)
    }
    guard expression.stateCount(limit: Limits.regexStatesMax) <= Limits.regexStatesMax else {
      throw tooLarge(.states, Limits.regexStatesMax)
    }
    guard let automaton = DFA(NFA(expression)) else {
      throw tooLarge(.transitions, DFA.elementsMax)
    }
    self.automaton = automaton
    self.text = text
  }

  /// Parses what is in the parentheses; `(?i:…)` is itself an expression, and `url(…)` is
  /// translated to one.
  private static func parse(_ scalars: [Unicode.Scalar]) throws(PatternFault.Located) -> Expression
  {
    if scalars.starts(with: URLPattern.start.unicodeScalars) {
      return try RegexParser.parse(Array(try URLPattern.expression(scalars).unicodeScalars))
    }
    guard scalars.count > 1, scalars.first == "(", scalars.last == ")" else {
      throw .init(fault: .unbalanced, offset: max(0, scalars.count - 1))
    }
    guard scalars[1] != "?" else { return try RegexParser.parse(scalars) }
    do throws(PatternFault.Located) {
      return try RegexParser.parse(Array(scalars.dropFirst().dropLast()))
    } catch {
      throw .init(fault: error.fault, offset: error.offset + 1)
    }
  }

  /// Equal when the texts are the same bytes.
  public static func == (left: ValueExpression, right: ValueExpression) -> Bool {
    sameBytes(left.text, right.text)
  }

  /// Hashes the bytes of the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(TextBytes(text)) }
}
