import Commands
package import Diagnostics

package struct DeviceScript: Sendable {
  /// The text of the file, which ends with a line feed.
  package let text: String
  /// The lines that it does not contain, or not as a whole, in the order of the script.
  package let notes: [Diagnostic]
}

/// Collects the lines of an exported script, where `#` begins a comment.
struct DeviceScriptWriter {
  private var text = ""
  private var notes: [Diagnostic] = []
  /// The script whose lines are exported; those of other files are named with them.
  private let path: String

  init(_ path: String) { self.path = path }

  var script: DeviceScript { DeviceScript(text: text, notes: notes) }

  mutating func add(_ lines: String...) {
    for line in lines { text += line + "\n" }
  }

  /// Adds a line of the script as a comment, and a note that it is left out, or in part.
  mutating func omit(_ step: DeviceStep, _ omission: String? = nil) {
    let place = step.line.position
    let file = sameBytes(place.file, path) ? "" : "\(place.file):"
    let reason = omission.map { "without \($0)" } ?? "no equivalent"
    // One line, since control characters are escaped.
    text += escaped("# \(file)\(place.line): \(step.line.text) (\(reason))") + "\n"
    notes.append(.omitted(step.line, omission))
  }
}
