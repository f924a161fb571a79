import Commands
import Diagnostics
import JSONCodec
import Journal

/// An accepted change of a session. Its answer is `{…,"seq":N}`; where a change is passed on, the
/// members before `seq` are passed next to it.
struct Change {
  let kind: JournalRecord.Kind
  /// The command line; of `create` and `close` the session's name.
  let text: String
  /// The session's count of changes, with this one.
  let seq: Int64
  /// The id of the request that made it.
  var request: StoredRequestId?
  /// Whether it is the last change of its call, so that the session's state is the one it led to.
  var isLast = true

  /// Whether subscribers are notified of it.
  var isNotified: Bool { kind == .event || kind == .state }

  /// Appends an answer: `{`, the members that `write` appends, and `"seq"`.
  /// - Returns: Where the members are.
  @inline(__always) @discardableResult
  static func writeAnswer(
    seq: Int64, into output: inout [UInt8], _ write: (inout [UInt8]) -> Void
  ) -> Range<Int> {
    output.append(UInt8(ascii: "{"))
    let start = output.count
    write(&output)
    let end = output.count
    output.append(#","seq":"#)
    writeJSONInteger(seq, into: &output)
    output.append(UInt8(ascii: "}"))
    return start..<end
  }

  /// Appends `"seq":1,"event":{"line":"open /movies"},"outcome":"moved","transitions":[…]`: the
  /// members of an `event` notification after the session's name.
  func writeEvent(_ members: ArraySlice<UInt8>, into body: inout [UInt8]) {
    body.append(#""seq":"#)
    writeJSONInteger(seq, into: &body)
    body.append(#","event":{"line":"#)
    writeJSONString(text, into: &body)
    if let request {
      body.append(#","requestId":"#)
      writeJSONString(request.id, into: &body)
    }
    body.append(UInt8(ascii: "}"))
    guard !members.isEmpty else { return }
    body.append(UInt8(ascii: ","))
    body.append(contentsOf: members)
  }
}

extension Change {
  /// A change that a command made.
  init(_ made: SessionChange, request: StoredRequestId? = nil, isLast: Bool) {
    let kind: JournalRecord.Kind =
      switch made.kind {
      case .event: .event
      case .state: .state
      }
    self.init(kind: kind, text: made.command, seq: made.seq, request: request, isLast: isLast)
  }
}

/// The id of a request as the journal stores it, after the digest of its call. The digest makes a
/// different call with the same id a conflict even after a restart.
public nonisolated struct StoredRequestId {
  let digest: UInt64
  /// The id as the client gave it.
  public let id: String

  /// The text for the journal.
  var text: String { zeroPadded(digest, Self.digits, radix: 16) + id }

  init(digest: UInt64, id: String) {
    self.digest = digest
    self.id = id
  }

  /// Reads a text of the journal.
  public init(_ text: String) {
    digest = UInt64(String(decoding: text.utf8.prefix(Self.digits), as: UTF8.self), radix: 16) ?? 0
    id = String(decoding: text.utf8.dropFirst(Self.digits), as: UTF8.self)
  }

  private static var digits: Int { 16 }
}
