/// Renders diagnostics for a person.
public struct DiagnosticReport: Sendable {
  /// Whether colours may be used: only on a terminal and without `NO_COLOR`.
  public var isColored: Bool
  /// How wide the terminal is on which summaries are broken into lines; `nil` breaks none, which
  /// programs that read them need.
  public var columns: Int?
  /// The line of a file that a position names, without its line end; `nil` if it cannot be read.
  public var sourceLine: @Sendable (SourcePosition) -> String?

  /// - Parameter sourceLine: Finds the source line to show under a message.
  public init(
    isColored: Bool = false, columns: Int? = nil,
    sourceLine: @escaping @Sendable (SourcePosition) -> String? = { _ in nil }
  ) {
    self.isColored = isColored
    self.columns = columns
    self.sourceLine = sourceLine
  }

  /// The summary line, then the source line with a caret under the column, then the other side of a
  /// conflict in the same way. Lines end in `\n`.
  public func render(_ diagnostic: any Diagnostic) -> String {
    var text = painted(summary(of: diagnostic), diagnostic.severity) + "\n"
    if let position = diagnostic.position { text += excerpt(at: position) }
    if let other = diagnostic.other {
      text += "  \(other): the other side\n" + excerpt(at: other)
    }
    return text
  }

  /// Broken at spaces, where lines have an end; those after the first are indented.
  private func summary(of diagnostic: any Diagnostic) -> String {
    guard let columns, columns > columnsMin, terminalWidth(diagnostic.summary) > columns else {
      return diagnostic.summary
    }
    return wrapped(diagnostic.summary, columns: columns - 2).joined(separator: "\n  ")
  }

  /// The source line (at most 160 scalars of it) and a caret; empty if the line is unknown.
  private func excerpt(at position: SourcePosition) -> String {
    guard let line = sourceLine(position) else { return "" }
    let scalars = Array(line.unicodeScalars.prefix(excerptScalarsMax))
    var shown = ""
    var caret = ""
    for (index, scalar) in scalars.enumerated() {
      let piece = scalar == "\t" ? "\t" : escaped(String(scalar))
      shown += piece
      if index < position.column - 1 { caret += blank(as: piece) }
    }
    guard position.column <= scalars.count + 1 else { return "    \(shown)\n" }
    return "    \(shown)\n    \(caret)^\n"
  }

  /// Blanks as wide as the piece, so that the caret stands under its column.
  private func blank(as piece: String) -> String {
    if piece == "\t" { return "\t" }
    return String(repeating: " ", count: piece.unicodeScalars.reduce(0) { $0 + terminalWidth($1) })
  }

  private func painted(_ text: String, _ severity: Severity) -> String {
    guard isColored else { return text }
    let color =
      switch severity {
      case .error: "31"
      case .warning: "33"
      case .note: "36"
      }
    return "\u{1B}[\(color)m\(text)\u{1B}[0m"
  }
}

private let excerptScalarsMax = 160
/// On less nothing is broken: words would stand alone.
private let columnsMin = 20
