import Diagnostics
import JSONCodec
import TestSupport
import Testing

/// A JSON text and its value.
struct ReadingRow: Sendable {
  let text: String
  let value: JSON

  init(_ text: String, _ value: JSON) {
    self.text = text
    self.value = value
  }
}

/// An invalid text, the error's message, and its place.
struct RefusalRow: Sendable {
  let text: String
  let message: String
  let line: Int
  let column: Int

  init(_ text: String, _ message: String, _ line: Int, _ column: Int) {
    self.text = text
    self.message = message
    self.line = line
    self.column = column
  }
}

struct JSONReadingTests {
  static let rows = [
    ReadingRow("null", .null),
    ReadingRow(" \t\r\n true \n", true),
    ReadingRow("false", false),
    ReadingRow("0", 0),
    ReadingRow("-9223372036854775808", .int(.min)),
    ReadingRow("9223372036854775807", .int(.max)),
    ReadingRow("1.5", 1.5),
    ReadingRow(#""""#, ""),
    ReadingRow(#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
    ReadingRow(#""\u0000\u00e9\uD83D\uDE00\uffff""#, "\0é😀\u{FFFF}"),
    ReadingRow("\"e\u{301} 😀 \u{2028}\"", "e\u{301} 😀 \u{2028}"),
    ReadingRow("[]", []),
    ReadingRow("[1, [2], {}]", [1, [2], [:]]),
    ReadingRow(#"{"b":1,"a":{"":null}}"#, ["b": 1, "a": ["": .null]]),
    // Two keys that are canonically equivalent.
    ReadingRow("{\"\u{E9}\":1,\"e\u{301}\":2}", ["\u{E9}": 1, "e\u{301}": 2]),
  ]

  @Test(arguments: rows)
  func `valid JSON is read`(_ row: ReadingRow) throws {
    #expect(try JSON(parsing: row.text) == row.value)
  }

  static let refusals = [
    RefusalRow("", "expected a value, but the JSON ends here", 1, 1),
    RefusalRow("[1,]", "expected a value, found ']'", 1, 4),
    RefusalRow("[1", "expected ',' or ']', but the JSON ends here", 1, 3),
    RefusalRow("[1 2]", "expected ',' or ']', found '2'", 1, 4),
    RefusalRow(#"{"a":1,}"#, "expected a key in quotes, found '}'", 1, 8),
    RefusalRow(#"{"a" 1}"#, "expected ':', found '1'", 1, 6),
    RefusalRow(#"{a:1}"#, "expected a key in quotes, found 'a'", 1, 2),
    RefusalRow("null null", "expected the end, found 'n'", 1, 6),
    RefusalRow("nul", "expected 'null', but the JSON ends here", 1, 4),
    RefusalRow("NaN", "expected a value, found 'N'", 1, 1),
    RefusalRow("\u{FEFF}1", "expected a value, found byte 0xef", 1, 1),
    RefusalRow("[\n\"é\", 01]", "this is not a valid JSON number", 2, 6),
    RefusalRow("1.", "this is not a valid JSON number", 1, 1),
    RefusalRow("1e+", "this is not a valid JSON number", 1, 1),
    RefusalRow("-", "this is not a valid JSON number", 1, 1),
    RefusalRow("+1", "expected a value, found '+'", 1, 1),
    RefusalRow(#""a"#, "expected '\"', but the JSON ends here", 1, 3),
    RefusalRow(#""\x""#, "this is not a valid JSON escape", 1, 2),
    RefusalRow(#""\u12G4""#, "this is not a valid JSON escape", 1, 2),
    RefusalRow(#""\u12"#, "expected a hexadecimal digit, but the JSON ends here", 1, 6),
    RefusalRow("\"\u{1}\"", "the string contains an unescaped byte 0x01", 1, 2),
    RefusalRow(#""\ud800""#, "this is only half of a surrogate pair", 1, 2),
    RefusalRow(#""\udc00""#, "this is only half of a surrogate pair", 1, 2),
    RefusalRow(#""\ud800\u0041""#, "this is only half of a surrogate pair", 1, 2),
    RefusalRow(#""\ud800\ud800""#, "this is only half of a surrogate pair", 1, 2),
    RefusalRow(
      #"{"a":1,"\u0061":2}"#,
      "key 'a' appears twice in one object, first at line 1, column 2", 1, 8),
  ]

  @Test(arguments: refusals)
  func `invalid JSON is refused with the place of the error`(_ row: RefusalRow) throws {
    let error = try #require(throws: Diagnostic.self) { try JSON(parsing: row.text, file: "x") }
    #expect(error.message == row.message)
    #expect(error.position == SourcePosition(file: "x", line: row.line, column: row.column))
    #expect(error.code == .jsonSyntax)
  }

  // Goal: exactly the well-formed scalars are accepted.
  // Method: every sequence of one and two bytes, and every lead byte with the edge values of the
  // others, compared with the standard library's decoder.
  @Test func `invalid UTF-8 is refused`() {
    let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    var cases: [[UInt8]] = []
    for first in 0x80...UInt8.max {
      cases.append([first])
      cases += (0...UInt8.max).map { [first, $0] }
      for second in edges {
        for third in edges {
          cases.append([first, second, third])
          cases += edges.map { [first, second, third, $0] }
        }
      }
    }
    for bytes in cases where bytes.allSatisfy({ $0 >= 0x20 }) {
      let isValid = Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes
      let isRead = (try? JSON(parsing: [0x22] + bytes + [0x22])) != nil
      if isRead != isValid { Issue.record("\(bytes) is valid: \(isValid), is read: \(isRead)") }
    }
  }

  @Test(arguments: ["[", #"{"a":"#, #"[{"a":"#])
  func `a text nested 100,000 deep is refused`(_ opening: String) throws {
    let error = try #require(throws: Diagnostic.self) {
      try JSON(parsing: String(repeating: opening, count: 100_000))
    }
    #expect(error.code == .jsonLimit)
  }

  @Test func `64 nested arrays are accepted, 65 are refused`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSON(parsing: nested(64))
    let error = try #require(throws: Diagnostic.self) { try JSON(parsing: nested(65)) }
    #expect(error.position?.column == 65)
    #expect(error.message == "arrays and objects are nested more than 64 deep")
  }

  @Test func `a text of more than bytesMax bytes is refused`() throws {
    let fitting = "\"" + String(repeating: "a", count: jsonBytesMax - 2) + "\""
    #expect(try JSON(parsing: fitting).stringValue?.utf8.count == jsonBytesMax - 2)
    let error = try #require(throws: Diagnostic.self) { try JSON(parsing: fitting + " ") }
    #expect(error.code == .jsonLimit)
    #expect(error.message == "the JSON has 1048577 bytes; at most 1048576 are read")
    #expect(try JSON(parsing: fitting + " ", bytesMax: .max) != .null)
    #expect(throws: Diagnostic.self) { try JSON(parsing: "1", bytesMax: -1) }
  }

  @Test func `an object with many keys is read in linear time, and a duplicate is found`() throws {
    let members = (0..<100_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let seconds = try threadSeconds {
      let value = try JSON(parsing: "{\(members)}", bytesMax: 4_000_000)
      #expect(value["key99999"] == 99_999)
    }
    // A quadratic search would make five billion comparisons.
    #expect(seconds < 20)
    for key in ["key0", "key7", "key8", "key9", "key99999"] {
      let error = try #require(throws: Diagnostic.self) {
        try JSON(parsing: "{\(members),\"\(key)\":0}", bytesMax: 4_000_000)
      }
      let other = try #require(error.other)
      #expect(error.message.hasPrefix("key '\(key)' appears twice in one object"))
      #expect(error.position?.column == members.utf8.count + 3)
      #expect("{\(members)".utf8.dropFirst(other.column - 1).starts(with: "\"\(key)\":".utf8))
    }
  }

  @Test func `the summary of an error fits on one line`() throws {
    let error = try #require(throws: Diagnostic.self) {
      try JSON(parsing: "{\"a\": 01}", file: "x.json")
    }
    #expect(
      error.summary == """
        x.json:1:7: error[json/syntax]: this is not a valid JSON number. \
        Write it like 0, -12, 1.5 or 2e10, or as a string in "".
        """)
    let long = String(repeating: "k", count: 1_000)
    let other = try #require(throws: Diagnostic.self) {
      try JSON(parsing: "{\"\(long)\":1,\"\(long)\":2}")
    }
    #expect(other.message.utf8.count < 200)
  }
}
