/// The last changes of all sessions as subscribers are told of them, in bounded memory: the oldest
/// go first.
///
/// Records are numbered without gaps. Each knows the one before it of the same session, so that
/// those of a session are found from its last one back.
@MainActor final class RecentRecords {
  private struct Entry {
    let seq: Int64
    /// The number of the session's record before it; 0 for its first.
    let previous: Int64
    /// Where its bytes begin, and how many there are.
    let start: Int
    let count: Int
  }

  private let bytesMax: Int
  private let entriesMax: Int
  /// Made with the first record; only what was written to takes memory.
  private var bytes: UnsafeMutableBufferPointer<UInt8>?
  private let entries: UnsafeMutableBufferPointer<Entry>
  /// The number of the oldest record that is kept, and of the one after the newest.
  private(set) var first: Int64 = 1
  private(set) var next: Int64 = 1
  /// Where the next bytes go.
  private var end = 0

  /// - Parameter bytesMax: Of all records together.
  init(bytesMax: Int) {
    self.bytesMax = bytesMax
    entriesMax = max(64, bytesMax / Self.entryBytes)
    entries = .allocate(capacity: entriesMax)
  }

  isolated deinit {
    bytes?.deallocate()
    entries.deallocate()
  }

  /// Bytes that an entry is reckoned to take at least.
  private static let entryBytes = 128

  /// Keeps a record.
  /// - Parameters:
  ///   - number: Behind the last one; if there is a gap, all before are forgotten.
  ///   - previous: The number of the session's record before it.
  func append(
    number: Int64, seq: Int64, previous: Int64, _ body: [UInt8]
  ) {
    if number != next {
      first = number
      next = number
      end = 0
    }
    let count = body.count < bytesMax ? body.count : 0
    let room = max(1, count)  // An empty one has its place, too, so that it goes in its turn.
    if end + room > bytesMax {
      // What stands behind the end is older than what stands at the beginning.
      while first < next, entry(first).start >= end { first += 1 }
      end = 0
    }
    while first < next, next - first >= Int64(entriesMax) || overlaps(entry(first), end, room) {
      first += 1
    }
    let storage = storage()
    if count > 0 { storage.baseAddress?.advanced(by: end).update(from: body, count: count) }
    entries[place(number)] = Entry(seq: seq, previous: previous, start: end, count: count)
    end += room
    next = number + 1
    if count < body.count { first = next }  // What cannot be kept whole is not kept.
  }

  /// Forgets all, and begins with a number.
  func begin(at number: Int64) {
    (first, next, end) = (number, number, 0)
  }

  /// Forgets the records after one.
  func cut(after number: Int64) {
    next = max(first, min(next, number + 1))
  }

  /// Whether a record is kept.
  func has(_ number: Int64) -> Bool { number >= first && number < next }

  /// The session's count of changes with a record that is kept.
  func seq(_ number: Int64) -> Int64 { entry(number).seq }

  /// The number of the session's record before one that is kept.
  func previous(_ number: Int64) -> Int64 { entry(number).previous }

  /// Calls with the bytes of a record that is kept.
  func withBody(_ number: Int64, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let found = entry(number)
    body(
      UnsafeBufferPointer(
        rebasing: storage()[found.start..<(found.start + found.count)]))
  }

  private func entry(_ number: Int64) -> Entry { entries[place(number)] }

  private func place(_ number: Int64) -> Int { Int(number % Int64(entriesMax)) }

  private func overlaps(_ entry: Entry, _ start: Int, _ count: Int) -> Bool {
    entry.start < start + count && start < entry.start + max(1, entry.count)
  }

  private func storage() -> UnsafeMutableBufferPointer<UInt8> {
    if let bytes { return bytes }
    let made = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytesMax)
    bytes = made
    return made
  }
}
