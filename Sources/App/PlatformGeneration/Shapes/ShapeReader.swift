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

  /// The limit on the variants to which the links of a redirect may lead, also by way of others;
  /// those of a redirect with more are not separated by where they lead.
  private static let endsMax = 64

  /// The shapes of a variant, in the router's order. A redirect has one for each shape to which it
  /// leads, and a last one for the links that lead nowhere.
  func shapes(of variant: Int) -> [LinkShape] {
    var endsLeft = Self.endsMax
    return shapes(of: variant, hopsLeft: Navigation.Limits.hopsMax, &endsLeft)
  }

  private func shapes(of variant: Int, hopsLeft: Int, _ endsLeft: inout Int) -> [LinkShape] {
    var whole = shape(of: variant)
    guard case .redirect(let template) = definition.routes[whole.route].target else {
      return [whole]
    }
    let pieces = template.target(of: definition.routes[whole.route])
    guard hopsLeft > 0,
      let target = RedirectShape(whole, variant, pieces, in: definition.table)
    else { return [sampled(whole)] }
    let ends = ends(of: target.image)
    endsLeft -= ends.count
    var parts: [LinkShape] = []
    for end in ends where endsLeft >= 0 {
      for end in shapes(of: end, hopsLeft: hopsLeft - 1, &endsLeft) {
        guard let part = target.part(leadingTo: end) else { continue }
        parts.append(part.shape)
        if part.isWhole, endsLeft >= 0 { return parts }
      }
    }
    guard endsLeft >= 0 else { return [sampled(whole)] }
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
