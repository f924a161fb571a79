import Diagnostics
import JSONCodec

/// A call that was not answered in the turn that read it. It is answered from its beginning later,
/// or continued if its command has begun.
final class SuspendedCall {
  let method: Method
  let arguments: [Argument]
  /// The identifier for its answer; `nil` for a notification.
  let id: [UInt8]?
  let began: UInt64
  /// Its command, which has begun.
  var run: CommandRun?
  /// Until when it waits for the content of a screen, in milliseconds; `nil` if it does not.
  var loadDeadline: UInt64?
  /// The session whose other calls wait for this one.
  var session: TextBytes?
  /// Clients whose calls wait for this one, in order of arrival.
  var waiting: [Client] = []

  init(_ call: borrowing Call, began: UInt64) {
    method = call.method
    id = call.id.map { Array($0) }
    // The line is gone by the time that the call is answered.
    arguments = call.arguments.map { argument in
      guard case .text(let bytes) = argument else { return argument }
      return .json(.string(String(decoding: bytes, as: UTF8.self)))
    }
    self.began = began
  }
}
