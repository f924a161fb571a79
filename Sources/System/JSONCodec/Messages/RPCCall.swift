public import Diagnostics

/// A call as a JSON-RPC 2.0 server receives it: a request, or a notification, which has no
/// identifier and gets no answer.
public struct RPCCall: Hashable, Sendable {
  /// A number, string or `null`, to be repeated in the answer; `nil` for a notification.
  public let id: JSON?
  /// The name of the method.
  public let method: String
  /// An array or object; `nil` if absent.
  public let params: JSON?

  /// Why a line is not a call, and the identifier to answer with.
  public struct Refused: Error, Sendable {
    /// The reason.
    public let error: Diagnostic
    /// The call's identifier; `null` if it could not be read.
    public let id: JSON
  }

  /// Reads a line. An array of calls (a batch) is refused.
  public static func read(
    _ bytes: [UInt8], file: String = "<request>", bytesMax: Int = jsonBytesMax
  ) throws(Refused) -> RPCCall {
    var id = JSON.null
    do throws(Diagnostic) {
      let json = try JSON(parsing: bytes, file: file, bytesMax: bytesMax)
      guard json.arrayValue == nil else { throw .batch }
      // A valid identifier is repeated, whatever else is wrong.
      if let found = json["id"], isIdentifier(found) { id = found }
      return try RPCCall(json)
    } catch {
      throw Refused(error: error, id: id)
    }
  }

  /// Reads a call from JSON, as strictly as `RPCMessage`, except that the identifier may be any
  /// number or `null`, as the specification allows.
  public init(_ json: JSON) throws(Diagnostic) {
    try RPCMessage.checkVersion(of: json)
    try RPCMessage.checkMembers(of: json, RPCMessage.callMembers)
    guard json["method"] != nil else { throw .noKind }
    id = json["id"]
    if let id, !Self.isIdentifier(id) { throw .badCallIdentifier }
    (method, params) = try RPCMessage.call(json)
  }

  private static func isIdentifier(_ json: JSON) -> Bool {
    switch json {
    case .null, .int, .number, .string: true
    case .bool, .array, .object, .written: false
    }
  }
}
