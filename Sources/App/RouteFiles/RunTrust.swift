import Diagnostics
import FileAccess
import Navigation

/// Whether the command of a route file can be trusted: a file with `run` is code
/// (docs/route-files.md, "`run`").
enum RunTrust {
  /// The reason not to run it; `nil` if there is no `run`, or if only this user and root can change
  /// the files. What else keeps a program from starting is reported when it is started.
  static func fault(of plugin: PluginDraft, file: String) -> Diagnostic? {
    guard let position = plugin.run.first?.position else { return nil }
    if let offender = FileTrust().untrusted(path: file) {
      return .untrusted(offender: offender, at: position)
    }
    do throws(ProgramFault) {
      _ = try TrustedProgram(plugin.run.map(\.value), relativeTo: file)
      return nil
    } catch {
      switch error {
      case .untrusted(let offender): return .untrusted(offender: offender, at: position)
      case .notExecutable(let path): return .notExecutable(path: path, at: position)
      case .unusable(let path, .missing): return .executableMissing(path: path, at: position)
      default: return nil
      }
    }
  }
}
