/// All requests that are remembered, in the order in which they came, so that the oldest of all
/// sessions go first when they take too much.
struct RememberedRequests {
  let bytesMax: Int
  let countMaxOfSession: Int
  /// About the bytes that all take.
  private(set) var bytes = 0
  private var count = 0
  /// One a request that is remembered, oldest first, from `first` on; of sessions that have ended
  /// some more.
  private var order: [RequestMemory] = []
  private var first = 0

  init(bytesMax: Int, countMaxOfSession: Int) {
    self.bytesMax = bytesMax
    self.countMaxOfSession = countMaxOfSession
  }

  /// Remembers a request.
  /// - Returns: How many others were forgotten to hold the bound of bytes.
  mutating func remember(
    _ id: String, _ entry: RequestMemory.Entry, in memory: RequestMemory
  ) -> Int {
    let (bytesBefore, countBefore) = (memory.bytes, memory.count)
    memory.remember(id, entry, countMax: countMaxOfSession)
    bytes += memory.bytes - bytesBefore
    count += memory.count - countBefore
    if memory.count > countBefore { order.append(memory) }
    var forgotten = 0
    while bytes > bytesMax, first < order.count {
      forgotten += forgetOldest()
    }
    tidy()
    return forgotten
  }

  /// Forgets all requests of a session that ends.
  mutating func forget(_ memory: RequestMemory) {
    bytes -= memory.bytes
    count -= memory.count
    memory.forgetAll()
  }

  private mutating func forgetOldest() -> Int {
    let memory = order[first]
    first += 1
    let (bytesBefore, countBefore) = (memory.bytes, memory.count)
    memory.forgetOldest()
    bytes -= bytesBefore - memory.bytes
    count -= countBefore - memory.count
    return countBefore - memory.count
  }

  /// Keeps the order in proportion to what is remembered.
  private mutating func tidy() {
    guard order.count - first > 2 * count + 1_024 || first > order.count / 2 + 1_024 else { return }
    order = order[first...].filter { $0.count > 0 }
    first = 0
  }
}
