public import Diagnostics
public import JSONCodec
public import Screens

/// The protocol version of this package.
public let pluginProtocolVersion: Int64 = 1

/// The methods of the plugin protocol, described in docs/plugins.md.
public enum PluginMethod: String, Sendable, Hashable, CaseIterable {
  /// Host: the first request. The answer names the plugin's screens.
  case initialize
  /// Host: creates a screen. The answer is its content.
  case make = "screen.make"
  /// Host: the user chose a tap without a target. The answer may name a target.
  case tap = "screen.tap"
  /// Host: the open gates, and the subject of each.
  case learned = "screen.learned"
  /// Host: a flow that the screen started has finished with a result.
  case received = "screen.received"
  /// Host: a screen was closed.
  case close = "screen.close"
  /// Plugin: the content of a screen changed.
  case changed = "screen.changed"
}

/// The parameters of `initialize`.
public struct InitializeRequest: Hashable, Sendable {
  /// The host's protocol version.
  public let version: Int64
  /// The plugin's name in the app.
  public let plugin: String

  /// Creates the parameters.
  public init(version: Int64 = pluginProtocolVersion, plugin: String) {
    self.version = version
    self.plugin = plugin
  }

  /// The parameters as JSON.
  public var json: JSON { ["protocol": .int(version), "plugin": .string(plugin)] }

  /// Reads the parameters from JSON.
  public init(_ json: JSON?) throws(Diagnostic) {
    let object = try ObjectReader(json, at: "params", keys: ["protocol", "plugin"])
    version = try object.integer("protocol")
    plugin = try object.text("plugin")
  }
}

/// The result of `initialize`.
public struct InitializeAnswer: Hashable, Sendable {
  /// The plugin's protocol version.
  public let version: Int64
  /// The names of the plugin's screens.
  public let screens: [String]

  /// Creates the result.
  public init(version: Int64 = pluginProtocolVersion, screens: [String]) {
    self.version = version
    self.screens = screens
  }

  /// The result as JSON.
  public var json: JSON {
    ["protocol": .int(version), "screens": .array(screens.map(JSON.string))]
  }

  /// Reads the result from JSON.
  public init(_ json: JSON) throws(Diagnostic) {
    let object = try ObjectReader(json, at: "result", keys: ["protocol", "screens"])
    version = try object.integer("protocol")
    screens = try object.texts("screens")
  }
}

/// The parameters of `screen.tap`.
public struct TapRequest: Hashable, Sendable {
  /// The screen's instance.
  public let instance: String
  /// The tap's name.
  public let tap: String

  /// Creates the parameters.
  public init(instance: String, tap: String) {
    self.instance = instance
    self.tap = tap
  }

  /// The parameters as JSON.
  public var json: JSON { ["instance": .string(instance), "tap": .string(tap)] }

  /// Reads the parameters from JSON.
  public init(_ json: JSON?) throws(Diagnostic) {
    let object = try ObjectReader(json, at: "params", keys: ["instance", "tap"])
    instance = try object.text("instance")
    tap = try object.text("tap")
  }
}

/// The result of `screen.tap`.
public struct TapAnswer: Hashable, Sendable {
  /// The link to open or the command to run; `nil` for none.
  public let target: String?

  /// Creates the result.
  public init(target: String?) {
    self.target = target
  }

  /// The result as JSON.
  public var json: JSON { ["target": target.map(JSON.string) ?? .null] }

  /// Reads the result from JSON; `null` and `{}` mean no target.
  public init(_ json: JSON) throws(Diagnostic) {
    target =
      json.isNull
      ? nil : try ObjectReader(json, at: "result", keys: ["target"]).optionalText("target")
  }
}

/// The parameters of `screen.learned`.
public struct FactsNotice: Hashable, Sendable {
  /// The screen's instance.
  public let instance: String
  /// The gates that are open.
  public let facts: SessionFacts

  /// Creates the parameters.
  public init(instance: String, facts: SessionFacts) {
    self.instance = instance
    self.facts = facts
  }

  /// The parameters as JSON.
  public var json: JSON {
    let gates = facts.openGates.map { gate -> JSON in
      ["gate": .string(gate.name), "subject": gate.subject.map(JSON.string) ?? .null]
    }
    return ["instance": .string(instance), "gates": .array(gates)]
  }

  /// Reads the parameters from JSON.
  public init(_ json: JSON?) throws(Diagnostic) {
    let object = try ObjectReader(json, at: "params", keys: ["instance", "gates"])
    instance = try object.text("instance")
    var gates: [SessionFacts.OpenGate] = []
    for (index, gate) in try (object.optionalArray("gates") ?? []).enumerated() {
      let place = object.path("gates") + "[\(index)]"
      let reader = try ObjectReader(gate, at: place, keys: ["gate", "subject"])
      gates.append(
        SessionFacts.OpenGate(
          try reader.text("gate"), subject: try reader.optionalText("subject")))
    }
    facts = SessionFacts(gates)
  }
}

/// The parameters of `screen.received`.
public struct ResultNotice: Hashable, Sendable {
  /// The instance of the screen that started the flow.
  public let instance: String
  /// The flow's result.
  public let result: String

  /// Creates the parameters.
  public init(instance: String, result: String) {
    self.instance = instance
    self.result = result
  }

  /// The parameters as JSON.
  public var json: JSON { ["instance": .string(instance), "result": .string(result)] }

  /// Reads the parameters from JSON.
  public init(_ json: JSON?) throws(Diagnostic) {
    let object = try ObjectReader(json, at: "params", keys: ["instance", "result"])
    instance = try object.text("instance")
    result = try object.text("result")
  }
}

/// The parameters of `screen.close`.
public struct CloseNotice: Hashable, Sendable {
  /// The screen's instance.
  public let instance: String

  /// Creates the parameters.
  public init(instance: String) {
    self.instance = instance
  }

  /// The parameters as JSON.
  public var json: JSON { ["instance": .string(instance)] }

  /// Reads the parameters from JSON.
  public init(_ json: JSON?) throws(Diagnostic) {
    instance = try ObjectReader(json, at: "params", keys: ["instance"]).text("instance")
  }
}

/// The parameters of `screen.changed`.
public struct ChangeNotice: Hashable, Sendable {
  /// The screen's instance.
  public let instance: String
  /// The new content, unread: the receiver looks up the instance first.
  public let content: JSON

  /// Creates the parameters.
  public init(instance: String, content: ScreenContent) {
    self.instance = instance
    self.content = content.json
  }

  /// The parameters as JSON.
  public var json: JSON { ["instance": .string(instance), "content": content] }

  /// Reads the parameters from JSON.
  public init(_ json: JSON?) throws(Diagnostic) {
    let object = try ObjectReader(json, at: "params", keys: ["instance", "content"])
    instance = try object.text("instance")
    content = try object.value("content")
  }
}
