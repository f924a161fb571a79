internal import JSONCodec

/// Limits the log to `logLinesOfKindMax` lines of each kind per window and counts the rest.
struct LogFlood {
  private struct Kind {
    var windowEnd: UInt64
    var passed = 0
    var counted = 0
    var last: LogEntry
  }

  /// The length of a window.
  var windowMilliseconds = logWindowMilliseconds
  private var kinds: [String: Kind] = [:]
  /// The number of counted lines, of all kinds, that were not reported yet.
  private var counted = 0

  /// Whether to write a line; otherwise it is counted.
  mutating func passes(_ entry: LogEntry, nowMilliseconds now: UInt64) -> Bool {
    let isKnown = kinds[entry.kind] != nil
    let key = isKnown || kinds.count < logKindsMax ? entry.kind : ""
    var kind = kinds[key] ?? Kind(windowEnd: now + windowMilliseconds, last: entry)
    defer { kinds[key] = kind }
    guard kind.passed >= logLinesOfKindMax else {
      kind.passed += 1
      return true
    }
    kind.counted += 1
    counted += 1
    kind.last = entry
    return false
  }

  /// When the first window with counted lines ends; `nil` if there are none.
  var due: UInt64? {
    guard counted > 0 else { return nil }
    return kinds.values.filter { $0.counted > 0 }.map(\.windowEnd).min()
  }

  /// Takes one entry per kind that summarises the counted lines of ended windows.
  /// - Parameter isFinal: Whether windows that have not ended are included.
  mutating func takeCounted(nowMilliseconds now: UInt64, isFinal: Bool = false) -> [LogEntry] {
    var entries: [LogEntry] = []
    for (key, kind) in kinds where isFinal || now >= kind.windowEnd {
      kinds[key] = nil
      guard kind.counted > 0 else { continue }
      counted -= kind.counted
      var entry = LogEntry(
        kind.last.level, kind.last.kind, "… \(kind.counted) more, the last: \(kind.last.message)")
      entry.fields = [.init("more", .int(Int64(kind.counted)))]
      entries.append(entry)
    }
    return entries.sorted { $0.kind.utf8.lexicographicallyPrecedes($1.kind.utf8) }
  }
}
