import Diagnostics

/// How links are found in a file, by the ending of its name.
package enum SourceLanguage: Sendable {
  case code(CodeLanguage)
  /// HTML, and the components of Vue.
  case markup
  case markdown

  /// The endings of files that are read, in lower case.
  package static let endings: [(names: [String], language: SourceLanguage)] = [
    (["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"], .code(.javaScript)),
    (["swift"], .code(.swift)), (["kt", "kts"], .code(.kotlin)), (["dart"], .code(.dart)),
    (["vue", "html", "htm"], .markup), (["md", "mdx", "markdown"], .markdown),
  ]

  /// The language of a file; `nil` if it is not read.
  package init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = path.utf8[dot...].dropFirst().map { $0.folded }
    let row = Self.endings.first { $0.names.contains { $0.utf8.elementsEqual(ending) } }
    guard let row else { return nil }
    self = row.language
  }
}

/// The comments and strings of a language of the C family.
package struct CodeLanguage: Sendable {
  /// What begins an interpolation in a string.
  enum Hole {
    /// `${…}`
    case dollarBrace
    /// `$name`
    case dollarName
    /// `\(…)`
    case backslashParenthesis
  }

  /// The mark at both ends of a string, and what the string can have in it.
  struct Quote {
    let mark: [UInt8]
    var escapes = true
    var spansLines = false
    var holes: [Hole] = []

    init(_ mark: String, escapes: Bool = true, spansLines: Bool = false, holes: [Hole] = []) {
      self.mark = Array(mark.utf8)
      self.escapes = escapes
      self.spansLines = spansLines
      self.holes = holes
    }
  }

  /// Longer marks come first.
  let quotes: [Quote]
  var nestsComments = true
  /// Whether it is JavaScript, with regular expressions, and text between tags.
  var isJavaScript = false
  /// Whether `#` can precede a string, as many as follow it.
  var hasHashes = false
  /// Whether an `r` before a string leaves it without escapes and interpolations.
  var hasRawPrefix = false

  static let javaScript = CodeLanguage(
    quotes: [
      Quote("`", spansLines: true, holes: [.dollarBrace]), Quote("\""), Quote("'"),
    ], nestsComments: false, isJavaScript: true)
  static let swift = CodeLanguage(
    quotes: [
      Quote("\"\"\"", spansLines: true, holes: [.backslashParenthesis]),
      Quote("\"", holes: [.backslashParenthesis]),
    ], hasHashes: true)
  static let kotlin = CodeLanguage(
    quotes: [
      Quote("\"\"\"", escapes: false, spansLines: true, holes: [.dollarBrace, .dollarName]),
      Quote("\"", holes: [.dollarBrace, .dollarName]), Quote("'"),
    ])
  static let dart = CodeLanguage(
    quotes: ["\"\"\"", "'''", "\"", "'"].map { mark in
      Quote(mark, spansLines: mark.utf8.count > 1, holes: [.dollarBrace, .dollarName])
    }, hasRawPrefix: true)
}
