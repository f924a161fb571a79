import Diagnostics
import JSONCodec
import Screens
import TestSupport
import Testing

@testable import PluginProtocol

struct MessageTests {
  @Test func `messages are written as the protocol defines, and read back unchanged`() throws {
    let request = ScreenRequest(
      instance: "3", screen: "MusicSearch", values: [.init("term", "IU")],
      query: [.init("offset", "0"), .init("x", "a"), .init("x", "b")],
      link: "/music/search/IU?offset=0")
    let json = request.json(instance: "7")
    #expect(
      json.text
        == #"{"instance":"7","screen":"MusicSearch","values":{"term":"IU"},"#
        + #""query":{"offset":["0"],"x":["a","b"]},"link":"/music/search/IU?offset=0"}"#)
    let read = try ScreenRequest(json)
    #expect(read.instance == "7" && read.values == request.values && read.query == request.query)
    #expect(
      InitializeRequest(plugin: "music").json.text == #"{"protocol":1,"plugin":"music"}"#)
    #expect(try InitializeRequest(InitializeRequest(plugin: "m").json).plugin == "m")
    let answer = InitializeAnswer(screens: ["A", "B"])
    #expect(try InitializeAnswer(answer.json) == answer)
    let tap = TapRequest(instance: "7", tap: "track-1")
    #expect(try TapRequest(tap.json) == tap)
    #expect(try CloseNotice(CloseNotice(instance: "7").json).instance == "7")
    let facts = SessionFacts([.init("login", subject: "alice"), .init("age")])
    let learned = FactsNotice(instance: "7", facts: facts)
    #expect(
      learned.json.text
        == #"{"instance":"7","gates":[{"gate":"login","subject":"alice"},"#
        + #"{"gate":"age","subject":null}]}"#)
    #expect(try FactsNotice(learned.json) == learned)
    let result = ResultNotice(instance: "7", result: "paid")
    #expect(result.json.text == #"{"instance":"7","result":"paid"}"#)
    #expect(try ResultNotice(result.json) == result)
    let change = ChangeNotice(instance: "7", content: ScreenContent(title: "A"))
    #expect(try ChangeNotice(change.json) == change)
  }

  @Test func `the answer to a tap may have no target`() throws {
    #expect(try TapAnswer(.null).target == nil)
    #expect(try TapAnswer([:]).target == nil)
    #expect(try TapAnswer(["target": .null]).target == nil)
    #expect(try TapAnswer(["target": "/a"]).target == "/a")
    #expect(throws: Diagnostic.wrongType(place: "result.target", wanted: "a string")) {
      try TapAnswer(["target": 7])
    }
  }

  @Test func `parameters that are missing or have another type are refused`() {
    #expect(throws: Diagnostic.wrongType(place: "params", wanted: "an object")) {
      try TapRequest(nil)
    }
    #expect(throws: Diagnostic.missing(place: "params", key: "tap")) {
      try TapRequest(["instance": "1"])
    }
    #expect(throws: Diagnostic.wrongType(place: "result.screens", wanted: "an array of strings")) {
      try InitializeAnswer(["protocol": 1, "screens": ["A", 2]])
    }
    let place = "params.gates[0].subject"
    #expect(throws: Diagnostic.wrongType(place: place, wanted: "a string")) {
      try FactsNotice(["instance": "1", "gates": [["gate": "login", "subject": 7]]])
    }
    #expect(throws: Diagnostic.wrongType(place: "result.protocol", wanted: "an integer")) {
      try InitializeAnswer(["protocol": "1", "screens": []])
    }
  }

  /// A message as JSON, and a check that JSON read as this message survives writing and reading.
  struct Message: Sendable {
    let text: String
    let survives: @Sendable (JSON) throws -> Bool

    init<Value: Equatable & Sendable>(
      _ value: Value, json: @escaping @Sendable (Value) -> JSON,
      read: @escaping @Sendable (JSON) throws -> Value
    ) {
      text = json(value).text
      survives = { changed in
        let value = try read(changed)
        return (try? read(JSON(parsing: json(value).text))) == value
      }
    }
  }

  static let messages = [
    Message(
      ScreenRequest(
        instance: "3", screen: "A", values: [.init("term", "IU")],
        query: [.init("x", "a"), .init("y", ""), .init("x", "b")], link: "/a?x=a"),
      json: { $0.json(instance: $0.instance) }, read: { try ScreenRequest($0) }),
    Message(InitializeRequest(plugin: "music"), json: \.json, read: { try InitializeRequest($0) }),
    Message(
      InitializeAnswer(screens: ["A", "B"]), json: \.json, read: { try InitializeAnswer($0) }),
    Message(TapRequest(instance: "7", tap: "t"), json: \.json, read: { try TapRequest($0) }),
    Message(TapAnswer(target: "/a"), json: \.json, read: { try TapAnswer($0) }),
    Message(
      FactsNotice(instance: "7", facts: SessionFacts([.init("login", subject: "a"), .init("b")])),
      json: \.json, read: { try FactsNotice($0) }),
    Message(ResultNotice(instance: "7", result: "r"), json: \.json, read: { try ResultNotice($0) }),
    Message(CloseNotice(instance: "7"), json: \.json, read: { try CloseNotice($0) }),
    Message(
      ChangeNotice(instance: "7", content: ScreenContent(title: "A")), json: \.json,
      read: { try ChangeNotice($0) }),
  ]

  @Test(arguments: messages.indices)
  func `a corrupted message is refused, or read and written without loss`(
    index: Int
  ) throws {
    let message = Self.messages[index]
    var read = 0
    for seed in 0..<1_000 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let bytes = random.changed(message.text)
      guard let json = try? JSON(parsing: bytes),
        let survives = try? message.survives(json)
      else { continue }
      read += 1
      #expect(survives, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(read > 10)
  }
}
