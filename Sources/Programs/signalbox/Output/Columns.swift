import Diagnostics
import ProgramSupport

/// Makes a clause a sentence, with a capital letter and a full stop.
func sentence(_ clause: String) -> String {
  clause.prefix(1).uppercased() + clause.dropFirst() + "."
}

/// The width of tables: that of the terminal, at most 80.
var tableColumns: Int { min(terminalColumns() ?? 80, 80) }

/// Formats two columns, the right one wrapped; each line begins with two spaces. If too little
/// width remains for the right one, it is below the left one.
func columns(
  _ rows: [(left: String, right: String)], columnsMax: Int = tableColumns
) -> String {
  let width = rows.map(\.left.count).max() ?? 0
  let isBelow = columnsMax - width - 4 < 20
  let indent = String(repeating: " ", count: isBelow ? 6 : width + 4)
  var text = ""
  for (left, right) in rows {
    let padding = isBelow ? "\n" + indent : String(repeating: " ", count: width - left.count + 2)
    let lines = wrapped(right, columns: max(20, columnsMax - indent.count))
    text += "  " + left + padding + lines.joined(separator: "\n" + indent) + "\n"
  }
  return text
}

/// Lines that fit the terminal's width, each ending in a line end.
func wrappedForTerminal(_ text: String) -> String {
  wrapped(text, columns: terminalColumns() ?? .max).map { $0 + "\n" }.joined()
}
