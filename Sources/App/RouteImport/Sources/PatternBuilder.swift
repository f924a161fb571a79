import Diagnostics

/// Builds a pattern of a route file from the segments of another notation.
struct PatternBuilder {
  private var text = ""
  /// An expression without a name that may continue.
  private var expression = ""
  /// The names of the parameters that the notation does not spell as a pattern can, with the names
  /// that they have instead.
  private(set) var renamed: [(old: String, new: String)] = []
  private var uniqueNames = UniqueNames()
  private(set) var names: Set<String> = []

  /// The pattern; `/` if nothing was appended.
  var pattern: String {
    var whole = self
    whole.endExpression()
    return whole.text.isEmpty ? "/" : whole.text
  }

  /// Appends a slash, unless the pattern ends with one.
  mutating func appendSlash() {
    endExpression()
    if text.utf8.last != UInt8(ascii: "/") { text += "/" }
  }

  /// Appends text that means itself.
  mutating func append(literal: some StringProtocol) {
    if !literal.isEmpty { endExpression() }
    for scalar in literal.unicodeScalars {
      if #"*?+{}\:()"#.unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }

  /// Appends a segment that can be missing, with the slash ahead of it.
  mutating func append(optionalSegment: String) {
    endExpression()
    if text.utf8.last == UInt8(ascii: "/") { text = text.dropping(last: 1) }
    text += "{/"
    append(literal: optionalSegment)
    text += "}?"
  }

  /// Appends an expression without a name; those in a row become one.
  mutating func append(expression: String) { self.expression += expression }

  /// Appends any number of segments, also none.
  mutating func appendRest() {
    endExpression()
    // A pattern cannot be empty without its optional parts.
    if text.isEmpty { text = "/" }
    text += text == "/" ? "{*}?" : "{/*}?"
  }

  private mutating func endExpression() {
    guard !expression.isEmpty else { return }
    // A wildcard that can be empty is in a group, unless it has a segment to itself.
    let wildcard = text.utf8.last == UInt8(ascii: "/") ? "*" : "{*}?"
    text += expression == ".*" ? wildcard : "(\(expression))"
    expression = ""
  }

  /// Appends a parameter. A name that a pattern cannot contain, or that is taken, is replaced.
  /// - Parameters:
  ///   - expression: With its brackets; empty for none.
  ///   - modifier: `?`, `+`, `*` or nothing; it includes the slash ahead of the parameter.
  ///   - isInText: Whether it shares its segment with text.
  /// - Returns: The name in the pattern.
  @discardableResult mutating func append(
    parameter name: String, expression: String = "", modifier: String = "", isInText: Bool = false
  ) -> String {
    endExpression()
    let new = newName(for: name)
    if !sameBytes(new, name) { renamed.append((name, new)) }
    // An expression that is none means any text of a segment.
    let core = ":" + new + (expression == "()" ? "" : expression)
    text += isInText ? "{\(core)}\(modifier)" : core + modifier
    names.insert(new)
    return new
  }

  private mutating func newName(for name: String) -> String {
    uniqueNames.name(parameterName(for: name))
  }
}

/// The name, or one that a pattern can contain.
func parameterName(for name: String) -> String {
  guard !isParameterName(name) else { return name }
  let base = name.utf8.map { byte in
    let letter = String(decoding: [byte], as: UTF8.self)
    return isParameterName("a" + letter) ? letter : "_"
  }.joined()
  return isParameterName(base) ? base : "p_" + base
}

extension ImportedRoute {
  /// Notes the parameters with other names than in the source.
  mutating func note(renamed: [(old: String, new: String)]) {
    for (old, new) in renamed {
      change("the parameter \(inQuotes(old)) is called '\(new)'")
    }
  }
}
