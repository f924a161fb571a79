/// The milliseconds of a duration such as `500ms`, `30s`, `10m`, `2h`, `1d`; `nil` if the text is
/// none or the milliseconds do not fit `Limits.clockMillisecondsMax`.
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

/// The shortest text that `milliseconds(of:)` reads back; `0ms` for none.
public func durationText(milliseconds: Int64) -> String {
  let unit = durationUnits.first {
    milliseconds >= $0.milliseconds && milliseconds % $0.milliseconds == 0
  }
  guard let unit else { return "0ms" }
  return "\(milliseconds / unit.milliseconds)\(unit.word)"
}

/// From the longest to the shortest.
private let durationUnits: [(word: String, milliseconds: Int64)] = [
  ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
]
