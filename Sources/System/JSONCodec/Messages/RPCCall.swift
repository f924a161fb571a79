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

  /// The content of a line.
  public enum Line: Sendable {
    /// One call, or an invalid one.
    case single(Result<RPCCall, Refused>)
    /// A batch of one or more calls, each possibly invalid.
    case batch([Result<RPCCall, Refused>])
  }

  /// Why a call is invalid, and the identifier to answer with.
  public struct Refused: Error, Sendable {
    /// The reason.
    public let error: Diagnostic
    /// The call's identifier; `null` if it could not be read.
    public let id: JSON
  }

  /// Reads a line with one call, or an array of calls (a batch).
  /// - Throws: If it is not JSON, or an empty array.
  public static func read(
    _ bytes: [UInt8], file: String = "<request>", bytesMax: Int = jsonBytesMax
  ) throws(Diagnostic) -> Line {
    let json = try JSON(parsing: bytes, file: file, bytesMax: bytesMax)
    guard let calls = json.arrayValue else { return .single(read(json)) }
    guard !calls.isEmpty else { throw .emptyBatch }
    return .batch(calls.map(read))
  }

  private static func read(_ json: JSON) -> Result<RPCCall, Refused> {
    do throws(Diagnostic) {
      return .success(try RPCCall(json))
    } catch {
      // A valid identifier is repeated, whatever else is wrong.
      let id = json["id"].flatMap { isIdentifier($0) ? $0 : nil } ?? .null
      return .failure(Refused(error: error, id: id))
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
    case .bool, .array, .object: false
    }
  }
}
