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
  do { try kind.check(arguments) } catch { throw .usage(error) }
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
    do { map = try DeviceMap(path: path) } catch { throw .usage(error.diagnostics) }
  }
  var files: [ExportedFile] = []
  var faults: [Diagnostic] = []
  for path in try scriptPaths(Array(arguments.operands.dropFirst())) {
    let reader: ScriptReader
    do {
      reader = try ScriptReader(path, for: app.loaded)
    } catch {
      faults.append(error.diagnostic)
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
  var faults: [Diagnostic] = []
  var seen: [TextBytes: String] = [:]
  for file in files {
    // File systems can ignore the case of letters.
    if let other = seen.updateValue(file.source, forKey: TextBytes(file.name.lowercased())) {
      faults.append(.sameExportName(file.name, other, file.source))
    }
  }
  guard faults.isEmpty else { throw .usage(faults) }
  do { try createFolder(folder) } catch { throw .file(error) }
  try writeOutput(
    files.map { NewFile(joined(folder, $0.name), Array($0.script.text.utf8), mode: mode) },
    of: "export")
}

extension Diagnostic {
  fileprivate static func sameExportName(
    _ name: String, _ one: String, _ other: String
  ) -> Diagnostic {
    Diagnostic(
      .exportName, "'\(one)' and '\(other)' would both be exported to '\(name)'",
      advice: "Export them to different folders; nothing was written.")
  }
}
