import Commands
import Diagnostics
import JSONCodec
import Navigation
import ProgramSupport
import RouteImport

/// What became of each part of an imported source.
struct ImportReport {
  private let settled: SettledImport
  private let isJSON: Bool
  /// Whether equal remarks are printed, too.
  private let hasAll: Bool

  init(_ settled: SettledImport, _ arguments: Arguments) {
    self.settled = settled
    (isJSON, hasAll) = (arguments.has(.json), arguments.has(.allRemarks))
  }

  /// Prints the report as the result, with the lines of an existing file that have changed.
  @MainActor func write(
    to streams: Streams, _ imported: ImportedFile
  ) throws(ExitError) {
    let difference = imported.difference ?? []
    guard !isJSON else { return try streams.write(json(imported.file, difference)) }
    for part in parts {
      try streams.write(part.remarks)
      for line in part.lines { try streams.write(line + "\n") }
    }
    for line in difference { try streams.write(escaped(line) + "\n") }
    if let reading = settled.reading { try streams.write(escaped(reading) + "\n") }
    let change =
      imported.difference.map { $0.isEmpty ? ", unchanged" : ", updated" } ?? ""
    try streams.write("\(summary), in \(escaped(imported.file))\(change)\n")
  }

  /// Prints the report to standard error.
  @MainActor func note(on streams: Streams) {
    guard !isJSON else { return streams.note(String(json().dropLast())) }
    for part in parts {
      streams.report(part.remarks)
      for line in part.lines { streams.note(line) }
    }
    if let reading = settled.reading { streams.note(escaped(reading)) }
    streams.note(summary)
  }

  /// The remarks, each list with lines that follow it: of remarks that differ only in what they are
  /// about, the first ones and the number of the others.
  private var parts: [(remarks: [Diagnostic], lines: [String])] {
    var parts: [(remarks: [Diagnostic], lines: [String])] = [([], [])]
    var counts: [ImportRemark.Cause: Int] = [:]
    for remark in settled.allRemarks { counts[remark.cause, default: 0] += 1 }
    var shown: [ImportRemark.Cause: Int] = [:]
    for remark in settled.allRemarks {
      let (count, number) = (counts[remark.cause] ?? 0, shown[remark.cause, default: 0] + 1)
      // A single one takes as much room as the line that counts it.
      let isFolded = !hasAll && count > shownMax + 1
      guard !isFolded || number <= shownMax else { continue }
      shown[remark.cause] = number
      parts[parts.count - 1].remarks.append(remark.diagnostic)
      guard isFolded, number == shownMax else { continue }
      parts[parts.count - 1].lines.append(
        "… and \(count - shownMax) more such ('--\(Option.allRemarks.name)' prints them)")
      parts.append(([], []))
    }
    parts[parts.count - 1].remarks += settled.overlaps.diagnostics
    if !settled.hasAllOverlaps {
      parts[parts.count - 1].lines.append("… and not all links that two routes match")
    }
    return parts
  }

  /// The numbers, such as `12 routes: 9 imported, 2 changed, 1 dropped; other parts: 1 changed;
  /// 1 added`.
  private var summary: String {
    let results = ImportedRoute.Result.allCases.map { "\(settled.count($0)) \($0.word)" }
    let others = Self.partKinds.compactMap { kind in
      let count = settled.remarks.count { $0.kind == kind }
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    let added = settled.added.count
    return counted(settled.routes.count, "route") + ": " + results.joined(separator: ", ")
      + (others.isEmpty ? "" : "; other parts: " + others.joined(separator: ", "))
      + (added > 0 ? "; \(added) added" : "")
  }

  private static let partKinds: [ImportRemark.Kind] = [.changed, .dropped]

  /// An object for each route, then for each other part, and the numbers in the last one.
  private func json(_ file: String? = nil, _ difference: [String] = []) -> String {
    let routes = settled.routes.map { route in
      JSON.object(
        [
          .init("result", .string(route.result.rawValue)),
          .init("route", .string(route.source.value)),
          .init("path", text(route.draft?.path.value)),
          .init("screen", text(route.draft?.screen?.value)),
          .init("reasons", .array(route.remarks.map { .string($0.reason) })),
        ] + place(route.source.position))
    }
    let others = settled.remarks.map { remark in
      JSON.object(
        [
          .init("result", .string(remark.kind.rawValue)), .init("part", .string(remark.subject)),
          .init("reasons", [.string(remark.reason)]),
        ] + place(remark.position))
    }
    let overlaps = settled.overlaps.map { overlap in
      JSON.object([
        .init("link", .string(overlap.link)), .init("opens", .string(overlap.taker.value)),
        .init("matches", .string(overlap.route.value)),
        .init("isDifferent", overlap.isDecided ? .bool(true) : .null),
      ])
    }
    let numbers = ImportedRoute.Result.allCases.map { result in
      JSON.Member(result.rawValue, JSON(settled.count(result)))
    }
    let last = JSON.object(
      numbers + [
        .init("added", JSON(settled.added.count)), .init("output", text(file)),
        .init("difference", .array(difference.map { .string($0) })),
        .init("overlaps", .array(overlaps)), .init("allOverlaps", .bool(settled.hasAllOverlaps)),
        .init(
          "parts",
          .object(
            Self.partKinds.map { kind in
              .init(kind.rawValue, JSON(settled.remarks.count { $0.kind == kind }))
            })),
      ] + (settled.reading.map { [.init("reading", .string($0))] } ?? []))
    return (routes + others + [last]).map { $0.text + "\n" }.joined()
  }

  /// How many equal remarks are printed.
  private let shownMax = 3

  private func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  private func place(_ position: SourcePosition?) -> [JSON.Member] {
    position.map { JSON.place($0) } ?? ["file", "line", "column"].map { JSON.Member($0, .null) }
  }
}
