import FileAccess
import Navigation

/// Whether the executable named by a route file can be trusted: a file with `run` is code
/// (docs/route-files.md, "`run`").
enum RunTrust {
  /// The reason not to run it; `nil` if there is no `run`, or if only this user and root can change
  /// the files.
  static func fault(of plugin: PluginDraft, file: String) -> RouteFileError? {
    guard let executable = plugin.run.first, let position = executable.position else {
      return nil
    }
    let trust = FileTrust()
    if let offender = trust.untrusted(path: file) {
      return .untrusted(offender: offender, at: position)
    }
    // Without a slash it is found next to this program or in PATH, not near the file.
    guard executable.value.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let path = resolved(executable.value, relativeTo: file)
    if isMissing(path) { return .executableMissing(path: path, at: position) }
    return trust.untrusted(path: path).map { .untrusted(offender: $0, at: position) }
  }

  /// The path of an executable, relative to the file that names it.
  private static func resolved(_ executable: String, relativeTo file: String) -> String {
    if executable.utf8.first == UInt8(ascii: "/") { return executable }
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return executable }
    return String(decoding: file.utf8[...slash], as: UTF8.self) + executable
  }

  private static func isMissing(_ path: String) -> Bool {
    do throws(FileError) {
      _ = try readFile(path, bytesMax: 0)
      return false
    } catch {
      return error.fault == .missing
    }
  }
}
