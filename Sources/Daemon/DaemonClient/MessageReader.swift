import CLibrary
internal import Diagnostics
internal import FileAccess
internal import JSONCodec

/// The messages that a daemon sends over a socket that does not block.
struct MessageReader {
  private let descriptor: Int32
  private let path: String
  private var framer = LineFramer(lineBytesMax: answerBytesMax)
  /// The message of the daemon's `goodbye`.
  private var parting: String?

  /// - Parameter path: The socket, for errors.
  init(_ descriptor: Int32, of path: String) { (self.descriptor, self.path) = (descriptor, path) }

  /// Reads one piece of the available input, for `next()`.
  /// - Throws: `lost`, at the end too.
  mutating func receive() throws(ClientError) {
    let (count, fault) = withUnsafeTemporaryAllocation(byteCount: chunkBytes, alignment: 1) {
      let count = CLibrary.read(descriptor, $0.baseAddress, $0.count)
      let fault = errno
      if count > 0 { framer.feed($0.prefix(count)) }
      return (count, fault)
    }
    guard count != 0 else { throw lost("the daemon closed it") }
    guard count > 0 || fault == EAGAIN || fault == EWOULDBLOCK || fault == EINTR else {
      throw lost(systemMessage(fault))
    }
  }

  /// The next message of the input that was read; `nil` until more is read.
  /// - Throws: `stranger`.
  mutating func next() throws(ClientError) -> RPCMessage? {
    guard let line = framer.next() else { return nil }
    guard case .whole(let bytes) = line else {
      throw .stranger(path: path, reason: "it sends a line of more than \(answerBytesMax) bytes")
    }
    do throws(Diagnostic) {
      let message = try RPCMessage(parsing: bytes, bytesMax: answerBytesMax)
      if case .notification(let notice) = message, sameBytes(notice.method, "goodbye") {
        parting = notice.params?["message"]?.stringValue
      }
      return message
    } catch {
      throw .stranger(path: path, reason: error.message)
    }
  }

  /// The error for a lost connection, with the reason that the daemon has sent, if any.
  func lost(_ reason: String) -> ClientError { .lost(path: path, reason: parting ?? reason) }
}

private let chunkBytes = 65_536
