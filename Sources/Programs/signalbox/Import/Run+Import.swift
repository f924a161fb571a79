import Diagnostics
import ProgramSupport
import RouteImport

/// `signalbox import KIND FILE|FOLDER`: the route file is the result; without a folder for it, the
/// report appears on standard error.
@MainActor func runImport(
  _ arguments: Arguments, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let kind: ImportKind = try arguments.task()
  let path = arguments.operands[1]
  let settled = try settledImport(kind, path, arguments)
  guard settled.routes.contains(where: { $0.draft != nil }) else {
    streams.report(settled.allRemarks.filter { $0.kind != .added }.diagnostics)
    throw .usage([
      .definition(
        "'\(path)' has no route that can be imported",
        advice: "See 'signalbox help import' for what each kind reads.")
    ])
  }
  let command = ImportOrigin.command(kind, path, options(arguments))
  guard let folder = arguments.value(of: .output) else {
    try streams.write(RouteFileText.text(of: settled, command: command))
    try streams.finish()
    ImportReport(settled, arguments).note(on: streams)
    return .done
  }
  let imported = try ImportedFile(settled, command, in: folder)
  try imported.write()
  try ImportReport(imported.settled, arguments).write(to: streams, imported)
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
  _ kind: ImportKind, _ path: String, _ arguments: Arguments
) throws(ExitError) -> SettledImport {
  let isModule = !kind.exports.isEmpty && ModuleEvaluation.isModule(path)
  let settings = try settings(arguments)
  guard settings.isEmpty || isModule || kind == .manifest else {
    throw .usage([.unfit(.set, "a module or a manifest")])
  }
  let gates: GateKeys
  do throws(Diagnostic) {
    gates = try GateKeys(
      gates: arguments.values(of: .gate), excluded: arguments.values(of: .noGate))
  } catch {
    throw .usage(error)
  }
  guard gates.isEmpty || kind.takesGates else {
    throw .usage([.unfit(arguments.has(.gate) ? .gate : .noGate, "a source whose routes have keys")]
    )
  }
  guard isModule || !arguments.has(.export) else { throw .usage([.unfit(.export, "a module")]) }
  guard !isModule || !arguments.has(.noCode) else { throw .usage([.codeRefused(path)]) }
  let value =
    isModule
    ? try ModuleEvaluation.json(
      ofModule: path, of: kind, export: arguments.value(of: .export), settings: settings) : nil
  do throws(Diagnostic) {
    let table =
      if let value {
        try kind.table(module: path, evaluated: value, gates: gates)
      } else {
        try kind.table(path: path, settings: settings, gates: gates)
      }
    return try table.settled(as: ImportOrigin.name(path))
  } catch {
    throw .usage(error)
  }
}

/// The options that decide what is imported, in the order of the command line.
private func options(_ arguments: Arguments) -> [(name: String, value: String)] {
  arguments.found.compactMap { option, value in
    guard [.export, .set, .gate, .noGate].contains(option) else { return nil }
    return value.map { (option.name, $0) }
  }
}

/// The values of `--set`.
private func settings(
  _ arguments: Arguments
) throws(ExitError) -> [(name: String, value: String)] {
  var settings: [(name: String, value: String)] = []
  for text in arguments.values(of: .set) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex else {
      throw .usage([
        .definition("'--set' takes NAME=VALUE, not \(inQuotes(text))", advice: nil)
      ])
    }
    settings.append((String(text[..<equals]), String(text[equals...].dropFirst())))
  }
  return settings
}

extension Diagnostic {
  /// An option that says nothing about a source.
  fileprivate static func unfit(_ option: Option, _ sources: String) -> Diagnostic {
    .definition("'--\(option.name)' is for \(sources)", advice: nil)
  }
}
