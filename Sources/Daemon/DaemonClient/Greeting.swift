import Diagnostics
public import JSONCodec

/// The first notification of every connection.
public struct Greeting: Sendable, Hashable {
  /// The program's version.
  public let version: String
  /// `always`, `interval` or `none`.
  public let durability: String
  /// Whether the daemon is read-only.
  public let isReadOnly: Bool
  /// Identifies the run of the daemon.
  public let instance: String?
  /// Identifies its journal; `nil` if it has none.
  public let journal: String?
  /// The longest line that it accepts, in bytes.
  public let lineBytesMax: Int
  /// The parameters of the notification.
  public let json: JSON

  /// Reads the parameters of the notification `hello`.
  /// - Returns: `nil` for another version of the protocol.
  init?(_ json: JSON) {
    guard json["protocol"]?.intValue == protocolVersion,
      let version = json["version"]?.stringValue,
      let durability = json["durability"]?.stringValue
    else { return nil }
    self.json = json
    self.version = version
    self.durability = durability
    isReadOnly = json["readOnly"]?.boolValue ?? false
    instance = json["instance"]?.stringValue
    journal = json["journal"]?.stringValue
    let bytesMax = json["limits"]?["lineBytes"]?.intValue ?? Int64(callBytesMax)
    lineBytesMax = min(callBytesMax, max(1, Int(clamping: bytesMax)))
  }

  /// What is known before the greeting arrives.
  static let unknown = Greeting()

  private init() {
    (version, durability, json) = ("", "", .null)
    (isReadOnly, instance, journal) = (false, nil, nil)
    lineBytesMax = callBytesMax
  }

  /// Reads the first notification of a connection.
  init(first notice: RPCNotification, _ path: String) throws(ClientError) {
    guard sameBytes(notice.method, "hello") else {
      let reason = notice.params?["message"]?.stringValue
      throw .stranger(path: path, reason: reason ?? "it sends '\(notice.method)' first")
    }
    guard let greeting = Greeting(notice.params ?? .null) else {
      throw .stranger(path: path, reason: "it uses another version of the protocol")
    }
    self = greeting
  }

  /// Whether a call with a request id that was sent to the other connection can be sent again: it
  /// is executed once. True for the same run of a daemon, which remembers its requests, and for the
  /// same journal, which keeps a change together with its request id.
  public func remembers(requestsOf other: Greeting) -> Bool {
    isSameRun(as: other) || isSame(journal, other.journal)
  }

  /// Whether both come from the same run of a daemon.
  func isSameRun(as other: Greeting) -> Bool { isSame(instance, other.instance) }

  /// False if either is unknown.
  private func isSame(_ left: String?, _ right: String?) -> Bool {
    left != nil && sameBytes(left, right)
  }
}
