import FileAccess
import Service

/// A program that accepts connections, as the system does for it, and says nothing.
final class SilentSocket {
  private let socket: ListeningSocket

  init(_ path: String) throws { socket = try ListeningSocket(path: path, isStandard: false) }

  deinit { socket.end() }
}
