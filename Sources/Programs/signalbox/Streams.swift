import CSystem
import Diagnostics
import FileAccess

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where results and diagnostics go: standard output and standard error.
struct Streams {
  /// Results, held back until `finish` or until there are many.
  private let results = OutputWriter(descriptor: STDOUT_FILENO, name: "<standard output>")
  private let diagnostics = OutputWriter(
    descriptor: STDERR_FILENO, name: "<standard error>", bufferBytesMax: 0)
  /// Renders findings that are results.
  let resultReport: DiagnosticReport
  private let report: DiagnosticReport

  /// - Parameter sourceLine: Finds the line to show under a diagnostic.
  init(sourceLine: @escaping @Sendable (SourcePosition) -> String?) {
    resultReport = DiagnosticReport(
      isColored: mayColor(descriptor: STDOUT_FILENO), columns: columns(STDOUT_FILENO),
      sourceLine: sourceLine)
    report = DiagnosticReport(
      isColored: mayColor(descriptor: STDERR_FILENO), columns: columns(STDERR_FILENO),
      sourceLine: sourceLine)
  }

  /// Writes a result.
  func write(_ text: String) throws(Stop) {
    do { try results.write(text) } catch { throw .file(error) }
  }

  /// Passes on what is held back.
  func finish() throws(Stop) {
    do { try results.flush() } catch { throw .file(error) }
  }

  /// Tells a person what is wrong. There is nobody to tell when that itself fails.
  func tell(_ diagnostic: any Diagnostic) {
    try? diagnostics.write(report.render(diagnostic))
  }
}

/// How wide the terminal of a descriptor is; `nil` if it is none, or does not say.
private func columns(_ descriptor: Int32) -> Int? {
  guard isatty(descriptor) == 1 else { return nil }
  let columns = Int(csystem_terminal_columns(descriptor))
  return columns > 0 ? columns : nil
}

/// Whether a descriptor is a terminal that takes colours and nobody said `NO_COLOR` (no-color.org).
private func mayColor(descriptor: Int32) -> Bool {
  guard isatty(descriptor) == 1, environment("TERM") != "dumb" else { return false }
  return environment("NO_COLOR")?.isEmpty ?? true
}
