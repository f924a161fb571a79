/// Parses a duration such as `500ms`, `30s`, `10m`, `2h` or `1d` to milliseconds; `nil` if the text
/// is not a duration or exceeds `Limits.clockMillisecondsMax`.
public func milliseconds(of text: String) -> Int64? {
  let digits = text.utf8.prefix { (48...57).contains($0) }
  guard let count = Int64(String(digits) ?? ""),
    let unit = durationUnits.first(where: {
      $0.word.utf8.elementsEqual(text.utf8.dropFirst(digits.count))
    })
  else { return nil }
  let (product, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
  return overflow || product > Limits.clockMillisecondsMax ? nil : product
}

/// The shortest text that `milliseconds(of:)` parses to this value; `0ms` for zero.
public func durationText(milliseconds: Int64) -> String {
  let unit = durationUnits.first {
    milliseconds >= $0.milliseconds && milliseconds % $0.milliseconds == 0
  }
  guard let unit else { return "0ms" }
  return "\(milliseconds / unit.milliseconds)\(unit.word)"
}

/// Longest first.
private let durationUnits: [(word: String, milliseconds: Int64)] = [
  ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
]
