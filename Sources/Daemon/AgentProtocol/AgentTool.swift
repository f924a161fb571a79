internal import Diagnostics
internal import JSONCodec

/// One tool: how it is described, and what it does.
@MainActor struct AgentTool {
  let name: String
  /// What it does, and when to use it.
  let summary: String
  /// The methods of the daemon that it calls. Their rows have the parameters, and whether they
  /// change a session.
  var methods: [String] = []
  /// The parameters of those methods that it takes.
  var parameters: [String] = []
  /// Other parameters, as properties of JSON Schema.
  var own: [JSON.Member] = []
  /// The parameters of `own` that are required.
  var required: [String] = []
  /// Whether it can discard something that a session cannot undo.
  var isDestructive = false
  /// Whether its parameter `file` names a script of the folder. A tool that changes no session
  /// writes it.
  var takesFile = false
  /// The members of its result that are always present, as properties of JSON Schema.
  let output: [JSON.Member]
  let run: @MainActor (AgentTools, ToolArguments) throws -> ToolResult
}

/// The arguments of a call, which conform to the tool's input schema.
struct ToolArguments {
  let json: JSON

  /// An argument that is required.
  func text(_ name: String) -> String { json[name]?.stringValue ?? "" }

  func optionalText(_ name: String) -> String? { json[name]?.stringValue }

  func flag(_ name: String) -> Bool { json[name]?.boolValue ?? false }

  func integer(_ name: String) -> Int? { json[name]?.intValue.map { Int(clamping: $0) } }

  /// The members of these names, for a call of the daemon.
  func members(_ names: String...) -> [JSON.Member] {
    names.compactMap { name in json[name].map { JSON.Member(name, $0) } }
  }
}

/// Checks arguments against the input schema of a tool: its `properties` with `type`, `enum`,
/// `minimum` and `maximum`, and `required`.
func check(_ arguments: JSON, against schema: JSON) throws(Diagnostic) {
  let properties = schema["properties"]?.objectValue ?? []
  for argument in arguments.objectValue ?? [] {
    guard let property = properties.first(where: { sameBytes($0.key, argument.key) })?.value else {
      throw .unknownArgument(argument.key, known: properties.map(\.key))
    }
    try check(argument, property)
  }
  for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
  where arguments[name] == nil {
    throw .missingArgument(name)
  }
}

private func check(_ argument: JSON.Member, _ property: JSON) throws(Diagnostic) {
  if let choices = property["enum"]?.arrayValue {
    guard choices.contains(argument.value) else {
      let words = choices.compactMap(\.stringValue).joined(separator: ", ")
      throw .badArgument(argument.key, expected: "one of \(words)")
    }
    return
  }
  switch property["type"] {
  case "integer":
    let minimum = property["minimum"]?.intValue ?? Int64.min
    let maximum = property["maximum"]?.intValue ?? Int64.max
    guard let value = argument.value.intValue, (minimum...maximum).contains(value) else {
      let range = maximum == .max ? "from \(minimum)" : "from \(minimum) to \(maximum)"
      throw .badArgument(argument.key, expected: "an integer \(range)")
    }
  case "boolean":
    guard argument.value.boolValue != nil else {
      throw .badArgument(argument.key, expected: "true or false")
    }
  default:
    guard argument.value.stringValue != nil else {
      throw .badArgument(argument.key, expected: "a string")
    }
  }
}
