/// Several diagnostics that were found together, as an error.
public struct DiagnosticList: Error, Hashable, CustomStringConvertible {
  /// The diagnostics, in the order in which they are reported; never empty.
  public let diagnostics: [Diagnostic]

  /// Creates the list of diagnostics, of which there is at least one.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// The summaries, one per line.
  public var description: String {
    diagnostics.map { $0.summary }.joined(separator: "\n")
  }
}
