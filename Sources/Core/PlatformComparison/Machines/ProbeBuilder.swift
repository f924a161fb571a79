import Links
import PlatformLinks

/// Collects the filters of a manifest that can take links of a site, and their texts.
struct ProbeBuilder {
  private let site: Base.Shape
  private(set) var filters: [ManifestMachine.Filter] = []
  private(set) var probes: [ManifestMachine.Probe] = []

  init(site: Base.Shape) {
    self.site = site
  }

  mutating func add(_ manifest: AndroidManifest) {
    guard manifest.isEnabled else { return }
    for (index, activity) in manifest.activities.enumerated() where activity.obstacle == nil {
      for (number, filter) in activity.filters.enumerated() {
        add(filter, activity: index, number: number)
      }
    }
  }

  private mutating func add(_ filter: IntentFilter, activity: Int, number: Int) {
    let scheme = utf16Units(site.scheme)
    guard filter.hasViewAction, filter.missingCategories.isEmpty, filter.mimeTypes.isEmpty,
      filter.schemes.contains(where: { $0.matcher.matches(scheme) })
    else { return }
    var authorities: [Int]?
    if !site.host.isEmpty {
      authorities = filter.authorities.indices.filter { index in
        let authority = filter.authorities[index]
        return authority.host.matches(utf16Units(site.host))
          && (authority.port.map { $0 == site.port } ?? true)
      }
    }
    let index = filters.count
    filters.append(
      ManifestMachine.Filter(
        activity: activity, number: number, filter: filter, authorities: authorities,
        scheme: scheme))
    for (number, part) in filter.schemeSpecificParts.enumerated() {
      filters[index].wholeProbes.append(
        add(part.matcher.machine, filter: index, .schemeSpecificPart, number))
    }
    // Hosts with a port take no link of a custom scheme that is compared.
    for (number, host) in filter.authorities.enumerated()
    where authorities == nil && host.port == nil {
      filters[index].hostProbes.append(add(host.host.machine, filter: index, .host, number))
    }
    guard authorities.map({ !$0.isEmpty }) ?? true else { return }
    for (number, path) in filter.paths.enumerated() {
      filters[index].pathProbes.append(add(path.matcher.machine, filter: index, .path, number))
    }
    for group in filter.groups {
      let own = group.matchers.map { matcher in
        let part: ManifestMachine.Probe.Part =
          switch matcher.part {
          case .path: .path
          case .query: .query
          case .fragment: .fragment
          }
        return add(matcher.data.matcher.machine, filter: index, part, -1)
      }
      filters[index].groupProbes.append(own)
    }
  }

  private mutating func add(
    _ machine: UnitMachine, filter: Int, _ part: ManifestMachine.Probe.Part, _ index: Int
  ) -> Int {
    probes.append(
      ManifestMachine.Probe(filter: filter, part: part, index: index, machine: machine))
    return probes.count - 1
  }
}
