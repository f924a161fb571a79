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
  let settled = try settledImport(kind, path, runsCode: !arguments.has(.noCode))
  guard settled.routes.contains(where: { $0.draft != nil }) else {
    streams.report(settled.allRemarks.filter { $0.kind != .added }.diagnostics)
    throw .usage([
      .definition(
        "'\(path)' has no route that can be imported",
        advice: "See 'signalbox help import' for what each kind reads.")
    ])
  }
  let command = ImportOrigin.command(kind, path)
  guard let folder = arguments.value(of: .output) else {
    try streams.write(RouteFileText.text(of: settled, command: command))
    try streams.finish()
    ImportReport(settled).note(on: streams, asJSON: arguments.has(.json))
    return .done
  }
  let imported = try ImportedFile(settled, command, in: folder)
  try imported.write()
  try ImportReport(imported.settled).write(to: streams, imported, asJSON: arguments.has(.json))
  if imported.isFolderFaulty {
    streams.note(
      escaped(
        "'\(folder)' had errors before this import, so they did not prevent it; "
          + "'signalbox check' prints them"))
  }
  return .done
}

/// Reads a source; a JavaScript module is evaluated first.
@MainActor private func settledImport(
  _ kind: ImportKind, _ path: String, runsCode: Bool
) throws(ExitError) -> SettledImport {
  let isModule = !kind.exports.isEmpty && ModuleEvaluation.isModule(path)
  guard !isModule || runsCode else { throw .usage([.codeRefused(path)]) }
  let value = isModule ? try ModuleEvaluation.json(ofModule: path, exports: kind.exports) : nil
  do throws(Diagnostic) {
    let table =
      if let value {
        try kind.table(module: path, value: value)
      } else {
        try kind.table(path: path)
      }
    return try table.settled(as: ImportOrigin.name(path))
  } catch {
    throw .usage(error)
  }
}
