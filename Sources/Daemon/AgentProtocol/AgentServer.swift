public import DaemonClient
internal import Diagnostics
public import JSONCodec

/// A server of the Model Context Protocol: one JSON-RPC message in, at most one out.
///
/// It has tools for the sessions of a daemon and for the route files. It keeps no state of its
/// client; sessions of the daemon have names.
@MainActor public final class AgentServer {
  private let app: any AgentApp
  private let tools: AgentTools

  /// Connects to a daemon.
  /// - Parameters:
  ///   - socket: The daemon's socket.
  ///   - restart: Starts the daemon again and returns its socket; `nil` if it runs on its own.
  public init(
    _ app: any AgentApp, socket: String, restart: (() -> String?)? = nil
  ) throws(ClientError) {
    self.app = app
    tools = try AgentTools(app, AgentDaemon(path: socket, restart: restart))
  }

  /// Answers a line; `nil` if it gets no answer.
  public func answer(to line: [UInt8]) -> JSON? {
    guard !line.isEmpty else { return nil }
    let call: RPCCall
    do throws(RPCCall.Refused) {
      call = try RPCCall.read(line, file: "<message>", bytesMax: messageBytesMax)
    } catch {
      return Self.failure(error.error, id: error.id)
    }
    guard let id = call.id else { return nil }
    do throws(ProtocolFault) {
      let result = try result(of: call.method, call.params ?? [:])
      return ["jsonrpc": "2.0", "id": id, "result": .object(result)]
    } catch {
      return Self.failure(error, id: id)
    }
  }

  /// The answer to a line of more than `messageBytesMax` bytes.
  public static var answerToOverlongLine: JSON {
    failure(ProtocolFault(.overlong, number: RPCFailure.invalidRequest), id: .null)
  }

  private func result(
    of method: String, _ params: JSON
  ) throws(ProtocolFault) -> [JSON.Member] {
    let era = try ProtocolEra(of: method, params)
    func listed(_ key: String, _ rows: [JSON], milliseconds: Int) throws(ProtocolFault)
      -> [JSON.Member]
    {
      // Lists have one page.
      guard params["cursor"] == nil else { throw ProtocolFault(.badMessage(parameter: "cursor")) }
      return era.members + [.init(key, .array(rows))] + era.cached(milliseconds: milliseconds)
    }
    switch method {
    case "initialize": return try initialized(params)
    case "server/discover":
      return era.members + [
        .init("supportedVersions", .texts(ProtocolEra.statelessVersions))
      ] + greeting + era.cached(milliseconds: toolsMillisecondsMax)
        + [.init("_meta", .object([.init(MetaKey.server, identity)]))]
    case "ping": return era.members
    case "tools/list":
      return try listed("tools", tools.rows, milliseconds: toolsMillisecondsMax)
    case "tools/call": return try era.members + called(params).members
    case "resources/list":
      return try listed("resources", resources(), milliseconds: 0)
    case "resources/templates/list":
      return try listed("resourceTemplates", [], milliseconds: toolsMillisecondsMax)
    case "resources/read":
      return try era.members + read(params, era) + era.cached(milliseconds: 0)
    default: throw ProtocolFault(.unknownMethod(method), number: RPCFailure.methodNotFound)
    }
  }

  private func initialized(_ params: JSON) throws(ProtocolFault) -> [JSON.Member] {
    guard let wanted = params["protocolVersion"]?.stringValue else {
      throw ProtocolFault(.badMessage(parameter: "protocolVersion"))
    }
    let version =
      ProtocolEra.handshakeVersions.first { sameBytes($0, wanted) }
      ?? ProtocolEra.handshakeVersions[0]
    return [.init("protocolVersion", .string(version))] + greeting
      + [.init("serverInfo", identity)]
  }

  private var identity: JSON { ["name": "signalbox", "version": .string(app.version)] }

  private var greeting: [JSON.Member] {
    [
      .init("capabilities", ["tools": [:], "resources": [:]]),
      .init("instructions", .string(instructions)),
    ]
  }

  private func called(_ params: JSON) throws(ProtocolFault) -> ToolResult {
    guard let name = params["name"]?.stringValue else {
      throw ProtocolFault(.badMessage(parameter: "name"))
    }
    guard let tool = tools.named(name) else {
      throw ProtocolFault(.unknownTool(name, known: AgentTools.table.map(\.name)))
    }
    let arguments = params["arguments"] ?? [:]
    guard arguments.objectValue != nil else {
      throw ProtocolFault(.badMessage(parameter: "arguments"))
    }
    return tools.call(tool, arguments)
  }

  private func resources() throws(ProtocolFault) -> [JSON] {
    // Without route files there are still the texts about commands and codes.
    ((try? app.resources()) ?? []).map { resource in
      [
        "uri": .string(resource.uri), "name": .string(resource.name),
        "description": .string(resource.summary), "mimeType": "text/plain",
      ]
    }
  }

  private func read(
    _ params: JSON, _ era: ProtocolEra
  ) throws(ProtocolFault) -> [JSON.Member] {
    guard let uri = params["uri"]?.stringValue else {
      throw ProtocolFault(.badMessage(parameter: "uri"))
    }
    guard let text = (try? app.text(of: uri)) ?? nil else {
      let number = era == .handshake ? -32_002 : RPCFailure.invalidParams
      throw ProtocolFault(
        .unknownResource(uri), number: number, data: [.init("uri", .string(uri))])
    }
    return [
      .init(
        "contents", [["uri": .string(uri), "mimeType": "text/plain", "text": .string(text)]])
    ]
  }

  private static func failure(_ fault: ProtocolFault, id: JSON) -> JSON {
    failure(fault.error, number: fault.number, data: fault.data, id: id)
  }

  private static func failure(_ error: Diagnostic, id: JSON) -> JSON {
    let isMessage = error.code == .jsonMessage
    return failure(
      error, number: isMessage ? RPCFailure.invalidRequest : RPCFailure.parseError, id: id)
  }

  private static func failure(
    _ error: Diagnostic, number: Int64, data: [JSON.Member] = [], id: JSON
  ) -> JSON {
    var members = [JSON.Member("code", .string(error.code.rawValue))]
    if let advice = error.advice { members.append(JSON.Member("advice", .string(advice))) }
    return [
      "jsonrpc": "2.0", "id": id,
      "error": [
        "code": .int(number), "message": .string(error.message), "data": .object(members + data),
      ],
    ]
  }
}

/// What a model reads about the server.
private let instructions = """
  Runs an app's navigation without the app. Create a session, act with lines such as \
  'open /movies/42', 'tap buy', 'login alice', 'back', and look at the place after it. 'why' \
  explains a link, 'check' and 'explore' find faults in the route files.
  """
