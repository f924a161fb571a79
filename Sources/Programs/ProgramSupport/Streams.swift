import CLibrary
import CSystem
package import Diagnostics
import FileAccess
import RouteFiles

/// Results on standard output, diagnostics on standard error.
package struct Streams {
  /// Buffered until `finish`.
  private let results = OutputWriter(descriptor: STDOUT_FILENO, name: "<standard output>")
  private let diagnostics = OutputWriter(
    descriptor: STDERR_FILENO, name: "<standard error>", bufferBytesMax: 0)
  private let resultReport: DiagnosticReport
  private let diagnosticReport: DiagnosticReport
  package var paint: Paint { Paint(isColored: resultReport.isColored) }

  /// - Parameter isColored: Whether to use colours; by default on a terminal.
  package init(isColored: Bool? = nil) {
    func report(_ descriptor: Int32) -> DiagnosticReport {
      DiagnosticReport(
        isColored: isColored ?? mayColor(descriptor: descriptor),
        columns: terminalColumns(descriptor))
    }
    (resultReport, diagnosticReport) = (report(STDOUT_FILENO), report(STDERR_FILENO))
  }

  package func write(_ text: String) throws(ExitError) {
    do { try results.write(text) } catch { throw .file(error) }
  }

  /// Writes lines of prose that are results, wrapped on a terminal.
  package func write(lines: [String]) throws(ExitError) {
    for line in lines { try write(wrappedLine(line, columns: resultReport.columns) + "\n") }
  }

  /// Writes lines of prose, wrapped at spaces on a terminal. Indented lines are kept: they are
  /// tables and commands.
  package func write(prose text: String) throws(ExitError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try write(
      lines.map { line in
        line.hasPrefix(" ")
          ? String(line) : wrappedLine(String(line), columns: resultReport.columns)
      }.joined(separator: "\n"))
  }

  package func finish() throws(ExitError) {
    do { try results.flush() } catch { throw .file(error) }
  }

  /// Writes findings that are results, such as those of `check`, with their source lines.
  package func write(_ findings: [Diagnostic]) throws(ExitError) {
    let report = resultReport.showing(SourceLines(of: findings))
    for finding in findings { try write(report.render(finding)) }
  }

  /// Writes a line to standard error; a failure to do so is ignored.
  package func note(_ text: String) { try? diagnostics.write(text + "\n") }

  /// Writes diagnostics to standard error, with their source lines; a failure to do so is ignored.
  package func report(_ findings: [Diagnostic]) {
    let report = diagnosticReport.showing(SourceLines(of: findings))
    for finding in findings { try? diagnostics.write(report.render(finding)) }
  }
}

extension DiagnosticReport {
  /// The same report with these source lines.
  fileprivate func showing(_ lines: SourceLines) -> DiagnosticReport {
    var report = self
    report.sourceLine = { lines[$0] }
    return report
  }
}

/// The width of the terminal at a descriptor; `nil` if there is none or its width is unknown.
package func terminalColumns(_ descriptor: Int32 = STDOUT_FILENO) -> Int? {
  let columns = Int(csystem_terminal_columns(descriptor))
  return columns > 0 ? columns : nil
}

/// Whether a descriptor is a terminal with colours and `NO_COLOR` is not set (no-color.org).
private func mayColor(descriptor: Int32) -> Bool {
  guard isatty(descriptor) == 1, environment("TERM") != "dumb" else { return false }
  return environment("NO_COLOR")?.isEmpty ?? true
}
