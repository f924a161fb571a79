import Links
import Navigation
import PlatformLinks
import RouteAnalysis
import RouteProofs

extension PlatformComparison {
  /// What the app does with a link; nothing if no route matches it.
  func end(of link: [UInt8], _ fate: LinkFate) -> LinkEnd {
    guard fate.route != nil else { return .nothing }
    return LinkEnd(of: String(decoding: link, as: UTF8.self), in: definition, from: source)
  }

  /// Links of a redirect that open a screen, of each fate one: its values fit a type, or are listed
  /// in one. The shortest link of a kind often leads to nothing, if the target has a type.
  func opening(
    _ route: Int, _ values: [[UInt8]], on site: ClaimedSite
  ) -> [(fate: LinkFate, link: [UInt8])] {
    let table = definition.table
    let paths = table.basesBySpecificity.filter {
      let shape = table.bases[$0].shape
      return table.routes[route].isUnderBase[$0] && shape.covers(hostOf: site.shape)
        && shape.fragmentPrefix == nil
    }.flatMap { base in
      table.routes[route].variants.flatMap { variant in
        values.compactMap { path(of: table.variants[variant], $0, under: table.bases[base].shape) }
      }
    }
    var found: [(fate: LinkFate, link: [UInt8])] = []
    for path in paths {
      let link = site.start + (site.shape.host.isEmpty ? Array(path.dropFirst()) : path)
      guard matchedRoute(link) == route else { continue }
      let fate = site.fate(of: link)
      if !found.contains(where: { $0.fate == fate }), end(of: link, fate) == .screen {
        found.append((fate, link))
      }
    }
    return found
  }

  /// Texts that fit a type of the routes.
  var typedValues: [[UInt8]] {
    let types = Set(definition.table.routes.flatMap { $0.pathTypes })
    return Set(types.compactMap { SegmentMatcher.typed($0).sample(0) })
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// A path of a variant with a text in all its parameters; `nil` if the variant has other pieces
  /// than whole segments.
  private func path(of variant: TableVariant, _ value: [UInt8], under base: Base.Shape) -> [UInt8]?
  {
    guard !variant.hasRest else { return nil }
    var path = base.prefix.flatMap { [UInt8(ascii: "/")] + $0 }
    for matcher in variant.segments {
      switch matcher {
      case .literal(let text), .foldedLiteral(let text): path += [UInt8(ascii: "/")] + text
      case .free: path += [UInt8(ascii: "/")] + value
      case .typed, .piece: return nil
      }
    }
    return path
  }
}
