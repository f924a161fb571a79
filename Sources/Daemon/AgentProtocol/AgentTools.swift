internal import DaemonClient
internal import Diagnostics
internal import JSONCodec

/// The tools, and what they use: a daemon and the program.
@MainActor final class AgentTools {
  let app: any AgentApp
  let daemon: AgentDaemon
  /// The rows of the daemon's methods, by name.
  private let methods: [String: JSON]

  /// - Throws: If the daemon cannot be reached.
  init(_ app: any AgentApp, _ daemon: AgentDaemon) throws(ClientError) {
    (self.app, self.daemon) = (app, daemon)
    let rows = try daemon.look("describe")["methods"]?.arrayValue ?? []
    methods = Dictionary(
      rows.compactMap { row in row["name"]?.stringValue.map { ($0, row) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The tools as `tools/list` shows them.
  var rows: [JSON] { Self.table.map(row) }

  func named(_ name: String) -> AgentTool? { Self.table.first { sameBytes($0.name, name) } }

  /// Runs a tool. Every error is a result, so that the model can read it.
  func call(_ tool: AgentTool, _ arguments: JSON) -> ToolResult {
    do {
      try check(arguments, against: input(of: tool))
      return try tool.run(self, ToolArguments(json: arguments))
    } catch let error as ClientError {
      return ToolResult(error)
    } catch {  // Diagnostics are described by their summaries.
      return ToolResult(failed: "\(error)")
    }
  }

  private func row(of tool: AgentTool) -> JSON {
    var hints: [JSON.Member] = [.init("readOnlyHint", .bool(isReadOnly(tool)))]
    if !isReadOnly(tool) { hints.append(.init("destructiveHint", .bool(tool.isDestructive))) }
    hints.append(.init("openWorldHint", false))
    return [
      "name": .string(tool.name), "description": .string(tool.summary),
      "inputSchema": input(of: tool),
      "outputSchema": [
        "type": "object", "properties": .object(tool.output),
        "required": .array(tool.output.map { .string($0.key) }),
      ],
      "annotations": .object(hints),
    ]
  }

  /// Whether a tool changes neither a session nor a file.
  private func isReadOnly(_ tool: AgentTool) -> Bool {
    let changes = tool.methods.contains { methods[$0]?["mutates"] == true }
    return !changes && !(tool.takesFile && app.hasScripts)
  }

  private func input(of tool: AgentTool) -> JSON {
    var properties = tool.own
    var required = tool.required.map { JSON.string($0) }
    for name in tool.parameters {
      let schemas = tool.methods.compactMap { methods[$0]?["params"] }
      guard let schema = schemas.first(where: { $0["properties"]?[name] != nil }),
        let property = schema["properties"]?[name]
      else { continue }
      properties.append(.init(name, property))
      // Required by the method, unless other methods of the tool do without.
      if schemas.allSatisfy({ $0["required"]?.arrayValue?.contains(.string(name)) ?? false }) {
        required.append(.string(name))
      }
    }
    if tool.takesFile, app.hasScripts {
      properties.append(
        .init("file", ["type": "string", "description": "a script of the folder, such as a.nav"]))
      required.removeAll { $0 == "script" }
    }
    return [
      "type": "object", "properties": .object(properties), "required": .array(required),
      "additionalProperties": false,
    ]
  }
}
