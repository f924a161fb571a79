import Diagnostics

/// The last requests of a session that had an id, with their answers: a repeated request gets the
/// same answer and changes nothing.
final class RequestMemory {
  /// One request.
  struct Entry {
    /// Distinguishes calls with the same id; see `Call.digest`.
    let digest: UInt64
    /// The result; `nil` if it has to be read from the journal.
    var answer: [UInt8]?
    /// The number of its record; 0 if nothing was changed.
    let record: Int64
  }

  private var entries: [TextBytes: Entry] = [:]
  /// The ids, oldest first, from `firstPlace` on.
  private var order: [String] = []
  private var firstPlace = 0
  /// How many requests are remembered.
  var count: Int { order.count - firstPlace }
  /// The approximate memory that they take.
  private(set) var bytes = 0

  /// The request of an id.
  subscript(id: String) -> Entry? { entries[TextBytes(id)] }

  /// The records of requests that changed something, which the journal must keep.
  var records: [Int64] {
    order[firstPlace...].compactMap { id in
      entries[TextBytes(id)].flatMap { $0.record > 0 ? $0.record : nil }
    }
  }

  /// Remembers a request, and forgets the oldest ones above `countMax`.
  func remember(_ id: String, _ entry: Entry, countMax: Int) {
    entries[TextBytes(id)] = entry
    order.append(id)
    bytes += Self.bytes(id, entry)
    while count > countMax { forgetOldest() }
  }

  /// Forgets the oldest request.
  func forgetOldest() {
    guard firstPlace < order.count else { return }
    let id = order[firstPlace]
    firstPlace += 1
    if firstPlace > 64, firstPlace > order.count / 2 {
      order.removeFirst(firstPlace)
      firstPlace = 0
    }
    guard let entry = entries.removeValue(forKey: TextBytes(id)) else { return }
    bytes -= Self.bytes(id, entry)
  }

  /// Forgets the requests whose records come after this one.
  func forget(after record: Int64) {
    let kept = order[firstPlace...].filter { id in
      guard let entry = self[id], entry.record > record else { return true }
      entries[TextBytes(id)] = nil
      bytes -= Self.bytes(id, entry)
      return false
    }
    (order, firstPlace) = (kept, 0)
  }

  /// Forgets all requests.
  func forgetAll() {
    entries = [:]
    order = []
    firstPlace = 0
    bytes = 0
  }

  private static func bytes(_ id: String, _ entry: Entry) -> Int {
    160 + 2 * id.utf8.count + (entry.answer?.count ?? 0)
  }
}

/// The requests of all sessions in the order in which they came: the oldest are forgotten first
/// when they take too much memory.
struct RememberedRequests {
  let bytesMax: Int
  let countMaxOfSession: Int
  /// The approximate memory that all take.
  private(set) var bytes = 0
  private var count = 0
  /// The session of each remembered request, oldest first, from `first` on. Entries of ended
  /// sessions are removed later.
  private var order: [RequestMemory] = []
  private var first = 0

  init(bytesMax: Int, countMaxOfSession: Int) {
    self.bytesMax = bytesMax
    self.countMaxOfSession = countMaxOfSession
  }

  /// Remembers a request.
  /// - Returns: How many others were forgotten to stay within `bytesMax`.
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
    removeEnded()
    return forgotten
  }

  /// Forgets all requests of a session.
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

  /// Keeps the length of `order` proportional to the number of requests.
  private mutating func removeEnded() {
    guard order.count - first > 2 * count + 1_024 || first > order.count / 2 + 1_024 else { return }
    order = order[first...].filter { $0.count > 0 }
    first = 0
  }
}
