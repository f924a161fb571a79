/// The most recent changes of all sessions, as sent to subscribers, in bounded memory: the oldest
/// are dropped first.
///
/// Record numbers have no gaps. Each record refers to the previous one of the same session, so that
/// a session's records are found backwards from its last one.
@MainActor final class RecentRecords {
  private struct Entry {
    let seq: Int64
    /// The number of the session's previous record; 0 for its first.
    let previous: Int64
    /// Where its bytes begin, and their count.
    let start: Int
    let count: Int
  }

  private let bytesMax: Int
  private let entriesMax: Int
  /// Allocated with the first record; only pages that were written take memory.
  private var bytes: UnsafeMutableBufferPointer<UInt8>?
  private let entries: UnsafeMutableBufferPointer<Entry>
  /// The number of the oldest kept record, and the number after the newest.
  private(set) var first: Int64 = 1
  private(set) var next: Int64 = 1
  /// Where the next bytes are written.
  private var end = 0

  /// - Parameter bytesMax: The bytes of all records together.
  init(bytesMax: Int) {
    self.bytesMax = bytesMax
    entriesMax = max(64, bytesMax / Self.entryBytes)
    entries = .allocate(capacity: entriesMax)
  }

  isolated deinit {
    bytes?.deallocate()
    entries.deallocate()
  }

  /// The assumed minimum size of a record, which bounds the number of entries.
  private static let entryBytes = 128

  /// Keeps a record.
  /// - Parameters:
  ///   - number: The number after the last one; after a gap, all earlier records are forgotten.
  ///   - previous: The number of the session's previous record.
  func append(
    number: Int64, seq: Int64, previous: Int64, _ body: UnsafeBufferPointer<UInt8>
  ) {
    if number != next {
      first = number
      next = number
      end = 0
    }
    let count = body.count < bytesMax ? body.count : 0
    let room = max(1, count)  // An empty record takes a byte, so that it expires in turn.
    if end + room > bytesMax {
      // Records past the end are older than those at the beginning.
      while first < next, entry(first).start >= end { first += 1 }
      end = 0
    }
    while first < next, next - first >= Int64(entriesMax) || overlaps(entry(first), end, room) {
      first += 1
    }
    let storage = storage()
    if let body = body.baseAddress, count > 0 {
      storage.baseAddress?.advanced(by: end).update(from: body, count: count)
    }
    entries[place(number)] = Entry(seq: seq, previous: previous, start: end, count: count)
    end += room
    next = number + 1
    if count < body.count { first = next }  // A record that does not fit is not kept.
  }

  /// Forgets all records; the next one has this number.
  func begin(at number: Int64) {
    (first, next, end) = (number, number, 0)
  }

  func cut(after number: Int64) {
    next = max(first, min(next, number + 1))
  }

  func has(_ number: Int64) -> Bool { number >= first && number < next }

  /// The session's count of changes as of a kept record.
  func seq(_ number: Int64) -> Int64 { entry(number).seq }

  /// The number of the session's record before a kept one.
  func previous(_ number: Int64) -> Int64 { entry(number).previous }

  /// Calls `body` with the bytes of a kept record.
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
