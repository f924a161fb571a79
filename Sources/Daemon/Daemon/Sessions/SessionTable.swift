/// The live sessions by name and number.
struct SessionTable {
  private var byName: [SessionName: LiveSession] = [:]
  /// Of the last session that was made.
  private(set) var lastNumber: Int64 = 0

  /// How many there are.
  var count: Int { byName.count }

  /// All of them, in no order.
  var all: some Collection<LiveSession> { byName.values }

  /// The session of that name, compared as bytes.
  subscript(name: String) -> LiveSession? { byName[SessionName(text: name)] }

  /// A number for another session.
  mutating func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a session whose name nobody has.
  mutating func insert(_ live: LiveSession) {
    byName[SessionName(text: live.name)] = live
    lastNumber = max(lastNumber, live.number)
  }

  /// Takes a session out.
  mutating func remove(_ live: LiveSession) {
    byName[SessionName(text: live.name)] = nil
  }
}

/// A name that is compared as bytes, never by canonical equivalence.
nonisolated struct SessionName: Hashable {
  let text: String

  static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
