import Diagnostics
import JSONCodec
import Navigation
import Sessions
import TestSupport
import Testing

@testable import Commands

/// A prepared writer, which caches its templates, and a writer for one outcome produce the same
/// bytes.
@MainActor struct OutcomeTests {
  nonisolated static let words = [
    "open /movies/1", "open /movies/1?ref=a%22b", "open /library", "open /extras", "open /checkout",
    "open /terms", "open /film/7", "open /nowhere", "open \"/movies/\\u{1}\"", "open /search/é",
    "open /movies/2 inside", "login alice", "login", "logout", "satisfy premium \"o\\\"k\"",
    "revoke premium", "back", "dismiss", "root", "pop 1", "pop Home", "tab library", "tab none",
    "tap reviews", "tap pay", "tap none", "finish \"all\\n paid\"", "dirty on", "confirm", "cancel",
    "wait 1h", "ready",
  ]

  @Test(arguments: seeds(100))
  func `a prepared writer gives the same bytes as a writer for one outcome`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var session = Session(definition: TestApp.definition, isReady: seed % 7 != 0)
    let writer = OutcomeWriter(session.definition)
    for _ in 0..<40 {
      let event = try Event(
        command: Self.words[generator.below(Self.words.count)],
        nowMilliseconds: session.state.nowMilliseconds)
      let before = session.state.nowMilliseconds
      let applied = session.apply(event)
      let outcome = AppliedEvent(
        event, applied, clock: (before, session.state.nowMilliseconds), session.state,
        in: session.definition,
        changeCount: session.changes)
      var buffer = ByteBuffer()
      writer.write(applied, changes: session.changes, into: &buffer)
      let bytes = [UInt8](buffer)
      #expect(String(decoding: bytes, as: UTF8.self) == outcome.json.text)
      #expect(writer.writes(bytes, for: applied, changes: session.changes))
      #expect(!writer.writes(bytes, for: applied, changes: session.changes + 1))
    }
  }
}
