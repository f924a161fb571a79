import Diagnostics
import Links
package import Navigation

/// Writes an Android manifest with the intent filters of an app.
package struct ManifestGenerator {
  private let definition: AppDefinition
  private let targets: RouteTargets

  package init(_ definition: AppDefinition) {
    self.definition = definition
    targets = RouteTargets(definition)
  }

  /// The bases that no filter can describe: those for links with any scheme, and those with routes
  /// in the fragment, which filters do not read.
  package var omittedBases: [String] {
    definition.table.bases.filter { Self.isOmitted($0.shape) }.map(\.text)
  }

  /// The manifest.
  ///
  /// - Parameter activity: The name of the activity that opens links.
  package func file(activity: String) -> GeneratedFile {
    var filters = ManifestFilters()
    var notes: [GenerationNote] = []
    let table = definition.table
    for base in table.bases.indices where !Self.isOmitted(table.bases[base].shape) {
      var list = ShapeList(definition, targets, bases: [base], segmentsOfBase: \.prefix)
      list.minimize()
      list.update { own in
        own.gaps += own.query.compactMap { Self.gap(of: $0) }
        own.query = []
      }
      // Without their queries, more shapes make no difference.
      list.minimize()
      notes += refusals(ahead: base, list).map {
        GenerationNote(
          .claimsMore, $0, of: definition,
          "that belong in the browser or are refused, since a filter cannot exclude them")
      }
      for own in list.shapes where own.isClaimed {
        add(own, under: table.bases[base].shape, to: &filters, &notes)
      }
    }
    return GeneratedFile(
      ManifestText.text(of: filters.filters, activity: activity), notes: notes)
  }

  /// The routes whose links do not open the app, although a claimed shape of a base matches them:
  /// those of the base itself, and of bases that the router tries before it.
  private func refusals(ahead base: Int, _ list: ShapeList) -> [Int] {
    let table = definition.table
    let shape = table.bases[base].shape
    let others = table.basesBySpecificity.prefix { $0 != base }.filter { index in
      let other = table.bases[index].shape
      return !Self.isOmitted(other) && other.scheme == shape.scheme && other.port == shape.port
        && other.skipsSegment == shape.skipsSegment
        && (shape.isAnyHost || other.host.suffix(shape.host.count) == shape.host[...])
    }
    let rivals = ShapeList(definition, targets, bases: others, segmentsOfBase: \.prefix).shapes
      .filter { rival in
        !rival.isClaimed
          && list.shapes.contains { $0.isClaimed && $0.mayOverlap(rival) }
      }
    return (list.shapes.filter { !$0.isClaimed } + rivals).map(\.route)
  }

  private static func gap(of item: QueryParameter) -> String? {
    if !item.isOptional { return "the required query item '\(item.name)' is missing or unfit" }
    return item.type == .string ? nil : "the query item '\(item.name)' does not fit its type"
  }

  private func add(
    _ shape: LinkShape, under base: Base.Shape, to filters: inout ManifestFilters,
    _ notes: inout [GenerationNote]
  ) {
    let scheme = String(decoding: base.scheme, as: UTF8.self)
    var gaps = shape.gaps
    switch Self.place(of: shape, under: base) {
    case .hosts(let hosts, let segments):
      var path = ManifestPath(
        isCaseSensitive: shape.isCaseSensitive,
        prefixCount: shape.prefixCount - (shape.segments.count - segments.count))
      for pattern in path.patterns(segments) {
        for host in hosts {
          filters.add(
            path: pattern, scheme: scheme, ManifestFilter.Authority(host: host, port: base.port),
            isVerifiable: Self.isWeb(base) && !base.isAnyHost)
        }
      }
      gaps += path.gaps
    case .schemeSpecificPart:
      var path = ManifestPath(
        isCaseSensitive: shape.isCaseSensitive, prefixCount: shape.prefixCount,
        isSchemeSpecific: true)
      for pattern in path.schemeSpecificPatterns(shape.segments) {
        filters.add(schemeSpecificPart: pattern, scheme: scheme)
      }
      gaps += path.gaps
    }
    notes += gaps.map { GenerationNote(.claimsMore, shape.route, of: definition, $0) }
  }

  // MARK: Hosts

  /// The part of a link after its scheme that a filter compares.
  private enum Place {
    /// One of some hosts, and the path.
    case hosts([String], path: [[TextPiece]])
    /// Everything.
    case schemeSpecificPart
  }

  /// In a custom scheme, the first segment is the host. If it is not one of a few texts, no host
  /// can describe it.
  private static func place(of shape: LinkShape, under base: Base.Shape) -> Place {
    if base.skipsSegment { return .hosts(["*"], path: shape.segments) }
    guard !isWeb(base) else {
      let host = String(decoding: base.host, as: UTF8.self)
      return .hosts(
        [base.isAnyHost ? "*" : (base.isWildcard ? "*." : "") + host], path: shape.segments)
    }
    guard let first = shape.segments.first else { return .hosts([""], path: []) }
    guard let texts = TextPiece.texts(of: first), texts.allSatisfy(isHost) else {
      return .schemeSpecificPart
    }
    return .hosts(
      texts.map { String(decoding: $0.map { $0.folded }, as: UTF8.self) },
      path: Array(shape.segments.dropFirst()))
  }

  /// Whether a text can be the host of a filter: one that starts with a star would be a suffix.
  private static func isHost(_ text: [UInt8]) -> Bool {
    text.first != UInt8(ascii: "*") && !text.contains(where: "/\\:@?#".utf8.contains)
  }

  /// Schemes whose links are claimed in any case of the host.
  package var schemesIgnoringCase: [String] {
    definition.table.bases.map(\.shape).filter { !Self.isOmitted($0) && !Self.isWeb($0) }
      .map { String(decoding: $0.scheme, as: UTF8.self) }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static func isWeb(_ shape: Base.Shape) -> Bool {
    shape.scheme.elementsEqual("https".utf8) || shape.scheme.elementsEqual("http".utf8)
  }

  private static func isOmitted(_ shape: Base.Shape) -> Bool {
    shape.scheme.isEmpty || shape.fragmentPrefix != nil
  }
}
