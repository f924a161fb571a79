import Diagnostics
import Links
package import Navigation
package import PlatformLinks

extension AppDefinition {
  /// The hosts of the app's web links, which serve `apple-app-site-association` and
  /// `assetlinks.json`.
  package var associatedHosts: [AssociatedHost] { hosts(of: table.bases.map(\.shape)) }

  /// Those of them with links that open a screen.
  package var openHosts: [AssociatedHost] { hosts(of: openBases) }

  /// The custom schemes of links that open a screen, in lower case, each once.
  package var openSchemes: [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return openBases.map { $0.scheme.map(\.folded) }.filter { scheme in
      !scheme.isEmpty && !scheme.elementsEqual("https".utf8)
        && !scheme.elementsEqual("http".utf8) && seen.insert(scheme).inserted
    }
  }

  /// The bases of routes whose links neither belong in the browser nor are refused.
  private var openBases: [Base.Shape] {
    let open = routes.indices.filter { !routes[$0].presentation.entersNoScreen }
    let bases = Set(open.flatMap { table.bases(of: $0) })
    return table.bases.indices.filter(bases.contains).map { table.bases[$0].shape }
  }

  private func hosts(of bases: [Base.Shape]) -> [AssociatedHost] {
    var seen: Set<AssociatedHost> = []
    return bases.filter { base in
      // A base without a scheme covers links of any.
      base.scheme.isEmpty || base.scheme.elementsEqual("https".utf8)
        || base.scheme.elementsEqual("http".utf8)
    }.map { AssociatedHost($0.host, isWildcard: $0.isWildcard) }
      .filter { seen.insert($0).inserted }
  }
}
