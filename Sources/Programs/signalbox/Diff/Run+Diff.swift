import Analysis
import Commands
import Diagnostics
import JSONCodec
import Navigation
import ProgramSupport

/// `signalbox diff OLD [NEW]`: the differences are the result.
@MainActor func runDiff(_ arguments: Arguments, _ streams: Streams) throws(ExitError) -> ExitStatus
{
  guard let old = arguments.operands.first else { return .usage }
  guard arguments.operands.count == 1 || !arguments.has(.routes) else {
    throw .usage([.notTaken(option: .routes, command: "diff OLD NEW")])
  }
  let comparison = try Progress.during("comparing") { () throws(ExitError) in
    Comparison(
      old: try definition(App.paths([old])),
      new: try definition(
        arguments.operands.count > 1
          ? App.paths([arguments.operands[1]]) : App.paths(arguments)))
  }
  try streams.write(diffReport(comparison, isJSON: arguments.has(.json), streams.paint))
  return diffStatus(comparison)
}

/// `no` if a link is lost, or if links were not compared, since some of them may be lost.
func diffStatus(_ comparison: Comparison) -> ExitStatus {
  let isLost = comparison.differences.contains { $0.kind == .lost }
  return isLost || !comparison.undecided.isEmpty || !comparison.areAll ? .negative : .done
}

@MainActor private func definition(_ paths: [String]) throws(ExitError) -> AppDefinition {
  do {
    return try App.load(paths).get().definition
  } catch {
    throw .usage(error.diagnostics)
  }
}

/// All differences, one per line; as text, also their number.
func diffReport(_ comparison: Comparison, isJSON: Bool, _ paint: Paint = Paint()) -> String {
  if isJSON {
    let lines =
      comparison.differences.map(json)
      + comparison.undecided.map { ["change": "undecided", "route": .string($0.value)] }
      + (comparison.areAll ? [] : [["change": "undecided", "route": .null]])
    return lines.map { $0.text + "\n" }.joined()
  }
  var text = ""
  for difference in comparison.differences {
    let kind = difference.kind.rawValue
    text += paint(kind, difference.kind.role) + String(repeating: " ", count: 9 - kind.utf8.count)
    text += escaped(difference.link) + ": "
    text += difference.kind == .new ? "" : "was \(describe(difference.old)), "
    text += "now \(describe(difference.new))\n"
  }
  for place in comparison.undecided {
    text += "undecided: links of '\(escaped(place.value))'"
    text += (place.position.map { " (\($0))" } ?? "") + " may differ in other ways\n"
  }
  if !comparison.areAll {
    text += "undecided: more links differ than are listed; not all routes were compared\n"
  }
  let counts = Comparison.Difference.Kind.allCases.map { kind in
    "\(comparison.differences.count { $0.kind == kind }) \(kind.rawValue)"
  }
  let count = comparison.differences.count
  let kinds = count == 1 ? "1 kind of links differs" : "\(count) kinds of links differ"
  return text + "\(kinds): \(counts.joined(separator: ", "))\n"
}

extension Comparison.Difference.Kind {
  fileprivate var role: TextRole {
    switch self {
    case .new: .added
    case .lost: .removed
    case .changed: .warning
    }
  }
}

private func describe(_ outcome: LinkOutcome) -> String {
  switch outcome {
  case .refused(let reason): return reason
  case .opens(let opened):
    var text = "\(opened.screen ?? "the browser") by \(opened.route)"
    if let coordinator = opened.coordinator { text += " in \(coordinator)" }
    if !opened.gates.isEmpty { text += ", gates \(opened.gates.joined(separator: ", "))" }
    text += opened.guests.map { ", guests of \($0)" } ?? ""
    text += opened.sources.map { ", from \($0)" } ?? ""
    return escaped(text) + (opened.position.map { " (\($0))" } ?? "")
  }
}

private func json(_ difference: Comparison.Difference) -> JSON {
  [
    "change": .string(difference.kind.rawValue), "link": .string(difference.link),
    "old": json(difference.old), "new": json(difference.new),
  ]
}

private func json(_ outcome: LinkOutcome) -> JSON {
  switch outcome {
  case .refused(let reason): return ["error": .string(reason)]
  case .opens(let opened):
    var members: [JSON.Member] = [
      .init("route", .string(opened.route)),
      .init("screen", .optional(opened.screen)),
      .init("coordinator", .optional(opened.coordinator)),
      .init("gates", .texts(opened.gates)),
    ]
    if let guests = opened.guests { members.append(.init("guests", .string(guests))) }
    if let sources = opened.sources { members.append(.init("from", .string(sources))) }
    if let position = opened.position { members += JSON.place(position) }
    return .object(members)
  }
}
