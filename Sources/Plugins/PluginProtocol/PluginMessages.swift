public import JSONCodec

/// The first request: who asks, and in which version of the protocol.
public struct InitializeRequest: Hashable, Sendable {
  /// The version that the host speaks.
  public let version: Int64
  /// The plugin's name in the app.
  public let plugin: String

  /// Puts a request together.
  public init(version: Int64 = pluginProtocolVersion, plugin: String) {
    self.version = version
    self.plugin = plugin
  }

  /// As parameters.
  public var json: JSON { ["protocol": .int(version), "plugin": .string(plugin)] }

  /// Reads parameters.
  public init(_ json: JSON?) throws(ContentError) {
    let object = try ObjectReader(json, at: "params", keys: ["protocol", "plugin"])
    version = try object.integer("protocol")
    plugin = try object.text("plugin")
  }
}

/// The answer to the first request.
public struct InitializeAnswer: Hashable, Sendable {
  /// The version that the plugin speaks.
  public let version: Int64
  /// The screens that it makes.
  public let screens: [String]

  /// Puts an answer together.
  public init(version: Int64 = pluginProtocolVersion, screens: [String]) {
    self.version = version
    self.screens = screens
  }

  /// As a result.
  public var json: JSON {
    ["protocol": .int(version), "screens": .array(screens.map(JSON.string))]
  }

  /// Reads a result.
  public init(_ json: JSON) throws(ContentError) {
    let object = try ObjectReader(json, at: "result", keys: ["protocol", "screens"])
    version = try object.integer("protocol")
    screens = try object.texts("screens")
  }
}

/// A tap without a target that was tapped.
public struct TapRequest: Hashable, Sendable {
  /// The screen.
  public let instance: String
  /// The tap's name.
  public let tap: String

  /// Puts a request together.
  public init(instance: String, tap: String) {
    self.instance = instance
    self.tap = tap
  }

  /// As parameters.
  public var json: JSON { ["instance": .string(instance), "tap": .string(tap)] }

  /// Reads parameters.
  public init(_ json: JSON?) throws(ContentError) {
    let object = try ObjectReader(json, at: "params", keys: ["instance", "tap"])
    instance = try object.text("instance")
    tap = try object.text("tap")
  }
}

/// The answer to a tap: what happens then.
public struct TapAnswer: Hashable, Sendable {
  /// A link or a command; `nil` if there is nothing more to do.
  public let target: String?

  /// Puts an answer together.
  public init(target: String?) {
    self.target = target
  }

  /// As a result.
  public var json: JSON { ["target": target.map(JSON.string) ?? .null] }

  /// Reads a result; `null` and `{}` name no target.
  public init(_ json: JSON) throws(ContentError) {
    target =
      json.isNull
      ? nil : try ObjectReader(json, at: "result", keys: ["target"]).optionalText("target")
  }
}
