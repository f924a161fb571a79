import Diagnostics

/// The type `url(https: shop.example, *.shop.example; mailto:)`, a short form of an expression.
///
/// A value that fits names its host in one way only, whichever reader takes it apart: it has no
/// user name, no port but one that is written, and neither `\` nor blanks, which browsers read as
/// other characters or leave out (WHATWG URL, 4.4).
enum URLPattern {
  static let start = "url("

  /// The expression for a type as written.
  static func expression(_ scalars: [Unicode.Scalar]) throws(PatternFault.Located) -> String {
    guard scalars.last == ")" else {
      throw .init(fault: .unbalanced, offset: max(0, scalars.count - 1))
    }
    var choices: [String] = []
    var offset = start.unicodeScalars.count
    let content = scalars.dropFirst(offset).dropLast()
    for part in content.split(separator: ";", omittingEmptySubsequences: false) {
      choices.append(try choice(String(String.UnicodeScalarView(part)), at: offset))
      offset += part.count + 1
    }
    return choices.joined(separator: "|")
  }

  /// The expression for `SCHEME: HOST, HOST` or `SCHEME:`.
  private static func choice(_ text: String, at offset: Int) throws(PatternFault.Located) -> String
  {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = parts[0].drop { $0 == " " }.lowercased()
    guard parts.count == 2, isScheme(scheme) else {
      throw .init(fault: .noURLScheme, offset: offset)
    }
    guard !["javascript", "vbscript", "data", "file", "blob"].contains(scheme) else {
      throw .init(fault: .dangerousScheme, offset: offset)
    }
    let start = "(?i:\(escaped(scheme)):"
    guard parts[1].contains(where: { $0 != " " }) else {
      guard scheme != "http", scheme != "https" else {
        throw .init(fault: .noURLHost, offset: offset)
      }
      return start + ")\(rest)+"
    }
    var hosts: [String] = []
    for host in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
      guard let host = self.host(host.split(separator: " ").joined(separator: " ")) else {
        throw .init(fault: .noURLHost, offset: offset)
      }
      hosts.append(host)
    }
    return start + "//(?:\(hosts.joined(separator: "|"))))(?:[/?#]\(rest)*)?"
  }

  /// A host, `*.` before one for its subdomains, or `*` for any; each with a port if written.
  private static func host(_ text: String) -> String? {
    if text == "*" { return "\(label)(?:\\.\(label))*(?::[0-9]{1,5})?" }
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    let ofSubdomains = parts[0].hasPrefix("*.")
    let name = ofSubdomains ? parts[0].dropFirst(2) : parts[0]
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isPartOfLabel) }) else {
      return nil
    }
    var port = ""
    if parts.count > 1 {
      guard parts.count == 2, let number = UInt64(String(parts[1])), number <= 65_535 else {
        return nil
      }
      port = ":\(number)"
    }
    return (ofSubdomains ? "(?:\(label)\\.)+" : "") + escaped(String(name)) + port
  }

  private static func isScheme(_ text: String) -> Bool {
    text.utf8.first.map { $0.isLetter } ?? false
      && text.utf8.allSatisfy { isPartOfLabel($0) || "+.".utf8.contains($0) }
  }

  private static func isPartOfLabel(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")
  }

  private static let label = "[a-z0-9_\\-]+"

  /// One character after the host: no control character, blank or backslash.
  private static let rest = "[!-\\[\\]-~\u{A0}-\u{D7FF}\u{E000}-\u{10FFFF}]"

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "." || $0 == "+" ? "\\\($0)" : String($0) }.joined()
  }
}
