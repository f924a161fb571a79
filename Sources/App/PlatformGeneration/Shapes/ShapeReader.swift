import Links
import Navigation
import RouteProofs

/// Reads the shapes of variants under a base.
struct ShapeReader {
  let definition: AppDefinition
  let targets: RouteTargets
  /// An index of `RouteTable.bases`.
  let base: Int
  /// What precedes the path of the base.
  let prefix: [[TextPiece]]

  /// The most variants to which a redirect can lead and that are told apart.
  private static let endsMax = 64

  /// The shapes of a variant, in the router's order. A redirect has one for each variant to which
  /// it leads, and a last one for the links that lead nowhere.
  func shapes(of variant: Int, hopsLeft: Int = Navigation.Limits.hopsMax) -> [LinkShape] {
    var whole = shape(of: variant)
    guard case .redirect(let template) = definition.routes[whole.route].target else {
      return [whole]
    }
    let pieces = template.target(of: definition.routes[whole.route])
    guard hopsLeft > 0,
      let target = RedirectShape(whole, variant, pieces, in: definition.table)
    else { return [sampled(whole)] }
    let ends = ends(of: target.image)
    guard ends.count <= Self.endsMax else { return [sampled(whole)] }
    var parts: [LinkShape] = []
    for end in ends.flatMap({ shapes(of: $0, hopsLeft: hopsLeft - 1) }) {
      guard let part = target.part(leadingTo: end) else { continue }
      parts.append(part.shape)
      if part.isWhole { return parts }
      guard parts.count <= Self.endsMax else { return [sampled(whole)] }
    }
    whole.isClaimed = false
    return parts + [whole]
  }

  /// The variants that accept links of a target, preferred ones first.
  private func ends(of image: TargetImage) -> [Int] {
    let table = definition.table
    return targets.survey.variants(near: image).filter { variant in
      let route = table.routes[table.variants[variant].route]
      return route.isUnderBase[base] && image.mayFulfil(route.conditions)
    }.sorted { table.turn(of: $0) < table.turn(of: $1) }
  }

  /// The shape of a redirect that was followed for a few links only.
  private func sampled(_ shape: LinkShape) -> LinkShape {
    var shape = shape
    if targets.leadsPartly(shape.route) { shape.gaps.append(RedirectShape.gap) }
    return shape
  }

  private func shape(of index: Int) -> LinkShape {
    let variant = definition.table.variants[index]
    let route = definition.table.routes[variant.route]
    let specification = route.specification
    var reader = PieceReader(
      types: route.pathTypes, names: specification.pattern.parameters.map(\.name))
    let segments = reader.segments(of: specification.pattern.variants[variant.number])
    return LinkShape(
      route: variant.route, base: base, segments: prefix + segments, prefixCount: prefix.count,
      query: route.conditions.map(\.query), isCaseSensitive: specification.isCaseSensitive,
      isClaimed: targets.opensApp(variant.route), gaps: reader.gaps)
  }
}
