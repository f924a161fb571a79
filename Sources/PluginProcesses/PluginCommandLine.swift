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
    let slash = UInt8(ascii: "/")
    if program.utf8.first == slash { return program }
    if program.utf8.contains(slash) {
      guard let file = position?.file, let end = file.utf8.lastIndex(of: slash) else {
        return program
      }
      return String(decoding: file.utf8[...end], as: UTF8.self) + program
    }
    guard let own = executablePath, let end = own.utf8.lastIndex(of: slash) else { return program }
    let beside = String(decoding: own.utf8[...end], as: UTF8.self) + program
    return access(beside, X_OK) == 0 ? beside : program
  }
}
