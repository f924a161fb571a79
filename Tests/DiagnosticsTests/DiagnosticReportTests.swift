import Diagnostics
import Testing

struct DiagnosticReportTests {
  /// A source line, a column in it, and the excerpt with its caret.
  static let excerpts: [(line: String, column: Int, shown: String)] = [
    ("path: /a", 1, "    path: /a\n    ^\n"),
    ("path: /a", 7, "    path: /a\n          ^\n"),
    ("path: /a", 9, "    path: /a\n            ^\n"),
    // No caret past the end of the line.
    ("path: /a", 10, "    path: /a\n"),
    ("\ta: b", 3, "    \ta: b\n    \t ^\n"),
    ("日本 x", 4, "    日本 x\n         ^\n"),
    ("e\u{301}x", 3, "    e\u{301}x\n     ^\n"),
    ("a\u{1B}b", 3, "    a\\u{1b}b\n           ^\n"),
    (String(repeating: "x", count: 200), 161, longExcerpt),
    (String(repeating: "x", count: 200), 190, "    \(longLine)\n"),
  ]
  private static let longLine = String(repeating: "x", count: 160)
  private static let longExcerpt =
    "    \(longLine)\n    \(String(repeating: " ", count: 160))^\n"

  @Test(arguments: excerpts)
  func `the caret is under its column`(_ row: (line: String, column: Int, shown: String)) {
    let fault = diagnostic(position: SourcePosition(file: "a.yaml", line: 1, column: row.column))
    let text = DiagnosticReport { _ in row.line }.render(fault)
    #expect(
      text == "a.yaml:1:\(row.column): error[route/conflict]: this is wrong. Fix it.\n\(row.shown)"
    )
  }

  @Test func `a conflict shows both sides`() {
    let fault = diagnostic(
      position: SourcePosition(file: "b", line: 2, column: 1),
      other: SourcePosition(file: "a", line: 1, column: 1))
    let report = DiagnosticReport { $0.file == "a" ? "first" : "second" }
    #expect(
      report.render(fault) == """
        b:2:1: error[route/conflict]: this is wrong. Fix it.
            second
            ^
          a:1:1: the other side
            first
            ^

        """)
  }

  @Test func `without a source line only the summary is printed`() {
    let fault = diagnostic(
      severity: .warning, position: SourcePosition(file: "a", line: 1, column: 1))
    #expect(
      DiagnosticReport().render(fault)
        == "a:1:1: warning[route/conflict]: this is wrong. Fix it.\n")
    #expect(
      DiagnosticReport(isColored: true).render(diagnostic(severity: .note))
        == "\u{1B}[36mnote[route/conflict]:\u{1B}[0m this is wrong. \u{1B}[2mFix it.\u{1B}[0m\n")
  }

  @Test func `a question has no full stop`() {
    let fault = diagnostic("did you mean 'a'?")
    #expect(fault.summary == "error[route/conflict]: did you mean 'a'? Fix it.")
    #expect(DiagnosticReport().render(fault) == fault.summary + "\n")
  }

  @Test func `on a terminal only the summary is wrapped`() {
    let fault = diagnostic(
      position: SourcePosition(file: "a.yaml", line: 1, column: 1),
      other: SourcePosition(file: "a.yaml", line: 2, column: 1))
    var report = DiagnosticReport { _ in "a line of the source that is longer than the terminal" }
    let whole = report.render(fault)
    report.columns = 30
    #expect(
      report.render(fault) == """
        a.yaml:1:1:
          error[route/conflict]: this
          is wrong. Fix it.
            a line of the source that is longer than the terminal
            ^
          a.yaml:2:1: the other side
            a line of the source that is longer than the terminal
            ^

        """)
    for columns in [200, 20, 1, 0] {
      report.columns = columns
      #expect(report.render(fault) == whole)
    }
  }

  @Test func `control characters in names and messages are escaped`() {
    let fault = diagnostic(
      "a\u{1B}[2J\u{9B}b\u{202E}\n", advice: nil,
      position: SourcePosition(file: "a\u{7}", line: 1, column: 1))
    #expect(
      fault.summary
        == "a\\u{7}:1:1: error[route/conflict]: a\\u{1b}[2J\\u{9b}b\\u{202e}\\u{a}.")
  }

  @Test func `zero-width characters are escaped`() {
    #expect(
      escaped("a\u{200B}b\u{200D}\u{2060}\u{FEFF}\u{AD}\u{61C}\u{180E}\u{E0041}c")
        == "a\\u{200b}b\\u{200d}\\u{2060}\\u{feff}\\u{ad}\\u{61c}\\u{180e}\\u{e0041}c")
    #expect(escaped("e\u{301} ❤\u{FE0F} 日本") == "e\u{301} ❤\u{FE0F} 日本")
  }

  @Test func `positions are ordered by file, line and column`() {
    let sorted = [("a", 1, 2), ("a", 2, 1), ("a", 10, 1), ("b", 1, 1), ("é", 1, 1)].map {
      SourcePosition(file: $0.0, line: $0.1, column: $0.2)
    }
    #expect(sorted.reversed().sorted() == sorted)
  }

  static let widths: [(text: String, columns: Int)] = [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("😀", 2), ("\u{200D}", 0),
    ("ａ", 2),
  ]

  @Test(arguments: widths)
  func `the width of a text counts terminal columns`(_ row: (text: String, columns: Int)) {
    #expect(terminalWidth(row.text) == row.columns)
  }

  private func diagnostic(
    _ message: String = "this is wrong", advice: String? = "Fix it.", severity: Severity = .error,
    position: SourcePosition? = nil, other: SourcePosition? = nil
  ) -> Diagnostic {
    Diagnostic(
      .routeConflict, message, advice: advice, severity: severity, at: position, other: other)
  }
}
