public import JSONCodec

/// What a daemon says of itself to everyone who connects.
public struct Greeting: Sendable, Hashable {
  /// The program's version.
  public let version: String
  /// `always`, `interval` or `none`.
  public let durability: String
  /// Whether nothing can be changed now.
  public let isReadOnly: Bool
  /// Which run of the daemon this is; `nil` if it does not tell.
  public let instance: String?
  /// Which journal it writes; `nil` if it has none, or does not tell.
  public let journal: String?
  /// The most bytes of a line that it takes.
  public let lineBytesMax: Int
  /// All of it.
  public let json: JSON

  /// Reads the parameters of the notification `hello`.
  /// - Returns: `nil` if it is of another protocol.
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
    let told = json["limits"]?["lineBytes"]?.intValue ?? Int64(callBytesMax)
    lineBytesMax = min(callBytesMax, max(1, Int(clamping: told)))
  }

  /// Stands for one that has not come yet.
  static let unknown = Greeting()

  private init() {
    (version, durability, json) = ("", "", .null)
    (isReadOnly, instance, journal) = (false, nil, nil)
    lineBytesMax = callBytesMax
  }

  /// Whether a call with a request id that was sent to the other may be sent again here: then it is
  /// done once, whatever became of the first. So it is in the same run of a daemon, which
  /// remembers its requests, and in a later one with the same journal, in which the change and its
  /// request id stand together or not at all.
  public func remembers(requestsOf other: Greeting) -> Bool {
    isSameRun(as: other) || isSame(journal, other.journal)
  }

  /// Whether both are of one run of a daemon.
  func isSameRun(as other: Greeting) -> Bool { isSame(instance, other.instance) }

  private func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    return left.utf8.elementsEqual(right.utf8)
  }
}
