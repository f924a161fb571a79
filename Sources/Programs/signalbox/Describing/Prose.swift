import Commands
import Diagnostics

/// A clause as a sentence: its first letter large, a full stop at its end.
func sentence(_ clause: String) -> String {
  clause.prefix(1).uppercased() + clause.dropFirst() + "."
}

/// Two columns, the right one wrapped; each line begins with two spaces.
func columns(_ rows: [(left: String, right: String)], columnsMax: Int = 80) -> String {
  let width = rows.map(\.left.count).max() ?? 0
  let indent = String(repeating: " ", count: width + 4)
  var text = ""
  for (left, right) in rows {
    let padding = String(repeating: " ", count: width - left.count + 2)
    let lines = wrapped(right, columns: max(20, columnsMax - width - 4))
    text += "  " + left + padding + lines.joined(separator: "\n" + indent) + "\n"
  }
  return text
}
