/// Finds the routes of links one after the other, without allocating: tens of nanoseconds for a
/// link that holds no escapes. What `RouteTable.match` finds, as ranges of the link's bytes.
///
///     var finder = RouteFinder(table)
///     finder.find(bytes) { found in … }
///
/// A finder owns the memory that a lookup needs; make one for each thread.
package struct RouteFinder: ~Copyable {
  private let table: RouteTable
  private let memory: UnsafeMutableRawPointer
  private let scratch: LinkScratch

  /// Makes a finder for a table.
  package init(_ table: RouteTable) {
    self.table = table
    let capacity = Limits.linkBytesMax
    memory = .allocate(byteCount: LinkScratch.byteCount(capacity: capacity), alignment: 64)
    scratch = LinkScratch(memory, capacity: capacity)
  }

  deinit { memory.deallocate() }

  /// Finds the route of a link, whole or from inside: reads it, checks it (design §5.1), finds its
  /// base, matches it.
  package func find(_ link: UnsafeRawBufferPointer) -> FlatFinding {
    table.flat.find(link, scratch)
  }

  /// Finds the route of a path that is known to be well formed: ASCII, without escapes, query,
  /// empty or dot segments, at most 64 segments.
  package func find(path: UnsafeRawBufferPointer) -> FlatFinding {
    table.flat.find(path: path, scratch)
  }
}
