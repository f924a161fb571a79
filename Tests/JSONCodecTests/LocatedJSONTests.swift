import Diagnostics
import JSONCodec
import TestSupport
import Testing

struct LocatedJSONTests {
  @Test func `keys and values have the position of their first byte`() throws {
    let text =
      "\n { \"é\\\"\": [1, -2.5,\n  \"a:]\\\\\" , {}], \"x\": [ ], \"\" : null\n, \"é\": true}"
    let located = try LocatedJSON(parsing: Array(text.utf8), file: "f")
    #expect(
      located.outline == [
        "2:2 {", "2:4 é\"", "2:11 [", "2:12 1", "2:15 -2.5", "3:3 a:]\\", "3:13 {", "3:18 x",
        "3:23 [", "3:28 ", "3:33 null", "4:3 é", "4:8 true",
      ])
    #expect(located.position.file == "f")
  }

  @Test func `a key can appear twice, in one object only`() throws {
    let text = Array(#"{"a":1,"a":{"a":2}}"#.utf8)
    let located = try LocatedJSON(parsing: text)
    #expect(located.outline == ["1:1 {", "1:2 a", "1:6 1", "1:8 a", "1:12 {", "1:13 a", "1:17 2"])
    #expect(throws: Diagnostic.self) { try JSON(parsing: text) }
  }

  @Test(arguments: seeds(200))
  func `the text at each position is the value`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let json = generator.json(depthMax: 4)
    let text = json.text
    let located = try LocatedJSON(parsing: Array(text.utf8))
    // The writer puts everything on one line, so that a column is an index of a scalar.
    let scalars = Array(text.unicodeScalars)
    func check(_ located: LocatedJSON, _ json: JSON) {
      #expect(located.position.line == 1)
      let rest = String(String.UnicodeScalarView(scalars[(located.position.column - 1)...]))
      #expect(rest.utf8.starts(with: json.text.utf8), "seed \(seed)")
      switch (located.value, json) {
      case (.array(let places), .array(let values)):
        #expect(places.count == values.count)
        for (place, value) in zip(places, values) { check(place, value) }
      case (.object(let places), .object(let members)):
        #expect(places.count == members.count)
        for (place, member) in zip(places, members) {
          #expect(sameBytes(place.key, member.key))
          #expect(scalars[place.position.column - 1] == "\"")
          check(place.value, member.value)
        }
      default: break
      }
    }
    check(located, json)
  }

  static let refused = [
    "", "[1,]", "{\"a\" 1}", "\"\\x\"", "[\n\"a", String(repeating: "[", count: 100), "1 2",
  ]

  @Test(arguments: refused)
  func `the errors are those of the reader`(text: String) {
    let expected = #expect(throws: Diagnostic.self) { try JSON(parsing: text) }
    let found = #expect(throws: Diagnostic.self) { try LocatedJSON(parsing: Array(text.utf8)) }
    #expect(found == expected)
  }

  @Test func `a text over the limit is refused`() {
    #expect(throws: Diagnostic.self) { try LocatedJSON(parsing: Array("[1]".utf8), bytesMax: 2) }
  }
}

extension LocatedJSON {
  /// `line:column text` of every key and value, in order.
  fileprivate var outline: [String] {
    func line(_ position: SourcePosition, _ text: String) -> String {
      "\(position.line):\(position.column) \(text)"
    }
    switch value {
    case .null: return [line(position, "null")]
    case .bool(let bool): return [line(position, "\(bool)")]
    case .int(let int): return [line(position, "\(int)")]
    case .number(let number): return [line(position, number.text)]
    case .string(let text): return [line(position, text)]
    case .array(let elements): return [line(position, "[")] + elements.flatMap(\.outline)
    case .object(let members):
      return [line(position, "{")]
        + members.flatMap { [line($0.position, $0.key)] + $0.value.outline }
    }
  }
}
