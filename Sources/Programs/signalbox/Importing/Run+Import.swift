import Diagnostics
import FileAccess
import Navigation
import ProgramSupport
import RouteImport

/// `signalbox import KIND FILE|FOLDER`: the route file is the result; without a folder for it, the
/// report appears on standard error.
@MainActor func runImport(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let kind: ImportKind = try arguments.task()
  let path = arguments.operands[1]
  let settled = try settledImport(kind, path)
  let text = RouteFileText.text(of: settled, command: "signalbox import \(kind.rawValue) \(path)")
  guard settled.routes.contains(where: { $0.draft != nil }) else {
    streams.report(settled.allRemarks)
    throw .usage([
      ImportError.definition(
        "'\(path)' has no route that can be imported",
        advice: "See 'signalbox help import' for what each kind reads.")
    ])
  }
  let report = ImportReport(settled)
  guard let folder = arguments.value(of: .output) else {
    try streams.write(text)
    try streams.finish()
    report.note(on: streams, asJSON: arguments.has(.json))
    return .done
  }
  let name = settled.plugin.name.value
  let update = try ImportUpdate(
    text, file: joined(folder, name + ".yaml"),
    last: joined(folder, ".\(name).imported"))
  try update.write()
  try report.write(to: streams, update, asJSON: arguments.has(.json))
  return .done
}

/// Reads a source; a JavaScript module is evaluated first.
@MainActor private func settledImport(
  _ kind: ImportKind, _ path: String
) throws(ExitError) -> SettledImport {
  let value =
    kind.exports.isEmpty || !ModuleEvaluation.isModule(path)
    ? nil : try ModuleEvaluation.json(ofModule: path, exports: kind.exports)
  do throws(ImportError) {
    let table =
      if let value {
        try kind.table(module: path, value: value)
      } else {
        try kind.table(path: path)
      }
    return try table.settled(as: fileStem(path))
  } catch {
    throw .usage([error])
  }
}

/// The name of a file without folders and ending.
private func fileStem(_ path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  let stem = name.split(separator: ".").first ?? ""
  return stem.isEmpty || stem == "-" ? "imported" : String(stem)
}
