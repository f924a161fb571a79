/// Several diagnostics that were found together, as an error.
public struct DiagnosticList: Error, Hashable, CustomStringConvertible {
  /// The diagnostics, in the order they are reported; never empty.
  public let diagnostics: [Diagnostic]

  /// Creates a list of at least one diagnostic.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// The summaries, one per line.
  public var description: String {
    diagnostics.map { $0.summary }.joined(separator: "\n")
  }
}
