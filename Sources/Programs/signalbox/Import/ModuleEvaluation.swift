import Diagnostics
import FileAccess
import JSONCodec
import PluginProcesses
import ProgramSupport
import PseudoTerminal
import RouteImport

/// Evaluates a JavaScript or TypeScript module by `node`, which is searched for in `PATH`.
enum ModuleEvaluation {
  /// Whether a file is a module, by its ending.
  static func isModule(_ path: String) -> Bool {
    has(path, endings: [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"] + endingsOfJSX)
  }

  private static let endingsOfJSX = [".jsx", ".tsx"]

  private static func has(_ path: String, endings: [String]) -> Bool {
    endings.contains { path.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  /// Evaluates a module.
  /// - Parameter exports: The names under which it can export the value, the best first.
  /// - Returns: The value as JSON. Functions and expressions are objects that name them.
  static func json(
    ofModule path: String, exports: [String]
  ) throws(ExitError) -> [UInt8] {
    guard !has(path, endings: endingsOfJSX) else { throw .usage([.jsx(path)]) }
    // A module can only read files, if the version of Node.js can refuse the rest.
    let permissions = ["--permission", "--allow-fs-read=*"]
    let probe = try node(permissions + ["-e", "0"], for: path)
    let isRestricted = (try? probe.run(secondsMax: secondsMax, bytesMax: 0)) != nil
    let trust = FileTrust()
    // Not as arguments: one that is also the name of a file would be checked like the module.
    let given: JSON = [
      "names": .array(exports.map { .string($0) }),
      "owners": .array(trust.owners.map { .int(Int64($0)) }),
      "group": trust.group.map { .int(Int64($0)) } ?? .null,
    ]
    let program = try node(
      (isRestricted ? permissions : []) + ["--input-type=module", "-e", script, "--", path]
        + [given.text], for: path)
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

  /// Imports the module and writes the JSON of what it exports. What the module itself prints goes
  /// to standard error.
  private static let script = """
    import { fileURLToPath, pathToFileURL } from 'node:url'
    import { dirname, resolve } from 'node:path'
    import { lstatSync, realpathSync, writeSync } from 'node:fs'
    import * as modules from 'node:module'
    const [file, given] = process.argv.slice(1)
    const { names, owners, group } = JSON.parse(given)
    const result = process.stdout.fd
    process.stdout.write = process.stderr.write.bind(process.stderr)
    const fail = (text) => {
      writeSync(2, '\\n\(mark)' + String(text).split('\\n')[0] + '\\n')
      process.exit(1)
    }
    process.on('uncaughtException', (error) => fail(error))
    // What it imports is code, too: the rule of FileTrust. Node.js 22.15 and newer have the hook.
    const requireTrust = (path) => {
      for (let at = realpathSync(path), isFile = true; ; at = dirname(at), isFile = false) {
        const { uid, gid, mode } = lstatSync(at)
        const isShared = mode & 0o002 || (mode & 0o020 && gid !== group)
        if (!owners.includes(uid) || (isShared && (isFile || !(mode & 0o1000))))
          fail("it imports '" + path + "', and others can write '" + at + "'")
        if (at === dirname(at)) return
      }
    }
    modules.registerHooks?.({
      load(url, context, next) {
        if (url.startsWith('file:')) requireTrust(fileURLToPath(url))
        return next(url, context)
      },
    })
    try {
      const all = await import(pathToFileURL(resolve(file)))
      const module = { ...all.default, ...all }
      let value = names.map((name) => module[name]).find((value) => value != null) ?? all.default
      if (value?.options?.routes) value = value.options
      if (value == null) fail('it exports none of ' + names.join(', ') + ', and no default')
      const above = []
      const plain = (key, value) => {
        if (typeof value === 'function') return { $function: value.name }
        if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
        if (value instanceof RegExp) return { $regexp: value.source }
        if (value === null || typeof value !== 'object') return value
        if (key === 'component') return { $component: value.name ?? value.__name ?? '' }
        if (above.includes(value) || above.length > 56) return null
        above.push(value)
        const copy = Array.isArray(value)
          ? value.map((element) => plain('', element))
          : Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(k, v)]))
        above.pop()
        return copy
      }
      const bytes = Buffer.from(JSON.stringify(plain('', value)))
      const most = \(ImportLimits.sourceBytesMax)
      if (bytes.length > most)
        fail('its value has ' + bytes.length + ' bytes of JSON, more than ' + most)
      for (let at = 0; at < bytes.length; ) at += writeSync(result, bytes, at)
      process.exit(0)
    } catch (error) {
      fail(error?.code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? 'node ' + process.version + ' cannot read TypeScript; 22.18 and newer can' : error)
    }
    """
}

/// Why a module has no value.
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
      advice: "Export the object from a module that imports nothing else, or import it as JSON.")
  }

  fileprivate static func jsx(_ path: String) -> Diagnostic {
    Diagnostic(
      .importModule,
      "'\(path)' is a module with JSX, which 'node' cannot evaluate",
      advice:
        "Move the object to a .js or .ts file without JSX that imports nothing else, and import "
        + "that file."
    )
  }
}
