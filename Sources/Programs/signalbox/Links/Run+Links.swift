import Commands
import Diagnostics
import JSONCodec
import Navigation
import ProgramSupport
import SourceLinks

/// `signalbox links SRC…`: the findings are the result, so they go to standard output.
@MainActor func runLinks(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  let format = try reportFormat(arguments)
  let isList = arguments.has(.list)
  guard !isList || format == .text || format == .json else {
    throw .usage([.excluding("--list", "--format \(format.rawValue)")])
  }
  let definition = try App(arguments).definition
  let forms = LinkForms(calls: arguments.values(of: .call))
  let source = Progress.during("reading links") {
    SourceCheck(arguments.operands, forms, in: definition)
  }
  if isList {
    for entry in source.entries {
      try streams.write(
        (format == .json ? entry.json(in: definition).text : entry.line(in: definition)) + "\n")
    }
  }
  let counts: [CheckReport.Count] = [
    .init(key: "files", noun: "file", number: source.fileCount),
    .init(key: "links", noun: "link", number: source.entries.count),
    .init(key: "undecided", noun: "undecided link", number: source.undecidedCount),
  ]
  let report = CheckReport(
    command: "links", findings: source.findings, counts: counts,
    isStrict: arguments.isStrict.value)
  try streams.write(report, as: format)
  return report.status
}

extension SourceCheck.Entry {
  /// Its place, and what it opens.
  fileprivate func line(in definition: AppDefinition) -> String {
    let answer =
      switch verdict {
      case .opens(let text), .refused(let text):
        LinkResolution(bytes: text, in: definition).line
      case .mayOpen: escaped(link.shown) + ": opens a route for some values"
      case .caught(let route, _):
        escaped(link.shown) + ": opens only \(escaped(route)), which matches any path"
      case .dead: escaped(link.shown) + ": opens nothing"
      case .undecided(let reason): escaped(link.shown) + ": undecided: " + escaped(reason)
      }
    return "\(link.position): \(answer)"
  }

  /// The same; `answer` is that of `resolve --json`.
  fileprivate func json(in definition: AppDefinition) -> JSON {
    let (result, answer): (String, JSON) =
      switch verdict {
      case .opens(let text): ("opens", LinkResolution(bytes: text, in: definition).json)
      case .refused(let text): ("refused", LinkResolution(bytes: text, in: definition).json)
      case .mayOpen: ("mayOpen", .null)
      case .caught: ("caught", .null)
      case .dead: ("dead", .null)
      case .undecided: ("undecided", .null)
      }
    return [
      "result": .string(result), "link": .string(link.shown), "answer": answer,
      "file": .string(link.position.file), "line": JSON(link.position.line),
      "column": JSON(link.position.column),
    ]
  }
}
