import Diagnostics
import Navigation
import PlatformComparison
import PlatformLinks

extension ComparedFiles {
  /// Edits of route files: without codes that no finding has, and with the hosts and schemes that
  /// the platforms' files name and no base does.
  func routeRepairs(_ drafts: [PluginDraft]) -> [Repair] {
    let unused = findings.filter { $0.code == .allowUnused }.compactMap { finding in
      finding.position.map { Repair(at: $0, [.disallow]) }
    }
    let places = drafts.compactMap { $0.bases.last?.position }
    return unused
      + missingBases.flatMap { base in
        places.map { Repair(at: $0, [.addBase(text: base)]) }
      }
  }

  /// The bases of links that open the app or that it is entitled to, and that no route has; each
  /// once.
  private var missingBases: [String] {
    let links = findings.filter { $0.code == .compareClaimedNotRouted }.compactMap { finding in
      finding.witness.flatMap { base(of: Array($0.utf8)) }
    }
    let entitled = (claims.appleApp.domains?.list ?? []).map { "https://" + $0.host.text }
    let known = Set(definition.table.bases.map { TextBytes($0.text) })
    var seen: Set<TextBytes> = known
    return (links + entitled).filter { seen.insert(TextBytes($0)).inserted }
  }

  /// The scheme of a link, with the host of a web link; `nil` if the host is only an example of
  /// those that a wildcard matches.
  private func base(of link: [UInt8]) -> String? {
    guard let parts = URLParts(link), let scheme = parts.scheme else { return nil }
    let host = parts.isWeb ? parts.host : []
    return host.flatMap { host in
      guard !parts.isWeb || named(host) else { return nil }
      return String(decoding: scheme + "://".utf8 + host, as: UTF8.self)
    }
  }

  /// Whether a base or a filter has a host without a wildcard.
  private func named(_ host: [UInt8]) -> Bool {
    let filters = claims.android?.manifest.activities.flatMap(\.filters) ?? []
    return definition.table.bases.contains { !$0.shape.isWildcard && $0.shape.host == host }
      || filters.contains { $0.verifiedHosts.contains(host) }
  }
}
