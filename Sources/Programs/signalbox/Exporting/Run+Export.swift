import CLibrary
import Commands
import DeviceScripts
import Diagnostics
import FileAccess
import PlatformLinks
import ProgramSupport
import RouteFiles

/// `signalbox export maestro|shell SCRIPT…`.
@MainActor func runExport(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let kind: ExportedKind = try arguments.task()
  do { try kind.check(arguments) } catch { throw .usage([error]) }
  let files = try exportedFiles(kind, arguments)
  // Every script has been read, so that a fault in one leaves no files.
  if let folder = arguments.value(of: .output) {
    try write(files, to: folder, mode: kind.mode)
  } else {
    // Flows are documents of one stream of YAML; '---' in a script of the shell would be a command.
    let separator = kind == .maestro ? "---\n" : "\n"
    try streams.write(files.map(\.script.text).joined(separator: separator))
    try streams.finish()
  }
  streams.report(files.flatMap(\.script.notes))
  return .done
}

/// An exported script, and the script that it comes from.
private struct ExportedFile {
  let source: String
  let name: String
  let script: DeviceScript
}

@MainActor private func exportedFiles(
  _ kind: ExportedKind, _ arguments: Arguments
) throws(ExitError) -> [ExportedFile] {
  let app = try App(arguments)
  var map = DeviceMap()
  if let path = arguments.value(of: .map) {
    do { map = try DeviceMap(path: path) } catch { throw .usage(error.errors) }
  }
  var files: [ExportedFile] = []
  var faults: [any Diagnostic] = []
  for path in try scriptPaths(Array(arguments.operands.dropFirst())) {
    let reader: ScriptReader
    do {
      reader = try ScriptReader(path, for: app.loaded)
    } catch {
      faults.append(error)
      continue
    }
    faults += reader.faults
    let name = baseName(path)
    let script =
      switch kind {
      case .maestro:
        MaestroFlow.text(
          of: reader.lines, path: path, name: name, map: map, in: app.definition)
      case .shell:
        DeviceShell.text(
          of: reader.lines, path: path, platform: arguments.has(.ios) ? .ios : .android,
          in: app.definition)
      }
    files.append(ExportedFile(source: path, name: name + kind.ending, script: script))
  }
  guard faults.isEmpty else { throw .usage(faults) }
  return files
}

/// The name of a script's file, without its ending.
private func baseName(_ path: String) -> String {
  guard !sameBytes(path, "-") else { return "stdin" }
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let name = slash.map { path.utf8[$0...].dropFirst() } ?? path.utf8[...]
  let ending = ".nav".utf8
  let hasEnding = name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
  return String(decoding: hasEnding ? name.dropLast(ending.count) : name, as: UTF8.self)
}

private func write(
  _ files: [ExportedFile], to folder: String, mode: UInt32
) throws(ExitError) {
  var faults: [ExportError] = []
  var seen: [TextBytes: String] = [:]
  for file in files {
    // File systems can ignore the case of letters.
    if let other = seen.updateValue(file.source, forKey: TextBytes(file.name.lowercased())) {
      faults.append(.sameName(file.name, other, file.source))
    }
    let path = joined(folder, file.name)
    if access(path, F_OK) == 0, !isExported(path) { faults.append(.wouldReplace(path)) }
  }
  guard faults.isEmpty else { throw .usage(faults) }
  do throws(FileError) {
    try createFolder(folder)
    for file in files {
      try writeFile(joined(folder, file.name), Array(file.script.text.utf8), mode: mode)
    }
  } catch {
    throw .file(error)
  }
}

/// Whether `export` has written a file.
private func isExported(_ path: String) -> Bool {
  guard let bytes = try? readFile(path, bytesMax: Limits.scriptBytesMax * 8) else { return false }
  let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
  return lines.prefix(2).contains { $0.starts(with: "# Written by 'signalbox export ".utf8) }
}

/// Why exported scripts are not written.
private enum ExportError: Diagnostic {
  case sameName(String, String, String)
  case wouldReplace(String)

  var code: DiagnosticCode {
    switch self {
    case .sameName: .exportName
    case .wouldReplace: .exportReplace
    }
  }

  var message: String {
    switch self {
    case .sameName(let name, let one, let other):
      "'\(one)' and '\(other)' would both be exported to '\(name)'"
    case .wouldReplace(let path): "'\(path)' was not written by 'export'"
    }
  }

  var advice: String? {
    switch self {
    case .sameName: "Export them to different folders; nothing was written."
    case .wouldReplace: "Remove it, or name another folder; nothing was written."
    }
  }
}
