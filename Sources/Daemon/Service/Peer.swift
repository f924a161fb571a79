import CLibrary
internal import CSystem

/// Who is at the other end of a unix socket, as the system noted it when they connected.
public struct Peer: Sendable, Hashable {
  /// The number of the user.
  public let userID: UInt32
  /// The number of the process, which may have ended meanwhile; `nil` where it is not told.
  public let processID: Int32?

  /// Asks the system.
  /// - Parameter descriptor: A connected unix socket.
  /// - Throws: `socket`, if it is none.
  public init(of descriptor: Int32) throws(ServiceError) {
    var user = uid_t()
    var process = pid_t()
    guard csystem_socket_peer(descriptor, &user, &process) == 0 else {
      throw .socket(path: "descriptor \(descriptor)", reason: lastReason())
    }
    userID = user
    processID = process > 0 ? process : nil
  }

  /// A peer of which these things are known.
  init(userID: UInt32, processID: Int32?) {
    self.userID = userID
    self.processID = processID
  }

  /// Whether the two may talk: both are the same user, or the other is root.
  public var isTrusted: Bool { isTrusted(by: geteuid()) }

  func isTrusted(by own: UInt32) -> Bool { userID == own || userID == 0 }
}
