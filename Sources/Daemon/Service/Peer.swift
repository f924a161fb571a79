import CLibrary
internal import CSystem
public import Diagnostics
internal import FileAccess

/// The process at the other end of a unix socket, as the system recorded it when it connected.
public struct Peer: Sendable, Hashable {
  /// The user ID.
  public let userID: UInt32
  /// The ID of the process, which may have ended since; `nil` if the system does not report it.
  public let processID: Int32?

  /// Asks the system for the peer of a socket.
  /// - Parameter descriptor: A connected unix socket.
  /// - Throws: `socket` if the descriptor is not one.
  public init(of descriptor: Int32) throws(Diagnostic) {
    var user = uid_t()
    var process = pid_t()
    guard csystem_socket_peer(descriptor, &user, &process) == 0 else {
      throw .socket(path: "descriptor \(descriptor)", reason: systemMessage(errno))
    }
    userID = user
    processID = process > 0 ? process : nil
  }

  /// A peer with known numbers.
  init(userID: UInt32, processID: Int32?) {
    self.userID = userID
    self.processID = processID
  }

  /// Whether the peer is the same user or root.
  public var isTrusted: Bool { isTrusted(by: geteuid()) }

  func isTrusted(by own: UInt32) -> Bool { userID == own || userID == 0 }
}
