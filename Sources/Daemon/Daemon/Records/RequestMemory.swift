/// The last requests of a session that had an id, with what was answered: the same again is told
/// the same, and does nothing.
final class RequestMemory {
  /// One request.
  struct Entry {
    /// Tells calls apart; see `Call.digest`.
    let digest: UInt64
    /// The result; `nil` if it has to be read from the journal.
    var answer: [UInt8]?
    /// The number of its record; 0 if nothing was changed.
    let record: Int64
  }

  private var entries: [SessionName: Entry] = [:]
  /// The ids, oldest first, from `firstPlace` on.
  private var order: [String] = []
  private var firstPlace = 0
  /// How many are known.
  var count: Int { order.count - firstPlace }
  /// About the bytes that are held.
  private(set) var bytes = 0

  /// What is known of an id.
  subscript(id: String) -> Entry? { entries[SessionName(text: id)] }

  /// The records of those that have changed something, which the journal must keep.
  var records: [Int64] {
    order[firstPlace...].compactMap { id in
      entries[SessionName(text: id)].flatMap { $0.record > 0 ? $0.record : nil }
    }
  }

  /// Remembers a request, and forgets the oldest above a number of them.
  func remember(_ id: String, _ entry: Entry, countMax: Int) {
    entries[SessionName(text: id)] = entry
    order.append(id)
    bytes += Self.bytes(id, entry)
    while count > countMax { forgetOldest() }
  }

  /// Forgets the oldest one.
  func forgetOldest() {
    guard firstPlace < order.count else { return }
    let id = order[firstPlace]
    firstPlace += 1
    if firstPlace > 64, firstPlace > order.count / 2 {
      order.removeFirst(firstPlace)
      firstPlace = 0
    }
    guard let entry = entries.removeValue(forKey: SessionName(text: id)) else { return }
    bytes -= Self.bytes(id, entry)
  }

  /// Forgets those whose records come after one.
  func forget(after record: Int64) {
    let kept = order[firstPlace...].filter { id in
      guard let entry = self[id], entry.record > record else { return true }
      entries[SessionName(text: id)] = nil
      bytes -= Self.bytes(id, entry)
      return false
    }
    (order, firstPlace) = (kept, 0)
  }

  /// Forgets all.
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
