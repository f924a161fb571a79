/// Writes a pattern of ours from the pieces of another notation.
///
/// Parameters are called `p0`, `p1`, …, since other notations allow names that ours does not.
struct PatternWriter {
  /// The pattern.
  private(set) var text = ""
  /// The other notation's name of each parameter; `nil` where it has none.
  private(set) var names: [String?] = []

  /// Appends text that stands for itself.
  mutating func append(literal: some StringProtocol) {
    for scalar in literal.unicodeScalars {
      if "*?+{}\\:()".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }

  /// Appends what belongs to the grammar: brackets, modifiers, wildcards.
  mutating func append(syntax: String) { text += syntax }

  /// Appends a parameter.
  /// - Parameters:
  ///   - expression: With its brackets; empty for none.
  ///   - isInText: Whether it shares its segment with text, so that braces must end its name and
  ///     keep the slash before it out of it.
  mutating func append(
    parameter name: String?, expression: String = "", modifier: String = "", isInText: Bool = false
  ) {
    let core = ":p\(names.count)\(expression)"
    text += isInText ? "{\(core)}\(modifier)" : core + modifier
    names.append(name)
  }

  /// Appends whole segments, or none, of which the other notation does not tell.
  mutating func appendRest() {
    append(parameter: nil, expression: "((?:/.*)?)", isInText: true)
  }

  /// Puts a slash before the pattern that belongs to none of its parameters.
  mutating func root() { text = rooted(text) }
}

/// A pattern for paths that begin without a slash, for the paths that begin with one: the slash
/// belongs to none of its parameters.
func rooted(_ pattern: String) -> String { "\\/" + pattern }

/// Whether a pattern is for paths that begin without a slash; the empty one is for the root.
func isRelative(_ pattern: String) -> Bool {
  !pattern.isEmpty && !pattern.hasPrefix("/") && !pattern.hasPrefix("{/")
}

/// The base of paths that begin without a slash: all that follows `://` is the path (design §4).
let relativeBase = "case://"

/// The link for the text of a path. `?` and `#` would end it, so they are encoded.
/// - Parameter isRelative: Whether the case is about paths without a first slash; such a path then
///   stands under `relativeBase`, as the empty one does, and `@` and `:` are encoded, which could be
///   read as user info and port there.
func link(ofPath path: String, isRelative: Bool = false) -> String {
  let isUnderBase = path.isEmpty || (isRelative && path.utf8.first != UInt8(ascii: "/"))
  var text = isUnderBase ? relativeBase : ""
  for scalar in path.unicodeScalars {
    switch scalar {
    case "?": text += "%3F"
    case "#": text += "%23"
    case "@" where isUnderBase: text += "%40"
    case ":" where isUnderBase: text += "%3A"
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text
}
