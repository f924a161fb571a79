extension OracleKind {
  /// The possible ends of a value that starts at a position, preferred ones first.
  func ends(_ path: OraclePath, _ start: Int) -> [Int] {
    let all = Array(start...path.symbols.count)
    switch self {
    case .free:
      return all.filter {
        $0 > start && !path.symbols[start..<$0].contains(nil) && isBorder(path, $0)
      }
    case .int, .oneOf:
      return all.filter { fits(path, start..<$0) }
    case .digits:
      return all.reversed().filter { end in
        end > start
          && path.symbols[start..<end].allSatisfy { $0.map { (0x30...0x39).contains($0) } ?? false }
      }
    case .noX:
      return all.reversed().filter { end in
        end > start && !path.symbols[start..<end].contains(0x78) && isBorder(path, end)
      }
    case .wildcard: return all.reversed().filter { isBorder(path, $0) }
    }
  }

  // Not inside the bytes of a scalar.
  private func isBorder(_ path: OraclePath, _ place: Int) -> Bool {
    guard place < path.symbols.count, let byte = path.symbols[place] else { return true }
    return byte & 0xC0 != 0x80
  }

  private func fits(_ path: OraclePath, _ range: Range<Int>) -> Bool {
    guard !path.symbols[range].contains(nil) else { return false }
    let text = path.plainText(range)
    if case .oneOf(let texts) = self {
      return texts.contains { Array($0.utf8) == Array(text.utf8) }
    }
    let digits = text.utf8.first == 0x2D ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) } && Int64(text) != nil
  }

  var rank: Int {
    switch self {
    case .int, .oneOf, .digits, .noX: 1
    case .free: 2
    case .wildcard: 4
    }
  }

  /// The place of the type among all types, then expressions, then free parameters and wildcards.
  var typeRank: Int {
    switch self {
    case .oneOf: 1
    case .int: 4
    case .digits, .noX: 9
    case .free, .wildcard: 10
    }
  }

  /// Whether the value is the raw text if the parameter occurs once.
  var isRaw: Bool {
    switch self {
    case .wildcard, .noX: true
    case .free, .int, .oneOf, .digits: false
    }
  }
}

/// Matches one reading of a pattern.
struct OracleMatcher {
  let steps: [OracleStep]
  let path: OraclePath

  /// The values by name of the preferred match.
  func values() -> [String: String]? {
    var result: [String: String]?
    _ = run(0, 0, [:]) { values in
      result = values
      return true
    }
    return result
  }

  private typealias Continuation = ([String: String]) -> Bool

  private func run(
    _ step: Int, _ place: Int, _ values: [String: String], _ then: Continuation
  ) -> Bool {
    guard step < steps.count else { return place == path.symbols.count && then(values) }
    switch steps[step] {
    case .symbol(let symbol):
      guard place < path.symbols.count, path.symbols[place] == symbol else { return false }
      return run(step + 1, place + 1, values, then)
    case .parameter(let name, let kind):
      return kind.ends(path, place).contains { end in
        var values = values
        values[name] = kind.isRaw ? path.rawText(place..<end) : path.plainText(place..<end)
        return run(step + 1, end, values, then)
      }
    case .repeated(let name, let kind, let joint):
      return again(kind, joint, place) { end in
        var values = values
        if let name { values[name] = path.rawText(place..<end) }
        return run(step + 1, end, values, then)
      }
    }
  }

  /// A core, then as many joints and cores as possible, then the rest.
  private func again(
    _ kind: OracleKind?, _ joint: [OracleSymbol], _ place: Int, _ then: (Int) -> Bool
  ) -> Bool {
    let ends = kind.map { $0.ends(path, place) } ?? [place]
    return ends.contains { end in
      let next = end + joint.count
      if next <= path.symbols.count, Array(path.symbols[end..<next]) == joint,
        !joint.isEmpty || next > place,
        again(kind, joint, next, then)
      {
        return true
      }
      return then(end)
    }
  }
}

extension OracleRoute {
  /// Segment by segment: class, then more literal bytes, then type; longer before shorter; then more
  /// required query items. Smaller is better.
  func rank(_ steps: [OracleStep]) -> [Int] {
    var segments: [(rank: Int, literals: Int, type: Int)] = []
    for step in steps {
      if case .symbol(nil) = step {
        segments.append((0, 0, 0))
        continue
      }
      guard !segments.isEmpty else { continue }
      let last = segments.count - 1
      switch step {
      case .symbol: segments[last].literals += 1
      case .parameter(_, let kind):
        segments[last].rank = max(segments[last].rank, kind.rank)
        segments[last].type = max(segments[last].type, kind.typeRank)
      case .repeated(_, let kind, _):
        segments[last].rank = max(segments[last].rank, kind?.rank == 4 ? 4 : 3)
        segments[last].type = max(segments[last].type, kind?.typeRank ?? 10)
      }
    }
    let required = query.filter { !$0.isOptional }.count
    return segments.flatMap { [$0.rank, -$0.literals, $0.type] } + [Int.max, -required]
  }

  func accepts(_ items: [(name: String, value: String)]) -> Bool {
    query.allSatisfy { wanted in
      if wanted.ignoresMisfits { return true }
      guard let item = items.first(where: { $0.name == wanted.name }) else {
        return wanted.isOptional
      }
      return wanted.type.accepts(item.value)
    }
  }
}

/// The route that a link opens according to the rules.
enum OracleAnswer: Equatable {
  case nothing
  case route(Int, [String: String])
  case tie([Int])

  /// - Parameter scheme: nil for a path from inside.
  static func find(
    _ precedence: OraclePrecedence, _ path: OraclePath, _ items: [(name: String, value: String)],
    scheme: String?
  ) -> OracleAnswer {
    var best: (rank: [Int], routes: [(index: Int, values: [String: String])])?
    for (index, route) in precedence.routes.enumerated() where route.accepts(items) {
      if let scheme, let own = route.schemes, !own.contains(scheme) { continue }
      for steps in route.variants {
        guard let values = OracleMatcher(steps: steps, path: path).values() else { continue }
        let rank = route.rank(steps)
        if let known = best, !rank.lexicographicallyPrecedes(known.rank) {
          if rank == known.rank, known.routes.last?.index != index {
            best?.routes.append((index, values))
          }
          continue
        }
        best = (rank, [(index, values)])
      }
    }
    guard let tied = best?.routes else { return .nothing }
    let first = tied.filter { one in
      !tied.contains { $0.index != one.index && precedence.precedes($0.index, one.index) }
    }
    return first.count == 1
      ? .route(first[0].index, first[0].values) : .tie(first.map(\.index))
  }
}
