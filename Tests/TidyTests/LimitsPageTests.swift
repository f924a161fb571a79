import TestSupport
import Testing

/// The numbers of docs/limits.md are those of the sources.
struct LimitsPageTests {
  /// The values of the constants, by `TARGET.NAME`; a name can be that of several.
  private static let constants = Result {
    let pattern = try Regex(#"\b(?:let|var) (\w+)(?:: \w+)? = ([0-9][0-9_ *<]*)$"#)
    var values: [String: [Int]] = [:]
    for file in try packageSources.get() {
      for line in file.code where contains(line, " = ") && line.utf8.last.map(isDigit) ?? false {
        guard let match = line.firstMatch(of: pattern), let name = match[1].substring,
          let value = match[2].substring
        else { continue }
        values["\(file.target).\(name)", default: []].append(number(value))
      }
    }
    return values
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// `2_000`, `8 << 20` or `10 * 365 * 86_400_000`
  private static func number(_ text: Substring) -> Int {
    let parts = text.filter { $0 != "_" && $0 != " " }.split(separator: "<<")
    let base = parts[0].split(separator: "*").compactMap { Int($0) }.reduce(1, *)
    return parts.count == 2 ? base << (Int(parts[1]) ?? 0) : base
  }

  @Test func `a limit has the value of the constant that its row names`() throws {
    let row = try Regex(#"^\|.*\| ([0-9,]+)(?: ([KMG])iB)?[^|]*\| `(\w+\.\w+)` \|$"#)
    let named = try Regex(#"\| `\w+\.\w+` \|$"#)
    let lines = try text(of: "docs/limits.md").split(separator: "\n").filter { $0.contains(named) }
    #expect(lines.count > 100)
    for line in lines {
      let match = try #require(line.firstMatch(of: row), "\(line)")
      let name = try #require(match[3].substring)
      let shown = try #require(match[1].substring).filter { $0 != "," }
      let shift = ["K": 10, "M": 20, "G": 30][match[2].substring ?? "", default: 0]
      let values = try Self.constants.get()[String(name), default: []]
      #expect(values.contains((Int(shown) ?? 0) << shift), "\(line): \(values)")
    }
  }
}
