/// A request. Values are UTF-8; bytes that are not were replaced by U+FFFD.
public nonisolated struct HTTPRequest: Sendable {
  /// The method, such as `GET`.
  public let method: String
  /// The path, without percent-encoding and query.
  public let path: String
  /// The items of the query, without percent-encoding.
  public let query: [Field]
  /// The headers, with names in lower case.
  public let headers: [Field]
  /// The body; empty until all of it has arrived.
  public internal(set) var body: [UInt8] = []

  /// A name and its value.
  public struct Field: Sendable {
    /// The name.
    public let name: String
    /// The value; empty if there is none.
    public let value: String
  }

  /// The value of an item of the query; `nil` if it is absent or repeated.
  public func item(_ name: String) -> String? { Self.only(name, in: query) }

  /// The value of a header, named in lower case; `nil` if it is absent or repeated.
  public func header(_ name: String) -> String? { Self.only(name, in: headers) }

  /// Whether a header, named in lower case, is present, even several times.
  public func has(_ name: String) -> Bool {
    headers.contains { $0.name.utf8.elementsEqual(name.utf8) }
  }

  private static func only(_ name: String, in fields: [Field]) -> String? {
    let values = fields.filter { $0.name.utf8.elementsEqual(name.utf8) }
    return values.count == 1 ? values[0].value : nil
  }
}

/// An answer.
public nonisolated struct HTTPResponse: Sendable {
  /// The status code.
  public var status: UInt32
  /// The headers.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  /// Creates an answer.
  public init(status: UInt32, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
