import Commands
import Diagnostics
import ProgramSupport

/// `signalbox merge PART…`: prints what `replay` would have printed of all scripts.
@MainActor func runMerge(_ arguments: Arguments, _ streams: Streams) throws(ExitError)
  -> ExitStatus
{
  var parts: [(path: String, part: ReplayPart)] = []
  for path in arguments.operands {
    let next = (path: path, part: try ReplayPart(reading: path))
    if let first = parts.first, let difference = next.part.run.difference(from: first.part.run) {
      throw .usage([.notOneRun("'\(path)' is of another run than '\(first.path)': \(difference)")])
    }
    parts.append(next)
  }
  guard let first = parts.first else { throw .usage([.missingOperand(arguments.subcommand)]) }
  let run = first.part.run
  var owners = [Int?](repeating: nil, count: run.count)
  var results = [ReplayedScript?](repeating: nil, count: run.count)
  for (index, (path, part)) in parts.enumerated() {
    for (place, number) in part.numbers.enumerated() {
      if let other = owners[number] {
        throw .usage([.notOneRun("'\(path)' has a script that '\(parts[other].path)' has, too")])
      }
      owners[number] = index
      if place < part.results.count { results[number] = part.results[place] }
    }
  }
  let definition = arguments.printsCoverage ? try App(arguments).definition : nil
  if let definition, definition.behaviourDigest != run.app {
    throw .usage([.notOneRun("'\(first.path)' is of another app than --routes")])
  }
  var printer = try ReplayPrinter(arguments, streams, scripts: results.count)
  for case let result? in results { try printer.add(result) }
  let status = try printer.finish(coverageOf: definition)
  let missing = owners.count { $0 == nil }
  if missing > 0 {
    try streams.finish()
    streams.report([.notOneRun("\(missing) of \(counted(owners.count, "script")) are in no part")])
  }
  // Whatever the reason, what was not run is no success.
  return status == .done && results.contains { $0 == nil } ? .negative : status
}

extension Diagnostic {
  fileprivate static func notOneRun(_ message: String) -> Diagnostic {
    Diagnostic(
      .scriptParts, message,
      advice: "Name the files of all machines of one run, each once.")
  }
}
