import Links
import Navigation
import PlatformLinks
import RouteAnalysis
import RouteProofs

extension PlatformComparison {
  /// The schemes and hosts of all bases and of the manifest; links of other apps are left out.
  var sites: [Base.Shape] {
    let bases = definition.table.bases.filter { !$0.shape.isOpen } + claimedBases
    var shapes: [Base.Shape] = []
    for case let shape? in LinkSite.all(under: bases).map({ $0.shape }) {
      let site = Base.Shape(
        scheme: shape.scheme, host: shape.host, port: shape.port, prefix: [], fragmentPrefix: nil)
      if !shapes.contains(site) { shapes.append(site) }
    }
    return shapes
  }

  /// Bases for the schemes and hosts of the manifest's filters.
  private var claimedBases: [Base] {
    var texts: [String] = []
    for filter in claims.android?.manifest.activities.flatMap({ $0.filters }) ?? [] {
      for scheme in filter.schemes where scheme.matcher.isKnown {
        let scheme = String(decoding: scheme.matcher.text, as: UTF8.self)
        guard scheme == "http" || scheme == "https" else {
          texts.append(scheme + "://")
          continue
        }
        for authority in filter.authorities where authority.host.isKnown {
          let port = authority.port.map { ":\($0)" } ?? ""
          texts.append(scheme + "://" + exampleHost(authority.host.text) + port)
        }
      }
    }
    return texts.compactMap { try? Base($0) }
  }

  /// The host of a filter; for one that is the end of a host, a host with this end that no base
  /// has.
  private func exampleHost(_ text: [UInt8]) -> String {
    let host = String(decoding: text, as: UTF8.self)
    guard host.hasPrefix("*"), !host.hasPrefix("*."), host.utf8.count > 1 else { return host }
    let end = String(host.dropFirst()).lowercased()
    let bases = definition.table.bases.map { $0.shape.host }
    let starts = ["any"] + (1...max(1, bases.count)).map { "any\($0)" }
    return (starts.first { !bases.contains(Array(($0 + end).utf8)) } ?? "any") + end
  }
}
