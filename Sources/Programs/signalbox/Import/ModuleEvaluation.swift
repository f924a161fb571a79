import CModuleScripts
import Diagnostics
import FileAccess
import JSONCodec
import PluginProcesses
import ProgramSupport
import RouteImport

/// Evaluates a JavaScript or TypeScript module by `node` of `PATH`: the files of the app, which
/// `loader.js` reads and `evaluator.js` runs.
enum ModuleEvaluation {
  /// Whether a file is a module, by its ending.
  static func isModule(_ path: String) -> Bool {
    endings.contains { path.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private static let endings = [
    ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx",
  ]

  /// Evaluates a module.
  /// - Parameters:
  ///   - export: The name of the export that is the value; `nil` for those of the kind.
  ///   - settings: The values of texts that evaluation cannot know.
  /// - Returns: What `ImportKind.table(module:evaluated:)` reads. Functions and expressions are
  ///   objects that name them.
  static func json(
    ofModule path: String, of kind: ImportKind, export: String?,
    settings: [(name: String, value: String)]
  ) throws(ExitError) -> [UInt8] {
    do throws(FileError) {
      _ = try readFile(path, bytesMax: ImportLimits.sourceBytesMax)
    } catch {
      throw .file(error)
    }
    let trust = FileTrust()
    // Not as arguments: one that is also the name of a file would be checked like the module.
    let given: JSON = [
      "kind": .string(kind.rawValue), "names": .array(kind.exports.map { .string($0) }),
      "calls": .array(kind.calls.map { .string($0) }),
      "export": export.map { .string($0) } ?? .null,
      "settings": .array(settings.map { .array([.string($0.name), .string($0.value)]) }),
      "owners": .array(trust.owners.map { .int(Int64($0)) }),
      "group": trust.group.map { .int(Int64($0)) } ?? .null, "mark": .string(mark),
      "bytesMax": JSON(ImportLimits.sourceBytesMax), "filesMax": JSON(ImportLimits.moduleFilesMax),
      "filesBytesMax": JSON(ImportLimits.moduleBytesMax),
      "evaluator": .string(
        String(cString: module_settings()) + String(cString: module_search_items())
          + String(cString: module_view_names()) + String(cString: module_evaluator())
          + String(cString: module_react_routes())),
    ]
    let script = String(cString: module_aliases()) + String(cString: module_loader())
    let program = try node(["-e", script, "--", path, given.text], for: path)
    do throws(TextProgramFault) {
      return try program.run(secondsMax: secondsMax, bytesMax: ImportLimits.sourceBytesMax) {
        lines in
        lines.last { $0.utf8.starts(with: mark.utf8) }
          .map { Substring($0.utf8.dropFirst(mark.utf8.count)) } ?? lines.first
      }
    } catch {
      switch error {
      case .notStarted(let reason): throw .usage([.failed(path, reason)])
      case .failed(nil, _):
        throw .usage([.failed(path, "it did not end within \(secondsMax) s")])
      case .failed(let end?, let line):
        throw .usage([.failed(path, line ?? "node ended with \(end.text)")])
      case .file(let error): throw .file(error)
      }
    }
  }

  /// Prepares Node.js, which runs a module: code, as a route file with `run` is.
  private static func node(
    _ arguments: [String], for path: String
  ) throws(ExitError) -> TextProgram {
    let program: TrustedProgram
    do throws(ProgramFault) {
      program = try TrustedProgram(["node"] + arguments, relativeTo: "")
    } catch {
      switch error {
      case .untrusted(let offender): throw .usage([.untrusted(path: offender)])
      case .notInPath: throw .usage([.noNode(path)])
      default: throw .usage([.failed(path, error.text)])
      }
    }
    var limits = PluginLimits()
    limits.fileBytesMax = outputBytesMax
    guard let command = GuardedCommand(program, limits: limits) else {
      throw .usage([.failed(path, "'\(GuardedCommand.guardName)' is not next to this program")])
    }
    do {
      return try TextProgram(command, named: "node")
    } catch {
      throw .file(error)
    }
  }

  /// What a module may print.
  private static let outputBytesMax = 32 << 20
  /// How long a module may take.
  private static let secondsMax = 20
  /// Begins the line of standard error that says what is wrong.
  private static let mark = "signalbox: "
}

extension Diagnostic {
  fileprivate static func untrusted(path: String) -> Diagnostic {
    Diagnostic(
      .fileUnsafe,
      "'\(path)' can be written by others, so the module is not run",
      advice: "Remove the permission with 'chmod go-w'.")
  }

  static func codeRefused(_ path: String) -> Diagnostic {
    Diagnostic(
      .importModule, "'\(path)' is a module, which is code, and --no-code refuses it",
      advice: "Print the object as JSON and import that.")
  }

  fileprivate static func noNode(_ path: String) -> Diagnostic {
    Diagnostic(
      .importModule,
      "'\(path)' is a module, and there is no program 'node' to evaluate it",
      advice: "Install Node.js, or print the object as JSON and import that.")
  }

  fileprivate static func failed(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .importModule,
      "cannot evaluate '\(path)': \(shortened(reason, scalarsMax: 200))",
      advice: "Correct that, or move the object to a file of its own and export it there.")
  }
}
