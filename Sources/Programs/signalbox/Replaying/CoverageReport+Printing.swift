import Analysis
import Commands
import Diagnostics
import JSONCodec

extension CoverageReport {
  /// A line for each kind of parts: how many were used, and their share.
  var table: String {
    let shares = Coverage.Kind.allCases.map { share(of: [$0]) }
    let counts = shares.map { "\($0.covered)/\($0.total)" }
    let width = counts.map(\.utf8.count).max() ?? 0
    return columns(
      Coverage.Kind.allCases.indices.map { index in
        let padding = String(repeating: " ", count: width - counts[index].utf8.count + 2)
        return (
          Coverage.Kind.allCases[index].plural, counts[index] + padding + shares[index].percentage
        )
      })
  }

  /// The kinds of outcomes, refusals and transitions that did not occur, and the share of what route
  /// files declare.
  var summary: String {
    var text = ""
    for kind in Coverage.Kind.allCases where !Coverage.Kind.declared.contains(kind) {
      let names = findings(of: [kind]).map(\.row.name)
      if !names.isEmpty { text += "\(kind.plural) left out: \(names.joined(separator: ", "))\n" }
    }
    return text + share.sentence + ": \(share.percentage)\n"
  }

  /// A line for each part that was not used, and one with the numbers.
  var json: String {
    let left = findings(of: Coverage.Kind.allCases).map { finding in
      JSON.object(
        (JSON(finding).objectValue ?? []) + [
          .init("kind", .string(finding.row.kind.rawValue)),
          .init("name", .string(finding.row.name)),
          .init("screen", finding.row.screen.map { .string($0) } ?? .null),
        ])
    }
    let numbers = JSON.object(
      [.init("coverage", share.json)]
        + Coverage.Kind.allCases.map { .init($0.plural, share(of: [$0]).json) })
    return (left + [numbers]).map { $0.text + "\n" }.joined()
  }
}

extension Coverage.Kind {
  fileprivate var plural: String { rawValue + "s" }
}

extension Share {
  /// What it is a share of, for `CoverageReport.share`.
  fileprivate var sentence: String {
    "\(covered) of \(total) routes, taps, gates and coordinators are covered"
  }

  /// `{"covered":46,"total":49,"percent":93.8}`
  fileprivate var json: JSON {
    let percent = JSONNumber(Double(tenths) / 10).map(JSON.number) ?? .null
    return ["covered": JSON(covered), "total": JSON(total), "percent": percent]
  }
}

/// Why `--coverage-min` fails.
struct CoverageTooLow: Diagnostic {
  let share: Share
  let minimum: Percentage

  var code: DiagnosticCode { .coverageBelow }
  var message: String { "\(share.sentence), less than \(minimum.text)" }
  var advice: String? { "Add scripts that use what is left out." }
}
