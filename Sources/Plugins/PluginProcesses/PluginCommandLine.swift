import Diagnostics
import FileAccess
import Navigation

/// What starts a plugin's process: `run` of its route file.
struct PluginCommandLine {
  let plugin: String
  /// As the file names it.
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

  /// The program: with a slash it is relative to the file; without one it is searched for next to
  /// our own executable, then in `PATH` by the system (docs/plugins.md).
  var path: String {
    if program.utf8.contains(UInt8(ascii: "/")) {
      return FileAccess.path(program, besides: position?.file ?? "")
    }
    return FileAccess.program(program) ?? program
  }
}
