import Diagnostics
package import Languages
package import Links

/// A superset of the links that a target can become.
package struct TargetImage {
  package let path: Expression
  /// The segments that every path begins with, without empty ones; a text is nil if it depends on
  /// the route's values.
  let segments: [[UInt8]?]
  /// Whether no more follow.
  let isWhole: Bool
  /// The target up to its query or fragment.
  package let pieces: [TargetPiece]
  /// The names of the query's items, each with its value; a value is nil if it depends on the
  /// route's values.
  private let items: [(name: String, value: String?)]
  /// Whether the redirected link's own items are passed on.
  private let isOpen: Bool

  /// Nil for a target that does not begin with `/` or has an invalid percent-encoding.
  package init?(_ target: [TargetPiece], parameters route: TableRoute?, keepsQuery: Bool) {
    guard case .text(let first)? = target.first, first.utf8.first == UInt8(ascii: "/") else {
      return nil
    }
    var target = target
    let keepsOthers = keepsQuery && target.removeMark()
    let marks = [UInt8(ascii: "?"), UInt8(ascii: "#")]
    let end = target.firstIndex { piece in
      if case .text(let text) = piece { text.utf8.contains(where: marks.contains) } else { false }
    }
    var pathPieces = end.map { Array(target[..<$0]) } ?? target
    var query: [TargetPiece] = []
    if let end, case .text(let text) = target[end] {
      let cut = text.utf8.firstIndex(where: marks.contains) ?? text.endIndex
      pathPieces.append(.text(String(text[..<cut])))
      if text.utf8[cut] == marks[0] {
        query = [.text(String(text[text.utf8.index(after: cut)...]))] + target[(end + 1)...]
      }
    }
    guard let segments = Self.segments(pathPieces, route) else { return nil }
    path = .sequence(segments.map { $0.expression })
    let lasting = segments.filter { $0.text?.isEmpty != true }
    let counted = lasting.prefix { !$0.isOptional && !$0.crossesSegments }
    self.segments = counted.map { $0.text }
    isWhole = counted.count == lasting.count
    pieces = pathPieces
    items = Self.items(query)
    isOpen = keepsOthers || keepsQuery && query.isEmpty
  }

  /// The query after the redirect.
  package enum Query {
    /// The link's own query.
    case kept
    /// These items instead.
    case replaced([QueryItem])
    /// It depends on the route's values, or has items of the link next to its own.
    case unclear
  }

  package var query: Query {
    if isOpen { return items.isEmpty ? .kept : .unclear }
    var own: [QueryItem] = []
    for item in items {
      guard let value = item.value else { return .unclear }
      own.append(QueryItem(name: item.name, value: value))
    }
    return .replaced(own)
  }

  /// False if no link of the image fulfils the conditions.
  package func mayFulfil(_ conditions: [TableRoute.Condition]) -> Bool {
    conditions.map { $0.query }.allSatisfy { condition in
      guard let item = items.first(where: { sameBytes($0.name, condition.name) }) else {
        return condition.isOptional || isOpen
      }
      return item.value.map(condition.type.fits) ?? true
    }
  }

  /// What follows a slash, up to the next one.
  private struct Segment {
    var parts: [Expression] = []
    /// Its text; nil if it has a value.
    var text: [UInt8]? = []
    /// Whether it is not empty, whatever the values.
    var isPresent = false

    var crossesSegments: Bool { parts.contains { $0.canCrossSegments } }

    /// Whether it can be empty; empty segments are dropped.
    var isOptional: Bool { !isPresent && parts.allSatisfy { $0.isNullable } }

    var expression: Expression {
      let one = Expression.sequence([.symbols(SymbolSet(separator))] + parts)
      return isOptional ? .repeated(one, least: 0, most: 1, isLazy: false) : one
    }
  }

  /// The segments of a path that begins with a slash; nil if it has an invalid percent-encoding.
  private static func segments(_ pieces: [TargetPiece], _ route: TableRoute?) -> [Segment]? {
    var segments = [Segment()]
    for piece in pieces {
      switch piece {
      case .value(let parameter):
        segments[segments.count - 1].parts.append(values(of: parameter, route))
        segments[segments.count - 1].text = nil
      case .text(let text):
        for (index, part) in text.utf8.split(
          separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).enumerated() {
          if index > 0 { segments.append(Segment()) }
          guard let bytes = Percent.validated(Array(part)) else { return nil }
          segments[segments.count - 1].parts.append(.literal(bytes.map { Symbol($0) }))
          segments[segments.count - 1].text?.append(contentsOf: bytes)
        }
      }
    }
    if route == nil {
      for index in segments.indices.dropLast() where segments[index].text == nil {
        segments[index].isPresent = true
      }
    }
    // Nothing precedes the first slash.
    return Array(segments.dropFirst())
  }

  /// A superset of the values of a parameter; any text without a route.
  private static func values(of index: Int, _ route: TableRoute?) -> Expression {
    guard let route, route.parameters.indices.contains(index) else { return .anything }
    let parameter = route.parameters[index]
    guard !parameter.spansSegments else { return .anything }
    let part = route.specification.pattern.parts.first { $0.parameter == index }
    var expression = parameter.type.expression(inPath: false)
    if parameter.place == .path, let part, !part.isRepeated {
      switch part.kind {
      case .regex(let own): expression = own
      case .segment where parameter.type == .string:
        expression = parameter.type.expression(inPath: true)
      case .wildcard: return .anything
      case .segment, .text: break
      }
    } else if part?.isRepeated ?? false {
      return .anything
    }
    return parameter.isOptional ? .choice([expression, .empty]) : expression
  }

  private static func items(_ query: [TargetPiece]) -> [(name: String, value: String?)] {
    // A byte that no text contains marks each value, so that items that depend on one are found.
    let mark: UInt8 = 0
    var bytes: [UInt8] = []
    for piece in query {
      if case .text(let text) = piece { bytes += text.utf8 } else { bytes.append(mark) }
    }
    bytes = Array(bytes.prefix { $0 != UInt8(ascii: "#") })
    return bytes.split(separator: UInt8(ascii: "&")).map { item in
      let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      let value = Array(item[equals...].dropFirst())
      return (
        text(of: Percent.validated(Array(item[..<equals])) ?? []),
        value.contains(mark) ? nil : Percent.validated(value).map { text(of: $0) }
      )
    }
  }
}

extension Expression {
  /// Whether it accepts the empty text.
  package var isNullable: Bool {
    switch self {
    case .symbols: false
    case .sequence(let parts): parts.allSatisfy { $0.isNullable }
    case .choice(let parts): parts.contains { $0.isNullable }
    case .repeated(let part, let least, _, _): least == 0 || part.isNullable
    case .capture(_, let part): part.isNullable
    }
  }
}
