import Navigation
import Sessions
import Snapshots
import TestSupport
import Testing

/// Snapshots of links whose source routes distinguish.
struct SourceSnapshotTests {
  private static let codec: SnapshotCodec = {
    var app = PluginDraft("app")
    app.source("web", consent: "/ask")
    app.source("own", .signed(items: nil))
    app.gate("login", challenge: "/login")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/ask", screen: "Ask") { $0.presentation = .cover }
    app.route("/mail", screen: "Mail") { $0.gates = ["login"] }
    app.route("/root", screen: "Root") {
      $0.gates = ["login"]
      $0.presentation = .root
    }
    app.screen("Home") { $0.leave = .confirm }
    return SnapshotCodec(.valid(app))
  }()

  static let rows: [(commands: String, version: UInt8)] = [
    ("open /mail", 4), ("open /mail inside", 4), ("open /mail from own signed", 5),
    ("open /mail from web; accept", 5), ("open /mail from web", 5), ("open /mail signed", 5),
    ("open / from web; accept", 4),
    // The blocked link has consent.
    ("dirty on; open /root from web; accept; confirm; login a", 5),
    ("dirty on; open /root signed; confirm; login a", 4),
  ]

  @Test(arguments: rows)
  func `a snapshot keeps the source of links`(commands: String, version: UInt8) throws {
    var session = Session(definition: Self.codec.definition)
    for command in commands.split(separator: ";") {
      let applied = session.apply(try Event(command: String(command), nowMilliseconds: 0))
      if case .refused(let refusal) = applied.outcome { Issue.record("\(refusal)") }
    }
    let bytes = Self.codec.bytes(of: session)
    #expect(bytes[0] == version)
    let restored = try Self.codec.session(from: bytes, isSame: true).session
    #expect(restored.state == session.state)
    #expect(restored.state.violations(in: Self.codec.definition).isEmpty)
    // Under another definition, every question is withdrawn.
    let other = try Self.codec.session(from: bytes, isSame: false)
    #expect(other.session.state.request == nil)
    #expect(other.session.state.violations(in: Self.codec.definition).isEmpty)
    #expect(
      other.transitions.contains { $0.word == "drop" }
        == (session.state.request != nil || session.state.pendingLeave?.gate != nil))
  }

  @Test func `every truncated or changed snapshot is read or refused`() throws {
    var session = Session(definition: Self.codec.definition)
    for command in ["open /mail from own signed", "open /mail from web"] {
      _ = session.apply(try Event(command: command, nowMilliseconds: 0))
    }
    let bytes = Self.codec.bytes(of: session)
    for count in bytes.indices {
      #expect(throws: (any Error).self) {
        try Self.codec.session(from: Array(bytes[..<count]), isSame: true)
      }
    }
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        guard let read = try? Self.codec.session(from: changed, isSame: true) else { continue }
        #expect(read.session.state.violations(in: Self.codec.definition).isEmpty)
      }
    }
  }
}
