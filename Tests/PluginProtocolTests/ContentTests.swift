import Diagnostics
import JSONCodec
import Screens
import TestSupport
import Testing

@testable import PluginProtocol

struct ContentTests {
  @Test func `content is written as the protocol defines`() throws {
    let content = ScreenContent(
      title: "IU",
      sections: [
        Section(
          nil,
          [Row("Bbibbi", subtitle: "IU", badge: "★", progress: 0.6, tap: "track-1")])
      ],
      taps: [ScreenTap("track-1", "/music/track/1438614348"), ScreenTap("more")])
    let text =
      #"{"state":"ready","title":"IU","rows":[{"title":"Bbibbi","subtitle":"IU","badge":"★","#
      + #""progress":0.6,"tap":"track-1"}],"taps":{"track-1":"/music/track/1438614348","more":null}}"#
    #expect(content.json.text == text)
    #expect(try ScreenContent(JSON(parsing: text)) == content)
  }

  @Test(arguments: seeds(200))
  func `content that is written and read is unchanged`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let content = random.content()
    #expect(try ScreenContent(JSON(parsing: content.json.text)) == content, "seed \(seed)")
  }

  static let refused: [(String, Diagnostic)] = [
    ("[]", .wrongType(place: "content", wanted: "an object")),
    (#"{"title":"A"}"#, .missing(place: "content", key: "state")),
    (#"{"state":"ready"}"#, .missing(place: "content", key: "title")),
    (#"{"state":"failed","title":"A"}"#, .missing(place: "content", key: "message")),
    (
      #"{"state":"redy","title":"A"}"#,
      .unknownState(place: "content.state", text: "redy")
    ),
    (
      #"{"state":"ready","title":7}"#,
      .wrongType(place: "content.title", wanted: "a string")
    ),
    (
      #"{"state":"ready","title":"A","row":[]}"#,
      .unknownKey(place: "content", key: "row", nearest: "rows")
    ),
    (
      #"{"state":"ready","title":"A","rows":{}}"#,
      .wrongType(place: "content.rows", wanted: "an array")
    ),
    (
      #"{"state":"ready","title":"A","rows":["x"]}"#,
      .wrongType(place: "content.rows[0]", wanted: "an object")
    ),
    (
      #"{"state":"ready","title":"A","rows":[{"title":"x"},{"title":"y","progress":"half"}]}"#,
      .wrongType(place: "content.rows[1].progress", wanted: "a number from 0 to 1")
    ),
    (
      #"{"state":"ready","title":"A","rows":[{"title":"x","progress":1.5}]}"#,
      .wrongType(place: "content.rows[0].progress", wanted: "a number from 0 to 1")
    ),
    (
      #"{"state":"ready","title":"A","rows":[],"sections":[]}"#,
      .rowsTwice(place: "content.sections")
    ),
    (
      #"{"state":"ready","title":"A","sections":[{"rows":[{"title":"x","selected":1}]}]}"#,
      .wrongType(place: "content.sections[0].rows[0].selected", wanted: "true or false")
    ),
    (
      #"{"state":"ready","title":"A","taps":{"x":1}}"#,
      .wrongType(place: "content.taps.x", wanted: "a string or null")
    ),
  ]

  @Test(arguments: refused)
  func `invalid content is refused with its place`(text: String, error: Diagnostic) throws {
    let json = try JSON(parsing: text)
    #expect(throws: error) { try ScreenContent(json) }
  }

  @Test func `corrupted content is refused, or read and written without loss`() throws {
    var read = 0
    for seed in 0..<1_000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let text = random.changed(random.content().json.text)
      guard let json = try? JSON(parsing: text), let content = try? ScreenContent(json) else {
        continue
      }
      read += 1
      #expect(try ScreenContent(JSON(parsing: content.json.text)) == content, "seed \(seed)")
    }
    #expect(read > 10)
  }
}

extension SplitMix64 {
  /// A text with one to three of its bytes replaced by printable ones.
  mutating func changed(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0...below(3) { bytes[below(bytes.count)] = UInt8(32 + below(95)) }
    return bytes
  }

  fileprivate mutating func content() -> ScreenContent {
    let state: ScreenContent.State =
      switch below(3) {
      case 0: .loading
      case 1: .ready
      default: .failed(message: text())
      }
    return ScreenContent(
      title: text(), state: state,
      sections: (0..<below(3)).map { _ in
        Section(chance(50) ? text() : nil, (0..<below(4)).map { _ in row() })
      }, taps: (0..<below(4)).map { ScreenTap("\($0)" + text(), chance(50) ? text() : nil) })
  }

  private mutating func row() -> Row {
    Row(
      text(), subtitle: chance(50) ? text() : nil, image: chance(20) ? text() : nil,
      badge: chance(50) ? "★" : nil, progress: chance(50) ? Double(below(11)) / 10 : nil,
      isSelected: chance(20), tap: chance(50) ? text() : nil)
  }

  private mutating func text() -> String {
    pick(["", "a", "영화", "\u{1B}[31m", "e\u{301}", "\"\\", "\n", "x\u{0}"])
  }
}
