import Links
package import Navigation
import PlatformLinks

/// Writes the file `apple-app-site-association` of a host.
package struct AssociationGenerator {
  /// The largest file that Apple reads: 128 KiB.
  package static let fileBytesMax = 131_072

  private let definition: AppDefinition
  private let targets: RouteTargets

  package init(_ definition: AppDefinition) {
    self.definition = definition
    targets = RouteTargets(definition)
  }

  /// The hosts that need a file, in the order of the bases: `x.example`, or `*.x.example` for all
  /// hosts with more labels. A base for any host is none of them.
  package var hosts: [String] {
    definition.table.bases.map(\.shape).reduce(into: []) { hosts, shape in
      guard Self.isWeb(shape), !shape.isAnyHost else { return }
      let host = (shape.isWildcard ? "*." : "") + String(decoding: shape.host, as: UTF8.self)
      if !hosts.contains(host) { hosts.append(host) }
    }
  }

  /// The file of a host.
  ///
  /// - Parameters:
  ///   - host: In lower case; `*.` in front means any further labels.
  ///   - appID: The app's id: team and bundle.
  package func file(host: String, appID: String) -> GeneratedFile {
    let rules = rules(host: host)
    return GeneratedFile(
      AssociationText.text(of: rules.rules, rules.pattern.variables, appID: appID),
      notes: rules.notes)
  }

  /// Whether links of a host can be links of the app.
  package func covers(_ host: String) -> Bool { !bases(of: host).isEmpty }

  private func rules(host: String) -> AssociationRules {
    var rules = AssociationRules(definition)
    let table = definition.table
    let bases = bases(of: host)
    var spaces: [LinkSpace] = []
    for base in bases {
      let space = Self.space(of: table.bases[base].shape)
      if !spaces.contains(space), space != .path { spaces.append(space) }
    }
    var paths = ShapeList(
      definition, targets, bases: bases.filter { Self.space(of: table.bases[$0].shape) == .path }
    ) { $0.prefix }
    for space in spaces {
      guard case .fragment(let path) = space else { continue }
      appendFragments(
        ShapeList(
          definition, targets,
          bases: bases.filter { Self.space(of: table.bases[$0].shape) == space }
        ) { $0.fragmentPrefix ?? [] }, in: space, isPageClaimed: paths.claims(path), to: &rules)
    }
    paths.update { shape in
      // Apple compares no ports.
      if table.bases[shape.base].shape.port != nil { shape.gaps.append("the port is another") }
    }
    paths.minimize()
    rules.append(paths, in: .path)
    return rules
  }

  /// Appends the rules for links whose routes are in the fragment.
  ///
  /// - Parameter isPageClaimed: Whether another route takes the link regardless of its fragment.
  private func appendFragments(
    _ list: ShapeList, in space: LinkSpace, isPageClaimed: Bool, to rules: inout AssociationRules
  ) {
    var list = list
    for shape in list.shapes where shape.isClaimed && !isPageClaimed {
      rules.note(
        .claimsLess, shape.route,
        shape.requiredItems.isEmpty
          ? "the fragment has a query" : "the fragment has the required query")
    }
    list.removeAll { !$0.requiredItems.isEmpty }
    // The query of such a link is in the fragment; other items may be there as well.
    list.update { $0.query = [] }
    list.minimize()
    // Everything that is not excluded belongs to the page.
    if isPageClaimed { list.removeAll(where: \.isClaimed) }
    rules.append(list, in: space)
  }

  // MARK: Bases

  /// The bases that cover links of a host, the most specific first.
  private func bases(of host: String) -> [Int] {
    let name =
      host.utf8.starts(with: "*.".utf8)
      ? Self.freeLabel + String(decoding: host.utf8.dropFirst(1), as: UTF8.self) : host
    return definition.table.basesBySpecificity.filter { index in
      let shape = definition.table.bases[index].shape
      return (Self.isWeb(shape) || shape.scheme.isEmpty)
        && AssociatedHost(shape.host, isWildcard: shape.isWildcard).covers(Array(name.utf8))
    }
  }

  /// A label that no base names.
  private static let freeLabel = "any-label"

  private static func isWeb(_ shape: Base.Shape) -> Bool {
    shape.scheme.elementsEqual("https".utf8) || shape.scheme.elementsEqual("http".utf8)
  }

  private static func space(of shape: Base.Shape) -> LinkSpace {
    shape.fragmentPrefix == nil ? .path : .fragment(path: shape.prefix)
  }
}

extension ShapeList {
  /// Whether the first shape that takes a path of literal text claims it.
  fileprivate func claims(_ path: [[UInt8]]) -> Bool {
    let link = LinkShape(
      route: 0, base: 0, segments: path.map { [.text($0)] }, query: [], isCaseSensitive: true,
      isClaimed: true)
    return shapes.first { $0.mayOverlap(link) }?.isClaimed ?? false
  }
}
