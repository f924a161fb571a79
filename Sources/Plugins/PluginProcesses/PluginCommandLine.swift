import Diagnostics
import FileAccess
import Navigation

/// The command line of a plugin's process: `run` in its route file.
struct PluginCommandLine {
  let plugin: String
  /// The program as written in the file.
  let program: String
  let arguments: [String]
  let position: SourcePosition?

  /// `nil` for a plugin without `run`.
  init?(_ draft: PluginDraft) {
    guard let program = draft.run.first else { return nil }
    plugin = draft.name.value
    self.program = program.value
    arguments = draft.run.dropFirst().map(\.value)
    position = program.position
  }

  /// The program to start: with a slash, relative to the route file; without one, searched for next
  /// to this executable, then by the system in `PATH` (docs/plugins.md).
  var path: String {
    if program.utf8.contains(UInt8(ascii: "/")) {
      return FileAccess.path(program, relativeTo: position?.file ?? "")
    }
    return FileAccess.program(program) ?? program
  }
}
