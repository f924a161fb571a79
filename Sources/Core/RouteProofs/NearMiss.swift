import Diagnostics
public import Links

/// Why one route does not accept a link; the `why` command prints it.
public struct NearMiss: Hashable, Sendable, CustomStringConvertible {
  /// The first mismatch, from the left. Segments are counted from 1.
  public enum Reason: Hashable, Sendable {
    /// A segment, or everything from there on, does not match the pattern.
    case segment(number: Int, expected: String, found: String)
    case type(parameter: String, type: ValueType, value: String)
    case tooShort(expected: String)
    case tooLong(number: Int, found: String)
    /// A declared query item is absent (nil) or does not fit its type.
    case query(name: String, type: ValueType, found: String?)
    /// The path matches, but the link is under none of the route's bases.
    case base(expected: [String])
  }

  /// The route's index among the specifications of the table.
  public let route: Int
  /// The route as messages name it.
  public let label: String
  /// The first mismatch.
  public let reason: Reason
  /// Whether the link and the pattern have a literal segment in common, allowing for typos. A
  /// pattern without literals is near links with as many segments.
  public let isNear: Bool

  /// One clause for people, without the route's name.
  public var description: String {
    switch reason {
    case .segment(let number, let expected, let found):
      "segment \(number) is '\(found)', not '\(expected)'"
    case .type(let parameter, let type, let value):
      "'\(value)' does not fit the type \(type) of '\(parameter)'"
    case .tooShort(let expected): "the link ends where '\(expected)' should follow"
    case .tooLong(let number, let found): "the link continues with segment \(number), '\(found)'"
    case .query(let name, let type, nil): "the query item '\(name)' (\(type)) is missing"
    case .query(let name, let type, let found?):
      "the query item '\(name)' is '\(found)', which does not fit \(type)"
    case .base(let expected):
      expected.isEmpty
        ? "the table has no bases, so it matches only paths"
        : "the link is not under \(expected.map { "'\($0)'" }.joined(separator: " or "))"
    }
  }
}

extension RouteTable {
  /// Explains why routes do not accept a link, the nearest route first.
  ///
  /// The distance counts segments that differ, are missing or are left over; a probable typo in a
  /// literal counts half. Routes of equal distance keep their order.
  ///
  /// - Parameter limit: The most misses to return; 0 or less returns none.
  /// - Complexity: O(routes × segments).
  public func misses(of link: Link, limit: Int) -> [NearMiss] {
    var found: [(distance: Int, miss: NearMiss)] = []
    for route in routes.indices {
      guard !accepts(route: route, link: link), let miss = miss(of: link, route) else { continue }
      let near = NearMiss(
        route: route, label: routes[route].specification.label, reason: miss.reason,
        isNear: miss.isNear)
      found.append((miss.distance, near))
    }
    let sorted = found.sorted { ($0.distance, $0.miss.route) < ($1.distance, $1.miss.route) }
    return sorted.prefix(max(0, limit)).map { $0.miss }
  }

  private typealias Miss = (distance: Int, reason: NearMiss.Reason, isNear: Bool)

  private func miss(of link: Link, _ route: Int) -> Miss? {
    let own = paths(of: link, for: route)
    guard own.isEmpty else { return nearestMiss(own, route) }
    // The link is under none of the route's bases: compare its path under other bases.
    var others = bases.compactMap { $0.shape.path(of: link) }
    if others.isEmpty { others = [LinkPath(link: link, first: 0)] }
    let expected = bases.indices.filter { routes[route].isUnderBase[$0] }.map { bases[$0].text }
    let miss = nearestMiss(others, route)
    return ((miss?.distance ?? 0) + 1, .base(expected: expected), miss?.isNear ?? true)
  }

  private func nearestMiss(_ paths: [LinkPath], _ route: Int) -> Miss? {
    var best: Miss?
    for path in paths {
      for index in routes[route].variants {
        guard let miss = miss(of: path, variants[index]) ?? queryMiss(path, route) else {
          return nil
        }
        if let known = best, known.distance <= miss.distance { continue }
        best = miss
      }
    }
    return best
  }

  private func queryMiss(_ path: LinkPath, _ route: Int) -> Miss? {
    let items = path.link.query
    for condition in routes[route].conditions.map({ $0.query }) {
      let item = items.first { sameBytes($0.name, condition.name) }
      if item == nil && condition.isOptional { continue }
      if let item, condition.type.fits(item.value) { continue }
      return (1, .query(name: condition.name, type: condition.type, found: item?.value), true)
    }
    return nil
  }

  /// The mismatch of a path and a variant; nil if the path matches.
  private func miss(of path: LinkPath, _ variant: TableVariant) -> Miss? {
    var distance = 0
    var reason: NearMiss.Reason?
    let count = variant.segments.count
    for index in 0..<min(count, path.count)
    where !variant.segments[index].accepts(path.bytes(index)) {
      let found = text(of: path.bytes(index))
      distance += isNear(found, to: variant.segments[index]) ? 1 : 2
      reason = reason ?? segmentReason(variant, index, found)
    }
    let least = variant.rest == nil ? count : count + 1
    if path.count < least {
      distance += 2 * (least - path.count)
      reason = reason ?? .tooShort(expected: expected(variant, path.count))
    } else if variant.rest == nil, path.count > count {
      distance += 2 * (path.count - count)
      reason = reason ?? .tooLong(number: count + 1, found: text(of: path.bytes(count)))
    } else if variant.rest != nil, !acceptsRest(variant, path) {
      distance += 2
      reason =
        reason
        ?? .segment(
          number: count + 1, expected: expected(variant, count),
          found: path.rawText(1..<Int.max, from: count))
    }
    return reason.map { (distance, $0, sharesLiteral(path, variant)) }
  }

  private func sharesLiteral(_ path: LinkPath, _ variant: TableVariant) -> Bool {
    let literals = variant.segments.indices.filter { index in
      switch variant.segments[index] {
      case .literal, .foldedLiteral, .piece: true
      case .free, .typed: false
      }
    }
    if literals.isEmpty { return variant.rest != nil || path.count == variant.segments.count }
    return literals.contains { index in
      index < path.count
        && (variant.segments[index].accepts(path.bytes(index))
          || isNear(text(of: path.bytes(index)), to: variant.segments[index]))
    }
  }

  private func isNear(_ found: String, to matcher: SegmentMatcher) -> Bool {
    switch matcher {
    case .literal(let bytes), .foldedLiteral(let bytes):
      // One letter too many or too few counts in short texts, too.
      nearest(to: found, in: [text(of: bytes)]) != nil
        || abs(found.utf8.count - bytes.count) == 1
          && zip(found.utf8, bytes).allSatisfy { $0 == $1 }
    case .free, .typed, .piece: false
    }
  }

  private func segmentReason(
    _ variant: TableVariant, _ index: Int, _ found: String
  ) -> NearMiss.Reason {
    if case .typed(let type) = variant.segments[index] {
      let names = routes[variant.route].parameters.map { $0.name }
      return .type(
        parameter: parameter(of: variant, segment: index).map { names[$0] } ?? "", type: type,
        value: found)
    }
    return .segment(number: index + 1, expected: expected(variant, index), found: found)
  }

  private func parameter(of variant: TableVariant, segment: Int) -> Int? {
    for capture in variant.captures {
      if case .segment(segment) = capture.source { return capture.parameter }
    }
    return nil
  }

  /// A segment of the pattern as written, with the rest of the pattern if a piece can cross
  /// segments.
  private func expected(_ variant: TableVariant, _ index: Int) -> String {
    let pattern = routes[variant.route].specification.pattern
    let segments = pattern.variants[variant.number].segments
    guard segments.indices.contains(index) else { return "" }
    let shown = index < variant.segments.count ? segments[index...index] : segments[index...]
    return shown.map { atoms in
      atoms.map { $0.text(names: pattern.parameters.map { $0.name }) }.joined()
    }.joined(separator: "/")
  }
}

extension PatternVariant.Atom {
  fileprivate func text(names: [String]) -> String {
    switch self {
    case .literal(let symbols):
      return Links.text(of: symbols.map { UInt8(truncatingIfNeeded: $0) })
    case .single(let part), .repeated(let part):
      guard let parameter = part.parameter else { return "…" }
      let name = names[parameter]
      let mark = part.isRepeated ? "+" : ""
      switch part.kind {
      case .wildcard: return "*" + mark
      case .regex: return ":\(name)(…)" + mark
      case .segment, .text: return ":\(name)" + mark
      }
    }
  }
}
