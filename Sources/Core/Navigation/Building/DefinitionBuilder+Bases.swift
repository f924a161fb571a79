import Diagnostics
import Links

/// The bases of plugins and of routes that have their own. Equal lists are read once.
struct BaseReader {
  /// The faults, each once.
  private(set) var faults: [Diagnostic] = []
  private var known: [TextBytes: Base?] = [:]
  private var lists: [[TextBytes]: [Base]] = [:]

  /// The bases of a list; a base that cannot be read is left out.
  mutating func bases(_ list: [Located<String>]) -> [Base] {
    let key = list.map { TextBytes($0.value) }
    if let bases = lists[key] { return bases }
    let bases = list.compactMap { base -> Base? in
      if let base = known[TextBytes(base.value)] { return base }
      var read: Base?
      do throws(Diagnostic) {
        read = try Base(base.value, at: base.position)
      } catch {
        faults.append(error)
      }
      known.updateValue(read, forKey: TextBytes(base.value))
      return read
    }
    lists[key] = bases
    return bases
  }

  /// For how many pairs of a base and a list it must be known whether the base is in the list.
  var pairCount: Int {
    (lists.count + 1).multipliedReportingOverflow(by: known.count).partialValue
  }
}

extension DefinitionBuilder {
  /// The bases of each route: its own, or those of its plugin; `nil` for every base.
  mutating func readBases() -> [[Base]?] {
    var reader = BaseReader()
    let ofPlugins = plugins.enumerated().map { index, plugin in
      let bases = plugin.bases.isEmpty ? nil : reader.bases(plugin.bases)
      return usable(bases, isUnread: plugin.unread.contains(.bases), plugin: index)
    }
    let ofRoutes = routeDrafts.indices.map { index -> [Base]? in
      let plugin = routeDrafts.plugin(of: index)
      guard let own = routeDrafts[index].bases else { return ofPlugins[plugin] }
      return own.isEmpty ? [] : usable(reader.bases(own), isUnread: true, plugin: plugin)
    }
    for fault in reader.faults { report(fault) }
    if !reader.faults.isEmpty { gaps.unread.insert(.bases) }
    if reader.pairCount > Limits.basePairsMax {
      report(
        .limit(
          name: "links times different lists of links", bound: Limits.basePairsMax,
          at: routeDrafts.first { $0.bases != nil }?.path.position))
      return routeDrafts.map { _ in nil }
    }
    return ofRoutes
  }

  /// Bases in place of those that could not be read: without any, the routes would be under the
  /// bases of other plugins.
  private func usable(_ bases: [Base]?, isUnread: Bool, plugin: Int) -> [Base]? {
    guard bases?.isEmpty ?? isUnread else { return bases }
    return (try? Base("unread\(plugin)://")).map { [$0] }
  }
}
