import Commands
import Diagnostics
import JSONCodec
import Navigation
import ProgramSupport
import RouteImport

/// What became of each part of an imported source.
struct ImportReport {
  private let settled: SettledImport

  init(_ settled: SettledImport) {
    self.settled = settled
  }

  /// Prints the report as the result, with the lines of an existing file that have changed.
  @MainActor func write(
    to streams: Streams, _ imported: ImportedFile, asJSON isJSON: Bool
  ) throws(ExitError) {
    let difference = imported.difference ?? []
    guard !isJSON else { return try streams.write(json(imported.file, difference)) }
    try streams.write(settled.allRemarks.diagnostics + settled.overlaps.diagnostics)
    for line in difference { try streams.write(escaped(line) + "\n") }
    if let reading = settled.reading { try streams.write(escaped(reading) + "\n") }
    let change =
      imported.difference.map { $0.isEmpty ? ", unchanged" : ", updated" } ?? ""
    try streams.write("\(summary), in \(escaped(imported.file))\(change)\n")
  }

  /// Prints the report to standard error.
  @MainActor func note(on streams: Streams, asJSON isJSON: Bool) {
    guard !isJSON else { return streams.note(String(json().dropLast())) }
    streams.report(settled.allRemarks.diagnostics + settled.overlaps.diagnostics)
    if let reading = settled.reading { streams.note(escaped(reading)) }
    streams.note(summary)
  }

  /// The numbers, such as `12 routes: 9 imported, 2 changed, 1 dropped; 1 added`.
  private var summary: String {
    let parts = ImportedRoute.Result.allCases.map { "\(settled.count($0)) \($0.word)" }
    let added = settled.added.count
    return counted(settled.routes.count, "route") + ": " + parts.joined(separator: ", ")
      + (added > 0 ? "; \(added) added" : "")
  }

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
      ])
    }
    let numbers = ImportedRoute.Result.allCases.map { result in
      JSON.Member(result.rawValue, JSON(settled.count(result)))
    }
    let last = JSON.object(
      numbers + [
        .init("added", JSON(settled.added.count)), .init("output", text(file)),
        .init("difference", .array(difference.map { .string($0) })),
        .init("overlaps", .array(overlaps)),
      ] + (settled.reading.map { [.init("reading", .string($0))] } ?? []))
    return (routes + others + [last]).map { $0.text + "\n" }.joined()
  }

  private func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  private func place(_ position: SourcePosition?) -> [JSON.Member] {
    position.map { JSON.place($0) } ?? ["file", "line", "column"].map { JSON.Member($0, .null) }
  }
}
