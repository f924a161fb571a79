import JSONCodec
import PluginProtocol
import Screens
import Testing

struct MessageTests {
  @Test func `requests are written as the protocol says and come back`() throws {
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

  @Test func `an answer to a tap may name no target`() throws {
    #expect(try TapAnswer(.null).target == nil)
    #expect(try TapAnswer([:]).target == nil)
    #expect(try TapAnswer(["target": .null]).target == nil)
    #expect(try TapAnswer(["target": "/a"]).target == "/a")
    #expect(throws: ContentError.wrongType(place: "result.target", wanted: "a text")) {
      try TapAnswer(["target": 7])
    }
  }

  @Test func `parameters that are missing or of another type are refused`() {
    #expect(throws: ContentError.wrongType(place: "params", wanted: "an object")) {
      try TapRequest(nil)
    }
    #expect(throws: ContentError.missing(place: "params", key: "tap")) {
      try TapRequest(["instance": "1"])
    }
    #expect(throws: ContentError.wrongType(place: "result.screens", wanted: "an array of texts")) {
      try InitializeAnswer(["protocol": 1, "screens": ["A", 2]])
    }
    let place = "params.gates[0].subject"
    #expect(throws: ContentError.wrongType(place: place, wanted: "a text")) {
      try FactsNotice(["instance": "1", "gates": [["gate": "login", "subject": 7]]])
    }
    #expect(throws: ContentError.wrongType(place: "result.protocol", wanted: "an integer")) {
      try InitializeAnswer(["protocol": "1", "screens": []])
    }
  }
}
