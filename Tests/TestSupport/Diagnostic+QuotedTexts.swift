public import Diagnostics

extension Diagnostic {
  /// The texts in quotes of the message, none of which contains a quote.
  public var quotedTexts: [String] {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}
