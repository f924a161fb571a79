internal import JSONCodec

/// Keeps a flood of one kind of line from the log: of each kind, `logLinesOfKindMax` lines pass in
/// one window, the rest is counted.
struct LogFlood {
  private struct Kind {
    var windowEnd: UInt64
    var passed = 0
    var counted = 0
    var last: LogEntry
  }

  /// How long a window lasts.
  var windowMilliseconds = logWindowMilliseconds
  private var kinds: [String: Kind] = [:]
  /// The lines of all kinds that were counted and not told.
  private var counted = 0

  /// Whether a line is written; else it is counted.
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

  /// When the first window is over in which something was counted; `nil` if nothing was.
  var due: UInt64? {
    guard counted > 0 else { return nil }
    return kinds.values.filter { $0.counted > 0 }.map(\.windowEnd).min()
  }

  /// What was counted in windows that are over, to be told now; those windows begin afresh.
  /// - Parameter isFinal: Whether those that are not over are told, too.
  mutating func takeCounted(nowMilliseconds now: UInt64, isFinal: Bool = false) -> [LogEntry] {
    var told: [LogEntry] = []
    for (key, kind) in kinds where isFinal || now >= kind.windowEnd {
      kinds[key] = nil
      guard kind.counted > 0 else { continue }
      counted -= kind.counted
      var entry = LogEntry(
        kind.last.level, kind.last.kind, "… \(kind.counted) more, the last: \(kind.last.message)")
      entry.fields = [.init("more", .int(Int64(kind.counted)))]
      told.append(entry)
    }
    return told.sorted { $0.kind.utf8.lexicographicallyPrecedes($1.kind.utf8) }
  }
}
