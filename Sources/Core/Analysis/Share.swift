import Diagnostics

/// A part of a whole, such as the routes that scripts open.
package struct Share: Hashable, Sendable {
  /// The size of the part.
  package let covered: Int
  /// The size of the whole.
  package let total: Int

  package init(_ covered: Int, of total: Int) { (self.covered, self.total) = (covered, total) }

  /// Tenths of a percent, rounded down so that only a whole is 100 %, as nothing of nothing is.
  package var tenths: Int { total == 0 ? 1000 : covered * 1000 / total }

  /// The percentage with one decimal; `100 %` without.
  package var percentage: String {
    tenths == 1000 ? "100 %" : "\(tenths / 10).\(tenths % 10) %"
  }

  /// Whether it is less than a percentage, without rounding.
  package func isLess(than minimum: Percentage) -> Bool {
    covered * Percentage.whole < minimum.thousandths * total
  }
}

/// A percentage from 0 to 100, in thousandths.
package struct Percentage: Hashable, Sendable {
  fileprivate static let whole = 100_000

  package let thousandths: Int

  /// Reads digits, with up to three decimals after a point; `nil` if that is not the text, or more
  /// than 100.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.isDigit } })
    else { return nil }
    let decimals = parts.count == 2 ? String(parts[1]) : ""
    let zeros = String(repeating: "0", count: 3 - decimals.utf8.count)
    guard let number = Int(parts[0] + decimals + zeros), number <= Self.whole else { return nil }
    thousandths = number
  }

  /// The shortest text: `92.5 %`.
  package var text: String {
    var decimals = zeroPadded(thousandths % 1000, 3)
    while decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
    return "\(thousandths / 1000)" + (decimals.isEmpty ? "" : ".\(decimals)") + " %"
  }
}
