import Diagnostics
import Languages
import TestSupport
import Testing

@testable import Links

struct ValueTypeTests {
  static let rows: [(type: ValueType, fits: [String], fails: [String])] = [
    (
      .int,
      ["0", "-0", "007", "9223372036854775807", "-9223372036854775808", "00009223372036854775807"],
      [
        "", "-", "+1", "9223372036854775808", "-9223372036854775809", "1.0", " 1", "1a", "٣",
        "99999999999999999999999",
      ]
    ),
    (
      .uint, ["0", "18446744073709551615", "0018446744073709551615"],
      ["", "-1", "18446744073709551616", "28446744073709551615", "1_000"]
    ),
    (
      .number, ["0", "-1", "1.5", "1e9", "1E-9", "-1.25e+07", String(repeating: "9", count: 400)],
      ["", "-", "1.", ".5", "1e", "1e+", "1.5.5", "inf", "+1"]
    ),
    (.bool, ["true", "false"], ["", "True", "1", "truefalse"]),
    (
      .uuid, ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-42661417400F"],
      [
        "", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g",
        "123e4567-e89b-12d3-a456-4266141740000",
      ]
    ),
    (
      .date, ["2024-02-29", "2000-02-29", "0000-02-29", "2023-12-31", "9999-04-30", "2023-02-28"],
      [
        "", "2023-02-29", "1900-02-29", "2024-04-31", "2024-00-10", "2024-13-01", "2024-01-00",
        "2024-1-1", "2024-01-32", "2024/01/01",
      ]
    ),
    (.slug, ["a", "A-b_9"], ["", "a b", "é", "a.b"]),
    (.string, ["", "a", "é/"], []),
    (.oneOf(["a", "\u{E9}", ""]), ["a", "\u{E9}", ""], ["b", "e\u{301}", "aa"]),
  ]

  @Test(arguments: rows)
  func `a type accepts only its values`(_ row: (type: ValueType, fits: [String], fails: [String])) {
    for value in row.fits { #expect(row.type.fits(value), "\(value)") }
    for value in row.fails { #expect(!row.type.fits(value), "\(value)") }
    let program = Program(row.type.expression(inPath: false))
    for value in row.fits + row.fails {
      let accepted = program.match(value.utf8.map { Symbol($0) }, capturing: false) != nil
      #expect(accepted == row.type.fits(value), "\(value)")
    }
  }

  // Goal: `fits` and the automaton accept the same values. Method: random edits of values near the
  // limits of a type, with the characters that occur in such values.
  @Test(arguments: seeds(50))
  func `a type's automaton accepts exactly the values that fit`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let edges = [
      "9223372036854775807", "-9223372036854775808", "18446744073709551615", "2024-02-29",
      "1900-02-28", "-12.5e+7", "123e4567-e89b-12d3-a456-426614174000", "true", "a-b",
    ]
    let programs = Self.rows.map { ($0.type, Program($0.type.expression(inPath: false))) }
    for _ in 0..<200 {
      var bytes = Array(random.pick(edges).utf8)
      for _ in 0..<random.below(3) where !bytes.isEmpty {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(random.pick(Array("0129-.eE+a".utf8)), at: place)
        default: bytes[place] = random.pick(Array("0123456789-".utf8))
        }
      }
      for (type, program) in programs {
        let accepted = program.match(bytes.map { Symbol($0) }, capturing: false) != nil
        #expect(accepted == type.fits(bytes[...]), "seed \(seed): \(type) \(bytes)")
      }
    }
  }

  @Test func `the days of four centuries are exactly the valid dates`() {
    let program = Program(ValueType.date.expression(inPath: true))
    var days = 0
    for year in 2000..<2400 {
      for month in 1...12 {
        for day in 28...31 {
          let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day)"
          let fits = ValueType.date.fits(text)
          #expect(fits == (program.match(text.utf8.map { Symbol($0) }, capturing: false) != nil))
          days += fits ? 1 : 0
        }
      }
    }
    #expect(days == 146_097 - 400 * 12 * 27)
  }
}
