import Diagnostics
import Links
import RouteProofs

/// The links of a redirect, next to the links to which it leads.
///
///     /p/:id → /items/:id, leading to /items/:id with digits: /p/ with digits
struct RedirectShape {
  /// The note about a redirect of which all links are claimed, also those that lead to nothing.
  static let gap = "the redirect leads to nothing in the app"

  let image: TargetImage
  private let whole: LinkShape
  /// The links of the target.
  private let target: LinkShape
  /// For each segment of the target the redirect's segment with the same value, if there is one.
  private let sources: [Int?]
  /// By names of the target's query items, the redirect's query items that are their values.
  private let items: [(name: String, source: String)]

  /// Nil for a target that is no path.
  init?(_ whole: LinkShape, _ variant: Int, _ pieces: [TargetPiece], in table: RouteTable) {
    let route = table.routes[whole.route]
    guard let image = TargetImage(pieces, parameters: route, keepsQuery: true) else { return nil }
    (self.image, self.whole) = (image, whole)
    let row = table.variants[variant]
    let atoms = route.specification.pattern.variants[row.number].segments
    /// The redirect's segment that is a value, and whether the value is part of another.
    func place(of parameter: Int) -> (alone: Int?, isPresent: Bool) {
      let place = atoms.firstIndex { $0.contains { $0.parameter == parameter } }
      let isInPath = route.parameters[parameter].place == .path
      let alone = place.flatMap { atoms[$0].count == 1 ? whole.prefixCount + $0 : nil }
      return (alone, place != nil || !isInPath)
    }
    var segments: [(pieces: [TextPiece], source: Int?)] = []
    for piece in image.pieces {
      switch piece {
      case .value(let parameter):
        let (alone, isPresent) = place(of: parameter)
        guard isPresent, !segments.isEmpty else { continue }
        let isFirst = segments[segments.count - 1].pieces.isEmpty
        segments[segments.count - 1].pieces += alone.map { whole.segments[$0] } ?? [.free]
        segments[segments.count - 1].source = isFirst ? alone : nil
      case .text(let text):
        for (number, part) in text.utf8.split(
          separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).enumerated() {
          if number > 0 { segments.append(([], nil)) }
          guard let bytes = Percent.validated(Array(part)) else { return nil }
          guard !bytes.isEmpty, !segments.isEmpty else { continue }
          segments[segments.count - 1].pieces.append(.text(bytes))
          segments[segments.count - 1].source = nil
        }
      }
    }
    segments.removeAll { $0.pieces.isEmpty }
    sources = segments.map(\.source)
    target = LinkShape(
      route: whole.route, base: whole.base,
      segments: whole.segments.prefix(whole.prefixCount) + segments.map(\.pieces),
      prefixCount: whole.prefixCount, query: [], isCaseSensitive: true, isClaimed: true)
    items = Self.items(pieces, route.parameters)
  }

  /// The query items whose values are those of the redirect's own items.
  private static func items(
    _ target: [TargetPiece], _ parameters: [Parameter]
  ) -> [(name: String, source: String)] {
    zip(target, target.dropFirst()).compactMap { before, value in
      guard case .text(let text) = before, case .value(let index) = value,
        text.utf8.last == UInt8(ascii: "="), parameters[index].place == .query
      else { return nil }
      let name = text.utf8.dropLast().split { "?&".utf8.contains($0) }.last
      return name.map { (String(decoding: $0, as: UTF8.self), parameters[index].name) }
    }
  }

  /// The links that lead to a shape, and whether these are all; `nil` if there are none, or if
  /// those of a shape that is not claimed cannot be separated from others.
  func part(leadingTo end: LinkShape) -> (shape: LinkShape, isWhole: Bool)? {
    guard target.mayOverlap(end) else { return nil }
    var part = whole
    part.isClaimed = end.isClaimed
    part.gaps += end.gaps
    for item in end.query { require(item, &part) }
    var path = end
    path.query = []
    guard !path.covers(target) else { return (part, part.query == whole.query) }
    if !narrow(&part, to: end) {
      guard end.isClaimed else { return nil }
      part.gaps.append(Self.gap)
    }
    return (part, false)
  }

  /// Limits segments to the values that lead to a shape; false if that takes more.
  private func narrow(_ part: inout LinkShape, to end: LinkShape) -> Bool {
    guard end.segments.count == target.segments.count, !end.hasRest, !target.hasRest else {
      return false
    }
    for number in target.segments.indices.dropFirst(target.prefixCount) {
      guard !end.covers(target, inSegment: number) else { continue }
      guard let source = sources[number - target.prefixCount],
        target.covers(end, inSegment: number)
      else { return false }
      part.segments[source] = end.segments[number]
    }
    return true
  }

  /// Adds what a query item of a shape to which links lead requires of them.
  private func require(_ item: QueryParameter, _ part: inout LinkShape) {
    var name = item.name
    var isOptional = item.isOptional
    if case .kept = image.query {
    } else {
      // A value that is left out becomes an empty one.
      guard !item.type.fits(""), let own = items.first(where: { sameBytes($0.name, name) }) else {
        return
      }
      (name, isOptional) = (own.source, false)
    }
    guard let index = part.query.firstIndex(where: { sameBytes($0.name, name) }) else {
      part.query.append(QueryParameter(name: name, type: item.type, isOptional: isOptional))
      return
    }
    let known = part.query[index]
    part.query[index] = QueryParameter(
      name: name, type: known.type == .string ? item.type : known.type,
      isOptional: isOptional && known.isOptional)
  }
}

extension PatternVariant.Atom {
  fileprivate var parameter: Int? {
    switch self {
    case .literal: nil
    case .single(let part), .repeated(let part): part.parameter
    }
  }
}
