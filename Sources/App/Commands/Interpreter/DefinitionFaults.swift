public import Diagnostics

/// Why a definition could not be read again: everything that is wrong with the routes.
public struct DefinitionFaults: Error {
  /// Everything that is wrong, in the order of the files.
  public let diagnostics: [any Diagnostic]

  /// Collects what is wrong.
  public init(_ diagnostics: [any Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
