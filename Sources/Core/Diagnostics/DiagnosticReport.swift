/// Renders diagnostics for a person.
public struct DiagnosticReport: Sendable {
  /// Whether to use colours: only on a terminal, and not if `NO_COLOR` is set.
  public var isColored: Bool
  /// The terminal width at which summaries are wrapped; `nil` to not wrap, for output that programs
  /// read.
  public var columns: Int?
  /// Returns the line at a position without its line ending, or `nil` if it cannot be read.
  public var sourceLine: @Sendable (SourcePosition) -> String?

  /// - Parameter sourceLine: Returns the source line to print below a message.
  public init(
    isColored: Bool = false, columns: Int? = nil,
    sourceLine: @escaping @Sendable (SourcePosition) -> String? = { _ in nil }
  ) {
    self.isColored = isColored
    self.columns = columns
    self.sourceLine = sourceLine
  }

  /// Returns the summary, the source line with a caret under the column, and the same for the other
  /// side of a conflict. Lines end in `\n`.
  public func render(_ diagnostic: Diagnostic) -> String {
    var text = summary(of: diagnostic) + "\n"
    if let position = diagnostic.position { text += excerpt(at: position) }
    if let other = diagnostic.other {
      text += "  \(other): the other side\n" + excerpt(at: other)
    }
    return text
  }

  /// The summary, wrapped at spaces with continuation lines indented.
  public func summary(of diagnostic: Diagnostic) -> String {
    let paint = Paint(isColored: isColored)
    let kind = "\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]:"
    var text = diagnostic.position.map { paint("\($0):", .place) + " " } ?? ""
    text += paint(kind, diagnostic.severity.role) + " " + paint(diagnostic.punctuatedMessage)
    if let advice = diagnostic.advice { text += " " + paint(advice, .advice) }
    return wrappedLine(text, columns: columns)
  }

  /// The first 160 scalars of the source line and a caret; empty if the line is unknown.
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

  /// Blanks as wide as the piece, to align the caret.
  private func blank(as piece: String) -> String {
    if piece == "\t" { return "\t" }
    return String(repeating: " ", count: piece.unicodeScalars.reduce(0) { $0 + terminalWidth($1) })
  }
}

private let excerptScalarsMax = 160
