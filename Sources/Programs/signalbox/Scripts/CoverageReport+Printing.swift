import Analysis
import Diagnostics
import JSONCodec

extension CoverageReport {
  /// A table of the kinds of parts, the parts that were not used, and the share of those that route
  /// files declare. Lines end in `\n`.
  func text(_ paint: Paint) -> String {
    let report = DiagnosticReport(isColored: paint.isColored)
    var text = table
    for row in unused(of: Coverage.Kind.declared) {
      text += report.summary(of: row.note) + "\n"
    }
    for kind in Coverage.Kind.allCases where !Coverage.Kind.declared.contains(kind) {
      let names = unused(of: [kind]).map(\.name)
      if !names.isEmpty { text += "\(kind.plural) left out: \(names.joined(separator: ", "))\n" }
    }
    return text + share.sentence + ": \(share.percentage)\n"
  }

  private var table: String {
    let rows = Coverage.Kind.allCases.map { kind in
      let share = share(of: [kind])
      return (kind: kind, count: "\(share.covered)/\(share.total)", share: share.percentage)
    }
    let width = rows.map(\.count.utf8.count).max() ?? 0
    return columns(
      rows.map { row in
        let blanks = String(repeating: " ", count: width - row.count.utf8.count + 2)
        return (row.kind.plural, row.count + blanks + row.share)
      })
  }

  /// A line for each part that was not used, and one with the numbers.
  var json: String {
    let left = unused(of: Coverage.Kind.allCases).map { row in
      JSON.object(
        (JSON(row.note).objectValue ?? []) + [
          .init("kind", .string(row.kind.rawValue)),
          .init("name", .string(row.name)),
          .init("screen", .optional(row.screen)),
        ])
    }
    let numbers = JSON.object(
      [.init("coverage", share.json)]
        + Coverage.Kind.allCases.map { .init($0.plural, share(of: [$0]).json) })
    return (left + [numbers]).map { $0.text + "\n" }.joined()
  }
}

extension Coverage.Kind {
  var plural: String { rawValue + "s" }
}

extension Share {
  /// What it is a share of, for `CoverageReport.share`.
  var sentence: String {
    "\(covered) of \(total) routes, screens, taps, gates and coordinators are covered"
  }

  /// `{"covered":46,"total":49,"percent":93.8}`
  var json: JSON {
    let percent = JSONNumber(Double(tenths) / 10).map(JSON.number) ?? .null
    return ["covered": JSON(covered), "total": JSON(total), "percent": percent]
  }
}

extension Diagnostic {
  static func coverageTooLow(_ share: Share, minimum: Percentage) -> Diagnostic {
    Diagnostic(
      .coverageBelow, "\(share.sentence), less than \(minimum.text)",
      advice: "Add scripts that use what is left out.")
  }
}
