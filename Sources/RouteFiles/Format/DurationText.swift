/// A duration as written: a whole number and a unit, `500ms 30s 10m 2h 1d`.
enum DurationText {
  private static let units: [(suffix: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// What a duration may be, for messages.
  static let expected =
    "a duration such as 500ms, 30s, 10m, 2h or 1d, above 0 and up to ten years (3650d)"

  /// - Returns: Milliseconds, from 1 to `FileLimits.durationMillisecondsMax`; `nil` for all else.
  static func read(_ text: String) -> Int64? {
    let digits = text.utf8.prefix { (48...57).contains($0) }
    let suffix = text.utf8.dropFirst(digits.count)
    guard let unit = units.first(where: { $0.suffix.utf8.elementsEqual(suffix) }),
      let count = Int64(String(digits) ?? "")
    else { return nil }
    let (milliseconds, hasOverflown) = count.multipliedReportingOverflow(by: unit.milliseconds)
    guard !hasOverflown, (1...FileLimits.durationMillisecondsMax).contains(milliseconds) else {
      return nil
    }
    return milliseconds
  }
}
