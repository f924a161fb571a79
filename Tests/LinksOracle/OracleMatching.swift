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

  /// Whether the value is the raw text if the parameter occurs once.
  var isRaw: Bool { if case .wildcard = self { true } else { false } }
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
  /// Segment by segment: class, then more literal bytes; longer before shorter; then more required
  /// query items. Smaller is better.
  func rank(_ steps: [OracleStep]) -> [Int] {
    var segments: [(rank: Int, literals: Int)] = []
    for step in steps {
      if case .symbol(nil) = step {
        segments.append((0, 0))
        continue
      }
      guard !segments.isEmpty else { continue }
      let last = segments.count - 1
      switch step {
      case .symbol: segments[last].literals += 1
      case .parameter(_, let kind): segments[last].rank = max(segments[last].rank, kind.rank)
      case .repeated(_, let kind, _):
        segments[last].rank = max(segments[last].rank, kind?.rank == 4 ? 4 : 3)
      }
    }
    let required = query.filter { !$0.isOptional }.count
    return segments.flatMap { [$0.rank, -$0.literals] } + [Int.max, -required]
  }

  func accepts(_ items: [(name: String, value: String)]) -> Bool {
    query.allSatisfy { wanted in
      guard let item = items.first(where: { $0.name == wanted.name }) else {
        return wanted.isOptional
      }
      return wanted.texts?.contains(item.value) ?? true
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
    _ routes: [OracleRoute], _ path: OraclePath, _ items: [(name: String, value: String)],
    scheme: String?
  ) -> OracleAnswer {
    var best: (rank: [Int], routes: [Int], values: [String: String])?
    for (index, route) in routes.enumerated() where route.accepts(items) {
      if let scheme, !route.schemes.isEmpty, !route.schemes.contains(scheme) { continue }
      for steps in route.variants {
        guard let values = OracleMatcher(steps: steps, path: path).values() else { continue }
        let rank = route.rank(steps)
        if let known = best, !rank.lexicographicallyPrecedes(known.rank) {
          if rank == known.rank, known.routes.last != index { best?.routes.append(index) }
          continue
        }
        best = (rank, [index], values)
      }
    }
    guard let best else { return .nothing }
    return best.routes.count == 1 ? .route(best.routes[0], best.values) : .tie(best.routes)
  }
}
