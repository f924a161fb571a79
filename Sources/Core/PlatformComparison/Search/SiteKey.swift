import Links
import PlatformLinks
import RouteAnalysis
import RouteProofs

/// What the machines of a site depend on: two sites with the same key have the same kinds of links.
struct SiteKey: Hashable {
  private struct Filter: Hashable {
    let activity: Int
    let number: Int
    /// The `<data>` elements with the scheme of the site, and with its host if it has one; `nil`
    /// for those that restrict nothing else, since they are all alike.
    let schemes: Set<Int?>
    let hosts: Set<Int?>?
  }

  private let bases: [Int]
  private let hasHost: Bool
  private let isServed: Bool
  private let filters: [Filter]
  /// The start of the links, if a filter compares whole links.
  private let start: [UInt8]?

  init(_ site: Base.Shape, _ table: RouteTable, _ claims: PreparedClaims) {
    bases = table.basesBySpecificity.filter { table.bases[$0].shape.covers(hostOf: site) }
    hasHost = !site.host.isEmpty
    isServed = claims.serves(site)
    var builder = ProbeBuilder(site: site)
    if let manifest = claims.claims.android?.manifest { builder.add(manifest) }
    let scheme = utf16Units(site.scheme)
    filters = builder.filters.map { filter in
      let data = filter.filter
      let schemes = Set(data.schemes.map { $0.element })
      let hosts = Set(data.authorities.map { $0.element })
      let paths = Set(data.paths.map { $0.element })
      return Filter(
        activity: filter.activity, number: filter.number,
        schemes: Set(
          data.schemes.filter { $0.matcher.matches(scheme) }.map { $0.element }
            .map { hosts.contains($0) || paths.contains($0) ? $0 : nil }),
        hosts: filter.authorities.map { authorities in
          Set(
            authorities.map { data.authorities[$0].element }
              .map { schemes.contains($0) || paths.contains($0) ? $0 : nil })
        })
    }
    let comparesWhole = builder.probes.contains { $0.part == .schemeSpecificPart }
    start = hasHost && comparesWhole ? Array(site.link(path: "/", query: "").utf8) : nil
  }
}
