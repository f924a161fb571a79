import Diagnostics

/// The routes of all plugins, in the byte order of their patterns. The drafts stay in the lists of
/// their plugins: copies of many would take much memory.
struct DeclaredRoutes: RandomAccessCollection, MutableCollection {
  private var drafts: [[RouteDraft]]
  private var places: [(plugin: Int, route: Int)]

  init(of plugins: [PluginDraft] = []) {
    let drafts = plugins.map { $0.routes }
    self.drafts = drafts
    places = drafts.enumerated().flatMap { plugin, routes in
      routes.indices.map { (plugin: plugin, route: $0) }
    }.sorted(byBytesOf: { drafts[$0.plugin][$0.route].path.value })
  }

  var startIndex: Int { 0 }
  var endIndex: Int { places.count }

  subscript(index: Int) -> RouteDraft {
    _read { yield drafts[places[index].plugin][places[index].route] }
    _modify { yield &drafts[places[index].plugin][places[index].route] }
  }

  /// The index of a route's plugin.
  func plugin(of index: Int) -> Int { places[index].plugin }

  /// The routes with a pattern, which can differ in their query items and types.
  func indices(ofPattern pattern: String) -> Range<Int> {
    var (start, high) = (startIndex, endIndex)
    while start < high {
      let middle = (start + high) / 2
      let isEarlier = bytesPrecede(self[middle].path.value, pattern)
      if isEarlier { start = middle + 1 } else { high = middle }
    }
    var end = start
    while end < endIndex, sameBytes(self[end].path.value, pattern) { end += 1 }
    return start..<end
  }

  /// Leaves out all other routes.
  mutating func keep(_ indices: [Int]) { places = indices.map { places[$0] } }
}
