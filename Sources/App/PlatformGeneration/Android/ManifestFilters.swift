import Diagnostics

/// An intent filter of a manifest: each scheme with each host and each path, or with each
/// scheme-specific part (all that follows the scheme).
struct ManifestFilter: Hashable {
  struct Authority: Hashable {
    let host: String
    let port: Int?
  }

  var schemes: [String]
  /// Empty if the patterns match scheme-specific parts.
  var authorities: [Authority]
  /// The values of `android:pathAdvancedPattern`, or without hosts of `android:sspAdvancedPattern`.
  var patterns: [String]
  /// Whether Android can verify that the app owns the hosts.
  var isVerifiable: Bool
}

/// Collects patterns by scheme and host, and groups them into filters that claim nothing else.
struct ManifestFilters {
  private struct Key: Hashable {
    let scheme: String
    let authority: ManifestFilter.Authority?
    let isVerifiable: Bool
  }

  private var keys: [Key] = []
  private var patterns: [Key: [String]] = [:]

  mutating func add(
    path: String, scheme: String, _ authority: ManifestFilter.Authority, isVerifiable: Bool
  ) {
    add(path, Key(scheme: scheme, authority: authority, isVerifiable: isVerifiable))
  }

  mutating func add(schemeSpecificPart pattern: String, scheme: String) {
    add(pattern, Key(scheme: scheme, authority: nil, isVerifiable: false))
  }

  private mutating func add(_ pattern: String, _ key: Key) {
    if patterns[key] == nil { keys.append(key) }
    if patterns[key]?.contains(pattern) != true { patterns[key, default: []].append(pattern) }
  }

  /// The filters: hosts with the same paths share one, and then schemes with the same hosts. Those
  /// that Android verifies come first, and texts are sorted.
  var filters: [ManifestFilter] {
    var filters: [ManifestFilter] = []
    for key in keys {
      // Patterns of scheme-specific parts begin with two slashes, those of paths with one.
      let own = (patterns[key] ?? []).sorted(by: bytesPrecede)
      let place = filters.firstIndex {
        $0.schemes == [key.scheme] && $0.isVerifiable == key.isVerifiable && $0.patterns == own
      }
      if let place {
        if let authority = key.authority { filters[place].authorities.append(authority) }
      } else {
        filters.append(
          ManifestFilter(
            schemes: [key.scheme], authorities: key.authority.map { [$0] } ?? [], patterns: own,
            isVerifiable: key.isVerifiable))
      }
    }
    for index in filters.indices {
      filters[index].authorities.sort {
        bytesPrecede($0.host, $1.host) || $0.host == $1.host && $0.port ?? 0 < $1.port ?? 0
      }
    }
    var merged: [ManifestFilter] = []
    for filter in filters {
      let place = merged.firstIndex {
        $0.isVerifiable == filter.isVerifiable && $0.patterns == filter.patterns
          && $0.authorities == filter.authorities
      }
      if let place {
        merged[place].schemes += filter.schemes
      } else {
        merged.append(filter)
      }
    }
    return merged.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      guard one.isVerifiable == other.isVerifiable else { return one.isVerifiable }
      let names = [one, other].map { $0.schemes + $0.authorities.prefix(1).map(\.host) }
      guard names[0] != names[1] else { return left.offset < right.offset }
      return names[0].lexicographicallyPrecedes(names[1], by: bytesPrecede)
    }.map(\.element)
  }
}
