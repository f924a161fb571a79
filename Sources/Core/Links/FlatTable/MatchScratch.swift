/// The memory that `RouteTable.match` needs, reused from one lookup to the next. One per thread.
package struct MatchScratch: ~Copyable {
  let memory: LinkScratch
  /// The allocation to free; `nil` for memory on the stack.
  private let allocation: UnsafeMutableRawPointer?

  /// Allocates memory for links of up to `Limits.linkBytesMax` bytes.
  package init() {
    let capacity = Limits.linkBytesMax
    let start = UnsafeMutableRawPointer.allocate(
      byteCount: LinkScratch.byteCount(capacity: capacity), alignment: 64)
    memory = LinkScratch(start, capacity: capacity)
    allocation = start
  }

  private init(_ memory: LinkScratch) {
    self.memory = memory
    allocation = nil
  }

  /// The query of the link that was matched last; valid until the next lookup.
  package var query: RawQuery { RawQuery(memory.query) }

  deinit { allocation?.deallocate() }

  /// Calls `body` with memory on the stack, for one lookup. Links over 256 bytes are left to the
  /// tree: larger memory would not fit on the stack.
  /// Not generic: callers in other modules would pay for a result of unknown type.
  package static func withTemporary(_ body: (borrowing MatchScratch) -> Void) {
    let capacity = 256
    withUnsafeTemporaryAllocation(
      byteCount: LinkScratch.byteCount(capacity: capacity), alignment: 16
    ) { memory in
      guard let start = memory.baseAddress else { return body(MatchScratch()) }
      return body(MatchScratch(LinkScratch(start, capacity: capacity)))
    }
  }
}
