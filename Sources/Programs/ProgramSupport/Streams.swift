import CLibrary
import CSystem
package import Diagnostics
import FileAccess

/// Results on standard output, diagnostics on standard error.
package struct Streams {
  /// Buffered until `finish`.
  private let results = OutputWriter(descriptor: STDOUT_FILENO, name: "<standard output>")
  private let diagnostics = OutputWriter(
    descriptor: STDERR_FILENO, name: "<standard error>", bufferBytesMax: 0)
  /// Renders findings that are results, as those of `check`.
  package let resultReport: DiagnosticReport
  private let diagnosticReport: DiagnosticReport

  /// - Parameter sourceLine: Returns the line to show under a diagnostic.
  package init(sourceLine: @escaping @Sendable (SourcePosition) -> String?) {
    resultReport = DiagnosticReport(
      isColored: mayColor(descriptor: STDOUT_FILENO), columns: columns(STDOUT_FILENO),
      sourceLine: sourceLine)
    diagnosticReport = DiagnosticReport(
      isColored: mayColor(descriptor: STDERR_FILENO), columns: columns(STDERR_FILENO),
      sourceLine: sourceLine)
  }

  /// Writes a result.
  package func write(_ text: String) throws(ExitError) {
    do { try results.write(text) } catch { throw .file(error) }
  }

  /// Flushes the buffered results.
  package func finish() throws(ExitError) {
    do { try results.flush() } catch { throw .file(error) }
  }

  /// Writes a diagnostic to standard error; a failure to do so is ignored.
  package func report(_ diagnostic: any Diagnostic) {
    try? diagnostics.write(diagnosticReport.render(diagnostic))
  }
}

/// The width of the terminal at a descriptor; `nil` if there is none or it is unknown.
private func columns(_ descriptor: Int32) -> Int? {
  guard isatty(descriptor) == 1 else { return nil }
  let columns = Int(csystem_terminal_columns(descriptor))
  return columns > 0 ? columns : nil
}

/// Whether a descriptor is a terminal with colours and `NO_COLOR` is not set (no-color.org).
private func mayColor(descriptor: Int32) -> Bool {
  guard isatty(descriptor) == 1, environment("TERM") != "dumb" else { return false }
  return environment("NO_COLOR")?.isEmpty ?? true
}
