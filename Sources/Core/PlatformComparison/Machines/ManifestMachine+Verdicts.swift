import Languages
import PlatformLinks

extension ManifestMachine {
  /// The number of what takes a link whose parts these probes match.
  func taking(_ hits: [Int32]) -> Int32 {
    if let verdict = known.verdicts[hits] { return verdict }
    let matched = Set(hits)
    var verdict: Int32 = -1
    if let taking = filters.indices.lazy.compactMap({ takes($0, matched) }).first {
      verdict = Int32(truncatingIfNeeded: known.takings.number(of: taking))
    }
    known.verdicts[hits] = verdict
    return verdict
  }

  /// What of a filter takes a link; `nil` if it does not take it.
  private func takes(_ index: Int, _ hits: Set<Int32>) -> Taking? {
    let filter = filters[index]
    func isHit(_ probe: Int) -> Bool { hits.contains(Int32(truncatingIfNeeded: probe)) }
    let data = filter.filter
    if let whole = filter.wholeProbes.firstIndex(where: isHit) {
      return Taking(filter: index, part: .schemeSpecificPart(whole), isStated: true)
    }
    guard !data.authorities.isEmpty else {
      guard data.schemeSpecificParts.isEmpty else { return nil }
      return Taking(filter: index, part: nil, isStated: true)
    }
    let authorities =
      filter.authorities ?? filter.hostProbes.filter(isHit).map { probes[$0].index }
    guard !authorities.isEmpty else { return nil }
    let paths = filter.pathProbes.filter(isHit).map { probes[$0].index }
    var part = paths.first.map { Taking.Part.path($0) }
    if paths.isEmpty, !(data.paths.isEmpty && data.groups.isEmpty) {
      let group = filter.groupProbes.firstIndex { $0.allSatisfy(isHit) }
      guard let group, data.groups[group].allows else { return nil }
      part = .group(group)
    }
    return Taking(filter: index, part: part, isStated: isStated(filter, authorities, paths))
  }

  /// Whether the site's scheme, one of the hosts and one of the paths match without the pool: each
  /// of their `<data>` elements names nothing else, or is that of what else it names.
  private func isStated(_ filter: Filter, _ authorities: [Int], _ paths: [Int]) -> Bool {
    let data = filter.filter
    let hosts = Set(authorities.map { data.authorities[$0].element })
    let paths = paths.isEmpty ? [nil] : Set(paths.map { data.paths[$0].element })
    /// Whether an element that names exactly these attributes matches in all of them, or a text of
    /// the only one is of no element.
    func has(_ named: Filter.Named) -> Bool {
      let candidates = named.contains(.path) ? paths : named == .scheme ? filter.schemes : hosts
      return candidates.contains { element in
        guard let element else { return [.scheme, .host, .path].contains(named) }
        return filter.elements[element] == named
          && (!named.contains(.scheme) || filter.schemes.contains(element))
          && (!named.contains(.host) || hosts.contains(element))
      }
    }
    return Self.partitions.contains { $0.allSatisfy(has) }
  }

  /// The ways in which one, two or three elements can name a scheme, a host and a path.
  private static let partitions: [[Filter.Named]] = [
    [.scheme, .host, .path], [[.scheme, .host], .path], [[.scheme, .path], .host],
    [.scheme, [.host, .path]], [[.scheme, .host, .path]],
  ]
}
