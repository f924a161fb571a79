import Diagnostics

/// The requests of a session that had an id, with their answers: a repeated request gets the same
/// answer and changes nothing.
///
/// The ids of requests that changed the session are separate from the others, so that those, which
/// the journal does not have, cannot displace them.
final class RequestMemory {
  struct Entry {
    /// Distinguishes calls with the same id; see `Call.digest`.
    let digest: UInt64
    /// The result; `nil` if it has to be read from the journal.
    var answer: [UInt8]?
    /// The number of its record; 0 if nothing was changed.
    let record: Int64
    /// The session's count of changes after it.
    let seq: Int64
  }

  private var changing = RequestQueue()
  private var others = RequestQueue()
  /// The newest change whose id was forgotten; 0 if none was.
  private(set) var forgottenSeq: Int64 = 0
  /// Its index in `RememberedRequests`; `nil` if it is not there.
  fileprivate var place: Int?

  var bytes: Int { changing.bytes + others.bytes }

  subscript(id: String) -> Entry? { changing[id] ?? others[id] }

  /// The records of the newest requests that changed something, at most `countMax`.
  func records(countMax: Int) -> [Int64] { changing.newest(countMax).map(\.record) }

  /// Remembers a request, and forgets the oldest ones of its kind above `countMax`.
  func remember(_ id: String, _ entry: Entry, countMax: Int) {
    guard entry.record > 0 else {
      others.add(id, entry)
      while others.count > countMax { others.removeOldest() }
      return
    }
    changing.add(id, entry)
    while changing.count > countMax { forgetOldestChange() }
  }

  /// Forgets the oldest answer, or the oldest id if no answer is left.
  func shrink() {
    if others.dropOldestAnswer() || changing.dropOldestAnswer() { return }
    if others.count > 0 { others.removeOldest() } else { forgetOldestChange() }
  }

  private func forgetOldestChange() {
    if let entry = changing.removeOldest() { forgottenSeq = max(forgottenSeq, entry.seq) }
  }

  /// Forgets the requests whose records come after this one.
  func forget(after record: Int64) { changing.remove { $0.record > record } }

  func forgetAll() {
    (changing, others) = (RequestQueue(), RequestQueue())
    forgottenSeq = 0
  }
}

/// Requests by id, in order of arrival.
private struct RequestQueue {
  private var entries: [TextBytes: RequestMemory.Entry] = [:]
  /// The ids, oldest first, from `first` on.
  private var order: [String] = []
  private var first = 0
  /// No request before this index in `order` has its answer.
  private var firstAnswer = 0
  private(set) var bytes = 0

  var count: Int { order.count - first }

  subscript(id: String) -> RequestMemory.Entry? { entries[TextBytes(id)] }

  func newest(_ countMax: Int) -> [RequestMemory.Entry] {
    order[first...].suffix(countMax).compactMap { self[$0] }
  }

  mutating func add(_ id: String, _ entry: RequestMemory.Entry) {
    entries[TextBytes(id)] = entry
    order.append(id)
    bytes += Self.bytes(id, entry)
  }

  /// Drops the oldest answer.
  /// - Returns: False if there is none.
  mutating func dropOldestAnswer() -> Bool {
    firstAnswer = max(firstAnswer, first)
    while firstAnswer < order.count {
      let key = TextBytes(order[firstAnswer])
      firstAnswer += 1
      guard let answer = entries[key]?.answer else { continue }
      entries[key]?.answer = nil
      bytes -= answer.count
      return true
    }
    return false
  }

  /// Removes and returns the oldest request; `nil` if there is none.
  @discardableResult mutating func removeOldest() -> RequestMemory.Entry? {
    guard first < order.count else { return nil }
    let id = order[first]
    first += 1
    if first > 64, first > order.count / 2 {
      order.removeFirst(first)
      firstAnswer = max(0, firstAnswer - first)
      first = 0
    }
    guard let entry = entries.removeValue(forKey: TextBytes(id)) else { return nil }
    bytes -= Self.bytes(id, entry)
    return entry
  }

  mutating func remove(where isRemoved: (RequestMemory.Entry) -> Bool) {
    var kept = RequestQueue()
    for id in order[first...] {
      if let entry = self[id], !isRemoved(entry) { kept.add(id, entry) }
    }
    self = kept
  }

  private static func bytes(_ id: String, _ entry: RequestMemory.Entry) -> Int {
    160 + 2 * id.utf8.count + (entry.answer?.count ?? 0)
  }
}

/// The requests of all sessions, in bounded memory. If they take too much, the sessions that take
/// more than an equal share lose their oldest answers, then their oldest ids.
struct RememberedRequests {
  let bytesMax: Int
  let countMaxOfSession: Int
  /// The approximate memory that all take.
  private(set) var bytes = 0
  /// The memories of sessions that have requests, in no order.
  private var memories: [RequestMemory] = []
  /// The index of the memory that is looked at next.
  private var next = 0

  init(bytesMax: Int, countMaxOfSession: Int) {
    self.bytesMax = bytesMax
    self.countMaxOfSession = countMaxOfSession
  }

  /// Remembers a request.
  /// - Returns: Whether something was forgotten to stay within `bytesMax`.
  mutating func remember(
    _ id: String, _ entry: RequestMemory.Entry, in memory: RequestMemory
  ) -> Bool {
    if memory.place == nil {
      memory.place = memories.count
      memories.append(memory)
    }
    let before = memory.bytes
    memory.remember(id, entry, countMax: countMaxOfSession)
    bytes += memory.bytes - before
    guard bytes > bytesMax else { return false }
    shrink(to: bytesMax - bytesMax / 16)
    return true
  }

  mutating func forget(_ memory: RequestMemory) {
    bytes -= memory.bytes
    memory.forgetAll()
    guard let place = memory.place, let last = memories.popLast() else { return }
    memory.place = nil
    guard last !== memory else { return }
    memories[place] = last
    last.place = place
  }

  /// Shrinks memories larger than an equal share. There is one as long as all together are larger
  /// than `goal`. More than necessary is forgotten, so that the search for one is rare.
  private mutating func shrink(to goal: Int) {
    let share = goal / max(1, memories.count)
    while bytes > goal {
      next = next + 1 < memories.count ? next + 1 : 0
      let memory = memories[next]
      let before = memory.bytes
      var left = before
      while left > share, left > before - (bytes - goal) {
        memory.shrink()
        left = memory.bytes
      }
      bytes -= before - left
    }
  }
}
