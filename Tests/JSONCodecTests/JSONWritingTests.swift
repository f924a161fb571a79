import Diagnostics
import JSONCodec
import TestSupport
import Testing

struct JSONWritingTests {
  static let rows = [
    ReadingRow("null", .null),
    ReadingRow("[true,false]", [true, false]),
    ReadingRow("[0,-1,9223372036854775807]", [0, -1, .int(.max)]),
    ReadingRow("[1.5,31.0,1e-07,-0.0,1e+20]", [1.5, 31.0, 1e-7, -0.0, 1e20]),
    ReadingRow(#"{"b":1,"a":[{}]}"#, ["b": 1, "a": [[:]]]),
    ReadingRow(#""a\"\\/\b\t\n\f\r\u0000\u001b\u007f""#, "a\"\\/\u{8}\t\n\u{C}\r\0\u{1B}\u{7F}"),
    ReadingRow(
      #""\u0080\u009f\u2028\u2029\u202e\u2069""#, "\u{80}\u{9F}\u{2028}\u{2029}\u{202E}\u{2069}"),
    ReadingRow(
      #""a\u00ad\u061c\u180e\u200b\u200d\u2060\ufeff\udb40\udc41""#,
      "a\u{AD}\u{61C}\u{180E}\u{200B}\u{200D}\u{2060}\u{FEFF}\u{E0041}"),
    ReadingRow("\"\u{A0}é\u{2027}\u{202F}😀\"", "\u{A0}é\u{2027}\u{202F}😀"),
    ReadingRow(#"{"\n":1}"#, ["\n": 1]),
  ]

  @Test(arguments: rows)
  func `a value is written on one line`(_ row: ReadingRow) throws {
    #expect(Array(row.value.text.utf8) == Array(row.text.utf8))
    #expect(try JSON(parsing: row.value.text) == row.value)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `infinity and NaN become null`(_ value: Double) {
    #expect(JSON(value) == .null)
    #expect(JSONNumber(value) == nil)
  }

  @Test(arguments: ["1.50", "1e400", "-0", "123456789012345678901", "1E+2", "0.0e-0"])
  func `a number is written as it was read`(_ text: String) throws {
    #expect(try JSON(parsing: text).text == text)
  }

  @Test func `writing appends`() {
    var bytes = ByteBuffer()
    bytes.append("x")
    JSON.array([1]).write(into: &bytes)
    #expect(bytes.text == "x[1]")
    #expect(JSON.array([1]).bytes == Array("[1]".utf8))
    #expect(JSON.array([1]).line == Array("[1]\n".utf8))
  }

  // Goal: a written value reads back as the same value, with the same text.
  @Test(arguments: seeds(500))  // A failure names its seed.
  func `every value survives writing and reading`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let value = generator.json(depthMax: 6)
    let text = value.text
    #expect(!text.utf8.contains { $0 < 0x20 || $0 == 0x7F })
    let read = try JSON(parsing: text)
    #expect(read == value)
    #expect(read.hashValue == value.hashValue)
    #expect(Array(read.text.utf8) == Array(text.utf8))
  }
}

struct JSONValueTests {
  @Test func `accessors return a value of their kind or nil`() throws {
    let value: JSON = ["a": 1, "b": [true, .null], "c": "text \(1)", "d": 2.5]
    #expect(value["a"]?.intValue == 1)
    #expect(value["a"]?.doubleValue == 1)
    #expect(value["b"]?.arrayValue?.first?.boolValue == true)
    #expect(value["b"]?.arrayValue?.last?.isNull == true)
    #expect(value["c"]?.stringValue == "text 1")
    #expect(value["d"]?.doubleValue == 2.5)
    #expect(value.objectValue?.map(\.key) == ["a", "b", "c", "d"])
    #expect(value["e"] == nil)
    #expect(value["a"]?["b"] == nil)
    #expect(value["a"]?.stringValue == nil && value["c"]?.intValue == nil)
    #expect(JSON(7) == 7)
    #expect(try JSON(parsing: "1e400").doubleValue == nil)
    #expect(try JSON(parsing: "1e2").intValue == nil)
  }

  @Test func `strings are compared as bytes, members in their order`() {
    #expect("\u{E9}" == "e\u{301}")  // `String` compares by canonical equivalence.
    #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
    #expect(Set([JSON.string("\u{E9}"), JSON.string("e\u{301}")]).count == 2)
    let value: JSON = ["e\u{301}": 1]
    #expect(value["\u{E9}"] == nil)
    #expect(value != ["\u{E9}": 1])
    #expect((["a": 1, "b": 2] as JSON) != ["b": 2, "a": 1])
    #expect((1 as JSON) != 1.0)
  }
}
