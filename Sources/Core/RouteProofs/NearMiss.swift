import Diagnostics
public import Links

/// Why one route does not accept a link; the `why` command prints it.
public struct NearMiss: Sendable, CustomStringConvertible {
  /// The first mismatch, from the left. Segments are counted from 1.
  public enum Reason: Equatable, Sendable {
    /// A segment, or everything from there on, does not match the pattern.
    case segment(number: Int, expected: String, found: String)
    case type(parameter: String, type: ValueType, value: String)
    case tooShort(expected: String)
    case tooLong(number: Int, found: String)
    /// A declared query item is absent (nil) or does not fit its type.
    case query(name: String, type: ValueType, found: String?)
    /// The path matches, but the link is under none of the route's bases.
    case base(expected: [String])
    /// The path matches, but no link from outside opens the route.
    case inside
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
    case .inside: "with 'links: []' it opens only from inside"
    }
  }
}

extension RouteTable {
  /// Explains why routes do not accept a link, the nearest route first.
  ///
  /// The distance counts segments that differ, are missing or are left over; a probable typo in a
  /// literal counts half. Routes of equal distance keep their order.
  ///
  /// - Parameters:
  ///   - limit: The most misses to return; 0 or less returns none.
  ///   - onlyNear: Whether only misses are returned that are near.
  /// - Complexity: O(routes × segments).
  public func misses(of link: Link, limit: Int, onlyNear: Bool = false) -> [NearMiss] {
    var found: [(route: Int, miss: Miss)] = []
    var known = Likenesses()
    for route in routes.indices {
      guard let miss = miss(of: link, route, &known), miss.isNear || !onlyNear else { continue }
      found.append((route, miss))
    }
    found = found.inOrder { ($0.miss.distance, $0.route) < ($1.miss.distance, $1.route) }
    return found.prefix(max(0, limit)).map { route, miss in
      NearMiss(
        route: route, label: routes[route].specification.label, reason: reason(miss, route),
        isNear: miss.isNear)
    }
  }

  /// A mismatch before it is put into words, which few need.
  private struct Miss {
    enum Place {
      case segment(Int)
      case rest
      case tooShort
      case tooLong
      case query(QueryParameter)
      case base
    }

    var distance: Int
    var place: Place
    var isNear: Bool
    var path: LinkPath
    var variant: Int
  }

  /// How a segment of the link and one of a pattern are alike.
  private enum Likeness {
    case accepted, near, other
  }

  /// By the segment of the link, negative if in its fragment, and the number of the matcher:
  /// patterns share most of their segments.
  private typealias Likenesses = [SIMD2<Int>: Likeness]

  /// The mismatch of a link and a route; nil if the route accepts the link.
  private func miss(of link: Link, _ route: Int, _ known: inout Likenesses) -> Miss? {
    let own = paths(of: link, for: route)
    guard own.isEmpty else { return nearestMiss(own, route, &known) }
    // The link is under none of the route's bases: compare its path under other bases.
    var others = bases.compactMap { $0.shape.path(of: link) }
    if others.isEmpty { others = [LinkPath(link: link, first: 0)] }
    var miss =
      nearestMiss(others, route, &known)
      ?? Miss(distance: 0, place: .base, isNear: true, path: others[0], variant: 0)
    miss.distance += 1
    miss.place = .base
    return miss
  }

  private func nearestMiss(
    _ paths: [LinkPath], _ route: Int, _ known: inout Likenesses
  ) -> Miss? {
    var best: Miss?
    for path in paths {
      for index in routes[route].variants {
        guard let miss = miss(of: path, variant: index, &known) ?? queryMiss(path, route, index)
        else { return nil }
        if let known = best, known.distance <= miss.distance { continue }
        best = miss
      }
    }
    return best
  }

  private func queryMiss(_ path: LinkPath, _ route: Int, _ variant: Int) -> Miss? {
    for condition in routes[route].conditions.map({ $0.query }) {
      let item = path.link.query.first { sameBytes($0.name, condition.name) }
      if item == nil && condition.isOptional { continue }
      if let item, condition.type.fits(item.value) { continue }
      return Miss(
        distance: 1, place: .query(condition), isNear: true, path: path, variant: variant)
    }
    return nil
  }

  /// The mismatch of a path and a variant; nil if the path matches.
  private func miss(
    of path: LinkPath, variant index: Int, _ known: inout Likenesses
  ) -> Miss? {
    let variant = variants[index]
    let segments = variant.segments
    var distance = 0
    var place: Miss.Place?
    var hasLiteral = false
    var sharesLiteral = false
    let count = segments.count
    for index in 0..<count {
      let isLiteral = segments[index].isLiteral
      hasLiteral = hasLiteral || isLiteral
      guard index < path.count else { continue }
      let segment = path.link.schemeEnd > 0 ? path.first + index : ~(path.first + index)
      let key = SIMD2(segment, segments.number(of: index))
      let likeness: Likeness
      if let found = known[key] {
        likeness = found
      } else {
        likeness = self.likeness(path.bytes(index), segments[index])
        known[key] = likeness
      }
      sharesLiteral = sharesLiteral || isLiteral && likeness != .other
      guard likeness != .accepted else { continue }
      distance += likeness == .near ? 1 : 2
      place = place ?? .segment(index)
    }
    let least = variant.rest == nil ? count : count + 1
    if path.count < least {
      distance += 2 * (least - path.count)
      place = place ?? .tooShort
    } else if variant.rest == nil, path.count > count {
      distance += 2 * (path.count - count)
      place = place ?? .tooLong
    } else if variant.rest != nil, !acceptsRest(variant, path) {
      distance += 2
      place = place ?? .rest
    }
    guard let place else { return nil }
    let hasAsManySegments = variant.rest != nil || path.count == count
    return Miss(
      distance: distance, place: place, isNear: hasLiteral ? sharesLiteral : hasAsManySegments,
      path: path, variant: index)
  }

  private func reason(_ miss: Miss, _ route: Int) -> NearMiss.Reason {
    let path = miss.path
    let variant = variants[miss.variant]
    let count = variant.segments.count
    switch miss.place {
    case .segment(let index): return segmentReason(variant, index, text(of: path.bytes(index)))
    case .rest:
      return .segment(
        number: count + 1, expected: expected(variant, count),
        found: path.rawText(1..<Int.max, from: count))
    case .tooShort: return .tooShort(expected: expected(variant, path.count))
    case .tooLong: return .tooLong(number: count + 1, found: text(of: path.bytes(count)))
    case .query(let condition):
      let item = path.link.query.first { sameBytes($0.name, condition.name) }
      return .query(name: condition.name, type: condition.type, found: item?.value)
    case .base:
      if routes[route].isInternal { return .inside }
      return .base(expected: bases(of: route).map { bases[$0].text })
    }
  }

  private func likeness(_ found: ArraySlice<UInt8>, _ matcher: SegmentMatcher) -> Likeness {
    if matcher.accepts(found) { return .accepted }
    switch matcher {
    case .literal(let bytes), .foldedLiteral(let bytes):
      // One letter too many or too few counts in short texts, too.
      let isNear =
        abs(found.count - bytes.count) == 1 && zip(found, bytes).allSatisfy { $0 == $1 }
        || nearest(to: text(of: found), in: CollectionOfOne(text(of: bytes))) != nil
      return isNear ? .near : .other
    case .free, .typed, .piece: return .other
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

extension SegmentMatcher {
  fileprivate var isLiteral: Bool {
    switch self {
    case .literal, .foldedLiteral, .piece: true
    case .free, .typed: false
    }
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
