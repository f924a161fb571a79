import Commands
import Diagnostics
import Exploration
import JSONCodec
import Navigation
import ProgramSupport

/// What `explore` prints.
struct ExploreReport {
  fileprivate struct RuleRow {
    let rule: Located<String>
    let verdict: Verdict
    /// The script that breaks the rule, line by line; empty unless one does.
    let script: [String]
  }

  private let rows: [RuleRow]
  /// Each finding with the script that shows it; empty if it is something that never happens.
  private let findings: [(finding: ExplorationFinding, script: [String])]
  private let exploration: AppExploration
  private let nanoseconds: UInt64
  private let opensInside: Bool
  /// What ended the work early.
  private let endedBy: String?

  init(
    _ texts: [Located<String>], _ exploration: AppExploration, _ rules: [PolicyRule],
    _ definition: AppDefinition, nanoseconds: UInt64, opensInside: Bool, endedBy: String?
  ) {
    self.opensInside = opensInside
    self.endedBy = endedBy
    self.exploration = exploration
    self.nanoseconds = nanoseconds
    rows = zip(zip(texts, rules), exploration.verdicts).map { pair, verdict in
      guard case .broken(let way, _) = verdict else {
        return RuleRow(rule: pair.0, verdict: verdict, script: [])
      }
      return RuleRow(
        rule: pair.0, verdict: verdict, script: script(of: way, breaking: pair.1, in: definition))
    }
    findings = exploration.findings.map { finding in
      (finding, finding.way.isEmpty ? [] : script(of: finding.way, in: definition))
    }
  }

  /// 1 if there is a finding or a rule is broken, otherwise 3 if a rule is open or the proof ended
  /// early.
  var status: ExitStatus {
    let faults = findings.filter { $0.finding.diagnostic.severity != .note }
    if !faults.isEmpty || !exploration.unused.isEmpty
      || rows.contains(where: { !$0.script.isEmpty })
    {
      return .negative
    }
    let isOpen = rows.contains { $0.verdict == .open } || !exploration.proof.isComplete
    return isOpen ? .undecided : .done
  }

  /// Replays every script; a failure is an error of the exploration.
  @MainActor func confirm(with app: LoadedApp) throws(ExitError) {
    for script in rows.map(\.script) + findings.map(\.script) where !script.isEmpty {
      try replayed(script, with: app)
    }
  }

  /// Each finding, with the script that shows it.
  func textOfFindings(_ paint: Paint) -> [(finding: Diagnostic, script: String)] {
    findings.map { ($0.finding.diagnostic, indented($0.script)) }
      + exploration.unused.map { ($0, "") }
  }

  private func indented(_ script: [String]) -> String {
    script.map { "  \(escaped($0))\n" }.joined()
  }

  /// A line for each rule, with the script that breaks it, one with their number, and one with
  /// figures.
  func text(_ paint: Paint) -> String {
    var text = ""
    for row in rows {
      let rule = escaped(row.rule.value)
      let place = row.rule.position.map { " (\($0))" } ?? ""
      switch row.verdict {
      case .proved: text += paint("proved at any depth", .gateOpen) + ": \(rule)\n"
      case .broken(let way, let isShortest):
        text += paint("broken", .error) + ": \(rule)\(place), "
        text += "by \(extent(of: way, isShortest)):\n"
        text += indented(row.script)
      case .open:
        text += paint("not proved", .warning) + ": \(rule)\(place); \(extent)\n"
      }
    }
    if !rows.isEmpty {
      let counts = ["proved", "broken", "open"].map { "\(rows.count(of: $0)) \($0)" }
      text += "\(counted(rows.count, "rule")): \(counts.joined(separator: ", "))\n"
    }
    let count = exploration.findings.count + exploration.unused.count
    let findings = counted(count, "finding")
    text += (exploration.proof.isComplete ? findings : "the proof did not end") + ": "
    text += "\(counted(exploration.proof.count, "element")), "
    text += "\(counted(exploration.proof.steps, "step")), "
    if exploration.search.count > 0 { text += "\(counted(exploration.search.count, "view")), " }
    if exploration.walk.count > 0 { text += "\(counted(exploration.walk.count, "state")), " }
    let limit = exploration.isOutOfSteps ? "the number of steps, which --time lifts" : nil
    text += "\(seconds) s\((endedBy ?? limit).map { ", ended by \($0)" } ?? "")\n"
    if !exploration.knowsTaps {
      text += "taps unknown: no screen has one, so traps and flows without an end are not found\n"
    }
    if !exploration.hasGates {
      text += "no gate is declared: every link opens its screen for everybody; if the app has a "
      text += "login, declare it (docs/adopt.md)\n"
    }
    if rows.contains(where: { $0.verdict == .proved })
      || self.findings.contains(where: { $0.script.isEmpty })
    {
      text += "proofs rest on the events and small states of docs/explore.md: taps and links from "
      text +=
        "outside\(opensInside ? " and inside" : "") were tried; not covered: reload, restored "
      text += "sessions, taps that plugins make"
      text += opensInside ? "\n" : ", links that screens open otherwise (--inside)\n"
    }
    return text + textOfSuspicions
  }

  /// A line for the first faults that no way shows, which the proof could not exclude.
  private var textOfSuspicions: String {
    let suspicions = exploration.suspicions.map(\.diagnostic)
    guard !suspicions.isEmpty else { return "" }
    var text = "\(counted(suspicions.count, "possible finding")) without a way that shows it:\n"
    for suspicion in suspicions.prefix(Self.suspicionsMax) {
      let place = suspicion.position.map { "\($0): " } ?? ""
      text += "  \(escaped("\(place)\(suspicion.code.rawValue): \(suspicion.message)"))\n"
    }
    let others = suspicions.count - Self.suspicionsMax
    return others > 0 ? text + "  and \(others) more, which --json prints\n" : text
  }

  private static let suspicionsMax = 5

  /// What was searched without finding a fault.
  private var extent: String {
    if exploration.search.count + exploration.walk.count == 0 { return "nothing was searched" }
    return "no fault in \(counted(exploration.search.count, "view")) up to depth "
      + "\(exploration.search.depth), and in \(counted(exploration.walk.count, "state")) "
      + "up to depth \(exploration.walk.depth)"
  }

  private func extent(of way: [Event], _ isShortest: Bool) -> String {
    counted(way.count, "event") + (isShortest ? ", the shortest way" : "")
  }

  private func message(on verdict: Verdict) -> String {
    switch verdict {
    case .proved: "proved at any depth"
    case .broken(let way, let isShortest): "broken by \(extent(of: way, isShortest))"
    case .open: "not proved; \(extent)"
    }
  }

  /// A line for each finding and each rule, one about the scripts, and one with figures.
  ///
  /// - Parameter scripts: What `--scripts` wrote.
  func json(scripts: JSON?) -> String {
    (findingsJSON + [scripts, figures].compactMap(\.self)).map { $0.text + "\n" }.joined()
  }

  /// An object for each finding and each rule.
  var findingsJSON: [JSON] {
    let faults = findings.map { finding, script in
      object(
        of: finding.diagnostic,
        finding.way.isEmpty ? .proved : .broken(finding.way, isShortest: false), script
      )
    }
    let suspicions = exploration.suspicions.map { object(of: $0.diagnostic, .open) }
    let unused = exploration.unused.map { object(of: $0, .proved) }
    let lines = rows.map { row -> JSON in
      var members: [JSON.Member] = [
        .init("code", row.code.map { .string($0.rawValue) } ?? .null),
        .init("verdict", .string(row.verdict.word)), .init("rule", .string(row.rule.value)),
      ]
      if let position = row.rule.position { members += JSON.place(position) }
      members.append(.init("message", .string(message(on: row.verdict))))
      members.append(.init("script", .texts(row.script)))
      return .object(members)
    }
    return faults + suspicions + unused + lines
  }

  /// The figures of the proof and of the search.
  var figures: JSON {
    [
      "elements": JSON(exploration.proof.count), "steps": JSON(exploration.proof.steps),
      "isComplete": .bool(exploration.proof.isComplete), "views": JSON(exploration.search.count),
      "depth": JSON(exploration.search.depth), "states": JSON(exploration.walk.count),
      "suspicions": JSON(exploration.suspicions.count),
      "knowsTaps": .bool(exploration.knowsTaps), "hasGates": .bool(exploration.hasGates),
      "seconds": JSON(Double(nanoseconds / 1_000_000) / 1_000),
    ]
  }

  private func object(
    of finding: Diagnostic, _ verdict: Verdict, _ script: [String] = []
  ) -> JSON {
    JSON(
      finding,
      adding: [
        .init("verdict", .string(verdict.word)), .init("rule", .null),
        .init("script", .texts(script)),
      ])
  }

  private var seconds: String {
    let tenths = nanoseconds / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension [ExploreReport.RuleRow] {
  fileprivate func count(of word: String) -> Int { count { $0.verdict.word == word } }
}

extension ExploreReport.RuleRow {
  fileprivate var code: DiagnosticCode? {
    switch verdict {
    case .proved: nil
    case .broken: .policyBroken
    case .open: .policyOpen
    }
  }
}

extension Verdict {
  /// As JSON names it.
  fileprivate var word: String {
    switch self {
    case .proved: "proved"
    case .broken: "broken"
    case .open: "open"
    }
  }
}

/// A way as the lines of a script, which expects what the last state shows.
///
/// - Parameter rule: The rule that it breaks, if it is about one.
private func script(
  of way: [Event], breaking rule: PolicyRule? = nil, in definition: AppDefinition
) -> [String] {
  var state = NavigationState(of: definition)
  var lines: [String] = []
  for event in way {
    lines.append(event.command(nowMilliseconds: state.nowMilliseconds))
    if case .refused(let refusal) = state.apply(event, in: definition).outcome {
      lines.append("expect outcome refused(\(refusal.reason))")
    }
  }
  if let entry = state.visibleEntry(in: definition) {
    lines.append("expect screen \(definition.name(of: entry))")
  }
  if case .never(_, let gate)? = rule {
    lines.append("expect gate \(definition[gate].name) closed")
  }
  return lines
}
