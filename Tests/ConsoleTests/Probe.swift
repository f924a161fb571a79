import FileAccess
import PseudoTerminal
import TestSupport

/// The program under test: an echo conversation, built with the tests.
enum Probe {
  /// The path of the executable.
  static var path: String {
    get throws { try builtProgram("ConsoleProbe") }
  }

  /// Starts the probe in a terminal and waits for the first prompt.
  static func start(
    history: String = "-", watched: [String] = [], columns: Int = 80, rows: Int = 24,
    term: String = "xterm", environment: [String] = []
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      program: path, arguments: [history] + watched,
      // If a name occurs twice, the first value counts.
      environment: environment + ["TERM=\(term)", "LC_ALL=C.UTF-8", "INPUTRC=/dev/null"],
      columns: columns, rows: rows)
    try terminal.wait(for: "probe/0>")
    return terminal
  }
}

extension PseudoTerminal {
  /// Waits until the cursor's row equals `row`, ignoring trailing blanks, and the cursor is
  /// `blanks` columns after its end.
  func wait(row: String, blanks: Int = 0) throws {
    try wait("the row '\(row)'") { screen in
      screen.rows[screen.cursor.row] == row && screen.cursor.column == row.count + blanks
    }
  }
}

/// The number of occurrences of a text in another.
func count(_ text: String, in other: String) -> Int {
  other.split(separator: text, omittingEmptySubsequences: false).count - 1
}
