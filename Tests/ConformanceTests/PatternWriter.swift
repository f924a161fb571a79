/// Writes a pattern in Signalbox's grammar from the parts of another notation.
///
/// Parameters are named `p0`, `p1`, …, since other notations allow names that are invalid here.
struct PatternWriter {
  /// The pattern.
  private(set) var text = ""
  /// The other notation's name of each parameter; `nil` if it has none.
  private(set) var names: [String?] = []

  /// Appends literal text.
  mutating func append(literal: some StringProtocol) {
    for scalar in literal.unicodeScalars {
      if "*?+{}\\:()".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }

  /// Appends syntax: brackets, modifiers, wildcards.
  mutating func append(syntax: String) { text += syntax }

  /// Appends a parameter.
  ///
  /// - Parameters:
  ///   - expression: With its brackets; empty for none.
  ///   - isInText: Whether it shares its segment with text, so that braces must delimit its name
  /// and
  ///     exclude the slash before it.
  mutating func append(
    parameter name: String?, expression: String = "", modifier: String = "", isInText: Bool = false
  ) {
    let core = ":p\(names.count)\(expression)"
    text += isInText ? "{\(core)}\(modifier)" : core + modifier
    names.append(name)
  }

  /// Appends any number of segments, which the other notation does not capture.
  mutating func appendRest() {
    append(parameter: nil, expression: "((?:/.*)?)", isInText: true)
  }

  /// Prepends a slash that belongs to none of the parameters.
  mutating func root() { text = rooted(text) }
}

/// A pattern for relative paths, with a slash prepended that belongs to none of its parameters.
func rooted(_ pattern: String) -> String { "\\/" + pattern }

/// Whether a pattern is for relative paths; the empty one is for the root.
func isRelative(_ pattern: String) -> Bool {
  !pattern.isEmpty && !pattern.hasPrefix("/") && !pattern.hasPrefix("{/")
}

/// The base for relative paths: with a custom scheme, everything after `://` is the path.
let relativeBase = "case://"

/// The link for a path, with `?` and `#` encoded, which would end the path.
///
/// - Parameter isRelative: Whether the case uses relative paths. Relative and empty paths are put
///   under `relativeBase`, with `@` and `:` encoded so that they are not read as user info and
/// port.
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
