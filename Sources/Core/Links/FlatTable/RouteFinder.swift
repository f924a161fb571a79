/// Finds the routes of links one after the other, without allocating: tens of nanoseconds for a
/// link that holds no escapes. What `RouteTable.match` finds, as ranges of the link's bytes.
///
///     var finder = RouteFinder(table)
///     finder.find(bytes) { found in … }
///
/// A finder owns the memory that a lookup needs; make one for each thread.
package struct RouteFinder: ~Copyable {
  private let table: FlatTable
  private let memory: UnsafeMutableRawPointer
  private let scratch: LinkScratch

  /// Makes a finder for a table.
  package init(_ table: RouteTable) {
    self.table = table.flat
    let capacity = Limits.linkBytesMax
    memory = .allocate(byteCount: LinkScratch.byteCount(capacity: capacity), alignment: 64)
    scratch = LinkScratch(memory, capacity: capacity)
  }

  deinit { memory.deallocate() }

  /// Finds the route of a link, whole or from inside: reads it, checks it (design §5.1), finds its
  /// base, matches it.
  package func find(_ link: UnsafeRawBufferPointer) -> FlatFinding {
    table.find(link, scratch)
  }

  /// Finds the route of a path that is known to be well formed: ASCII, without escapes, query,
  /// empty or dot segments, at most 64 segments.
  package func find(path: UnsafeRawBufferPointer) -> FlatFinding {
    table.find(path: path, scratch)
  }

  /// Tells the values of what was found last, decoded: the parameter's place and the bytes, which
  /// are valid until the next lookup. A query item that is missing is not told.
  ///
  /// - Returns: False if only the tree can tell all of them.
  @inline(__always)
  package func forEachValue(
    of found: FlatFinding, _ tell: (_ parameter: Int, UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    var areAllPlain = true
    let areAllFound = table.forEachValue(of: found, scratch) { value in
      areAllPlain = areAllPlain && !value.isEscaped
      if areAllPlain { tell(value.parameter, scratch.text(value.range)) }
    }
    return areAllPlain && areAllFound
  }

  /// The query items of what was found last, decoded.
  package func query(of found: FlatFinding) -> [QueryItem] {
    scratch.query(of: found).isEmpty ? [] : scratch.queryItems(of: found)
  }
}
