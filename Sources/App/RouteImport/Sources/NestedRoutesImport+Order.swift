import Diagnostics
import Navigation
import RouteFiles

extension NestedRoutesImport {
  /// Gives the routes the order in which the router tries them, as far as it is certain.
  mutating func setOrder() {
    switch dialect {
    case .angular:
      // The first one that matches, depth first; a guard can refuse it.
      for (index, record) in ranked
      where !record.records.contains(where: { $0["canMatch"] != nil }) {
        table.routes[index].order = SourceOrder(rank: index)
      }
    case .reactRouter:
      let scores = ranked.map { reactScore($0.record) }
      let order = ranked.indices.sorted {
        (-scores[$0], $0) < (-scores[$1], $1)
      }
      for (rank, number) in order.enumerated() {
        // One with optional segments has several paths, each with a score.
        guard !ranked[number].record.segments.contains(where: { $0.hasByteSuffix("?") }) else {
          continue
        }
        table.routes[ranked[number].route].order = SourceOrder(rank: rank)
      }
    case .tanstack:
      for (index, record) in ranked { table.routes[index].order = tanstackOrder(record) }
    }
  }

  /// The score of `computeScore` in React Router's `matchRoutes`: the greater one is tried first.
  private func reactScore(_ record: Parent) -> Int {
    let segments = record.segments
    let isIndex = record.records.last?["index"]?.bool == true
    let texts = segments.filter { $0 != "*" }.map { segment in
      segment.hasBytePrefix(":") && isName(segment.dropping(first: 1)) ? 3 : 10
    }
    // The text ahead of the first slash is a segment, too; '/' has one after it.
    let empty = segments.isEmpty ? 2 : 1
    return segments.count + 2 * empty + texts.reduce(0, +) + (isIndex ? 2 : 0)
      + (segments.contains("*") ? -2 : 0)
  }

  private func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      }
  }

  /// Of TanStack's segments with a parameter after the same path, those with `params.parse` are
  /// tried first, and of these those with the greater `params.priority`.
  private func tanstackOrder(_ record: Parent) -> SourceOrder? {
    guard let last = record.segments.last, last.utf8.contains(UInt8(ascii: "$")) else { return nil }
    let kind =
      last.utf8.contains("{-$".utf8)
      ? "optional" : last == "$" || last.utf8.contains("{$}".utf8) ? "rest" : "one"
    let params = record.records.last?["params"]
    let parse = params?["parse"] ?? record.records.last?["parseParams"]
    let priority = params?["priority"]?.plain.flatMap { Int($0) } ?? 0
    return SourceOrder(
      group: kind + record.segments.dropLast().map { "/" + $0 }.joined(),
      rank: parse == nil ? .max : min(~priority, .max - 1))
  }

  /// Adds the query items that `validateSearch` reads, also that of the records around it.
  func addQuery(
    of records: [SourceJSON], to route: inout ImportedRoute, _ builder: PatternBuilder
  ) {
    for (name, value) in records.flatMap({ $0["validateSearch"]?["$search"]?.members ?? [] }) {
      guard let text = value.text?.value, let type = (try? TypeText.read(text)) ?? nil,
        isParameterName(name.value), !builder.names.contains(name.value)
      else {
        route.change("without \(inQuotes(name.value)) of 'validateSearch'")
        continue
      }
      route.update { draft in
        draft.query.removeAll { sameBytes($0.name.value, name.value) }
        draft.ignoredMisfits.removeAll { sameBytes($0, name.value) }
        draft.query.append((name, type.type, type.isOptional))
        if type.ignoresMisfits { draft.ignoredMisfits.append(name.value) }
      }
    }
  }
}
