/// The request ids of one client: `CLIENT.RANDOM-N`.
///
/// The first part shows subscribers which kind of client made a change; the rest makes the ids
/// unique among all clients.
public struct RequestIds: Sendable {
  private let prefix: String
  private var count: UInt64 = 0

  /// - Parameter client: The kind of the client, such as `attach`.
  public init(client: String) {
    prefix = "\(client).\(String(UInt64.random(in: 0...UInt64.max), radix: 36))-"
  }

  /// Whether an id is one of this client's.
  func contains(_ id: String?) -> Bool { id?.utf8.starts(with: prefix.utf8) ?? false }

  /// A new id.
  public mutating func next() -> String {
    count &+= 1
    return prefix + String(count)
  }
}
