internal import Diagnostics
internal import JSONCodec

/// The two kinds of the Model Context Protocol. Each request names its kind, so that the server
/// keeps no state per client.
/// - SeeAlso: modelcontextprotocol.io, versions 2026-07-28 and 2025-11-25.
enum ProtocolEra {
  /// Each request has the version and the client's capabilities in its `_meta`.
  case stateless
  /// A connection begins with `initialize`.
  case handshake

  /// The versions that `server/discover` offers.
  static let statelessVersions = ["2026-07-28"]
  /// The versions that `initialize` accepts, the preferred one first.
  static let handshakeVersions = ["2025-11-25", "2025-06-18"]
  static let versions = statelessVersions + handshakeVersions

  init(of method: String, _ params: JSON) throws(ProtocolFault) {
    let meta = params["_meta"]
    let version = meta?[MetaKey.version]
    if method == "initialize" || version == nil && method != "server/discover" {
      self = .handshake
      return
    }
    guard let version = version?.stringValue else {
      throw ProtocolFault(.badMessage(parameter: "_meta.\(MetaKey.version)"))
    }
    guard Self.statelessVersions.contains(where: { sameBytes($0, version) }) else {
      throw ProtocolFault(
        .unsupportedVersion(version), number: -32_022,
        data: [
          .init("supported", .texts(Self.statelessVersions)),
          .init("requested", .string(version)),
        ])
    }
    guard meta?[MetaKey.capabilities]?.objectValue != nil else {
      throw ProtocolFault(.badMessage(parameter: "_meta.\(MetaKey.capabilities)"))
    }
    self = .stateless
  }

  /// The members that every result of this kind has.
  var members: [JSON.Member] {
    switch self {
    case .stateless: [.init("resultType", "complete")]
    case .handshake: []
    }
  }

  /// The members of a result that can be kept.
  func cached(milliseconds: Int) -> [JSON.Member] {
    switch self {
    case .stateless: [.init("ttlMs", JSON(milliseconds)), .init("cacheScope", "private")]
    case .handshake: []
    }
  }
}

/// Keys of `_meta`.
enum MetaKey {
  static let version = "io.modelcontextprotocol/protocolVersion"
  static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  static let server = "io.modelcontextprotocol/serverInfo"
}

/// A request that gets a JSON-RPC error.
struct ProtocolFault: Error {
  let error: Diagnostic
  let number: Int64
  /// Members of the error's `data`, after its code and advice.
  let data: [JSON.Member]

  init(_ error: Diagnostic, number: Int64 = RPCFailure.invalidParams, data: [JSON.Member] = []) {
    (self.error, self.number, self.data) = (error, number, data)
  }
}
