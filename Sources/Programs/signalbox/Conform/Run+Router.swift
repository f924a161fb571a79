import CLibrary
import Diagnostics
import FileAccess
import JSONCodec
import Navigation
import ProgramSupport
import RouteFiles
import TraceChecking
import Traces

/// `signalbox conform --router`: the findings are the result, so they go to standard output.
@MainActor func runRouter(
  _ arguments: Arguments, _ map: TraceMapFile, _ definition: AppDefinition, _ streams: Streams
) throws(ExitError) -> ExitStatus {
  let format = try reportFormat(arguments)
  if let extra = arguments.operands.first {
    // Neither a log, which would be one too many, nor route files.
    if access(extra, F_OK) != 0 { throw .file(.unreadable(path: extra, fault: .missing)) }
    throw .usage([.excluding("--\(Option.router.name)", "'\(extra)'")])
  }
  if arguments.has(.coverage) { throw .usage([.excluding("--router", "--coverage")]) }
  let countMax = try arguments.number(of: .linkCount, in: 1...probesMax, standard: probesUsual)
  let seed = try arguments.number(of: .seed, in: 0...UInt64.max, standard: 1)
  let silent = arguments.value(of: .answerTime).map { milliseconds(of: $0) } ?? answerMilliseconds
  guard let silent, silent > 0 else {
    throw .usage([.badValue(arguments.value(of: .answerTime) ?? "", of: .answerTime)])
  }
  let probes = Progress.during("making links") {
    RouterProbes(of: definition, countMax: countMax, seed: seed)
  }
  if let path = arguments.value(of: .write) {
    let table = NewFile(path, Array(probes.csv(of: definition).utf8))
    try writeOutput([table], of: "conform --router") { $0.starts(with: RouterProbes.header.utf8) }
  }
  let router = RouterProgram(
    command: arguments.value(of: .router) ?? "", map: map, silentMillisecondsMax: silent)
  let answers = try router.answers(to: probes.probes.map(\.link))
  let comparison = Progress.during("comparing") {
    RouterComparison(probes.probes, answers, of: definition)
  }
  let report = CheckReport(
    command: "conform", findings: comparison.findings,
    counts: [
      .init(key: "routes", noun: "route", number: definition.routes.count),
      .init(key: "links", noun: "link", number: probes.probes.count),
      .init(key: "leftOut", noun: "further link", number: probes.leftOutCount),
      .init(key: "differences", noun: "difference", number: comparison.differences.count),
    ],
    isStrict: false)
  try streams.write(report, as: format)
  return report.status
}

extension RouterProbes {
  fileprivate static let header = "link,screen,values,route,kind\r\n"

  /// The links with what they open, as RFC 4180 has it. `values` is a JSON object, and `screen` is
  /// empty for a link that opens none.
  fileprivate func csv(of definition: AppDefinition) -> String {
    func cell(_ text: String) -> String {
      let isPlain = !text.utf8.contains { "\",\r\n".utf8.contains($0) }
      return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
    return Self.header
      + probes.map { probe in
        let answer = definition.answer(probe.expected)
        let values = (answer.values ?? []).map {
          JSON.Member($0.name, $0.text.map { .string($0) } ?? .null)
        }
        let cells = [
          probe.link, answer.screen ?? "", answer.screen == nil ? "" : JSON.object(values).text,
          definition.routes[probe.route].pattern, probe.rule.rawValue,
        ]
        return cells.map(cell).joined(separator: ",") + "\r\n"
      }.joined()
  }
}

extension Arguments {
  /// The number that an option has.
  fileprivate func number<Number: FixedWidthInteger>(
    of option: Option, in range: ClosedRange<Number>, standard: Number
  ) throws(ExitError) -> Number {
    guard let text = value(of: option) else { return standard }
    guard let number = Number(text), range.contains(number) else {
      throw .usage([.badValue(text, of: option)])
    }
    return number
  }
}

/// The most links that the router is asked for.
let probesMax = 1_000_000
/// How many it is asked for without `--links`.
private let probesUsual = 2_000
/// How long it can take for an answer without `--answer-time`.
private let answerMilliseconds: Int64 = 10_000
