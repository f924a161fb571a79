import Diagnostics
import FileAccess
import Navigation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

  /// The program: with a slash it is relative to the file; without one it is looked for beside our
  /// own executable, and then by the system in PATH (design §2).
  var path: String {
    if program.utf8.contains(UInt8(ascii: "/")) {
      return FileAccess.path(program, besides: position?.file ?? "")
    }
    let beside = FileAccess.path(program, besides: executablePath ?? "")
    return access(beside, X_OK) == 0 ? beside : program
  }
}
