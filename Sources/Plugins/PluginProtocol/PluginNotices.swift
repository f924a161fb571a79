public import JSONCodec
public import Screens

/// What is known about the session of a screen.
public struct FactsNotice: Hashable, Sendable {
  /// The screen.
  public let instance: String
  /// The gates that are open.
  public let facts: SessionFacts

  /// Puts a notice together.
  public init(instance: String, facts: SessionFacts) {
    self.instance = instance
    self.facts = facts
  }

  /// As parameters.
  public var json: JSON {
    let gates = facts.openGates.map { gate -> JSON in
      ["gate": .string(gate.name), "subject": gate.subject.map(JSON.string) ?? .null]
    }
    return ["instance": .string(instance), "gates": .array(gates)]
  }

  /// Reads parameters.
  public init(_ json: JSON?) throws(ContentError) {
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

/// A flow that a screen started has ended.
public struct ResultNotice: Hashable, Sendable {
  /// The screen that started it.
  public let instance: String
  /// What it ended with.
  public let result: String

  /// Puts a notice together.
  public init(instance: String, result: String) {
    self.instance = instance
    self.result = result
  }

  /// As parameters.
  public var json: JSON { ["instance": .string(instance), "result": .string(result)] }

  /// Reads parameters.
  public init(_ json: JSON?) throws(ContentError) {
    let object = try ObjectReader(json, at: "params", keys: ["instance", "result"])
    instance = try object.text("instance")
    result = try object.text("result")
  }
}

/// A screen that is gone.
public struct CloseNotice: Hashable, Sendable {
  /// The screen.
  public let instance: String

  /// Puts a notice together.
  public init(instance: String) {
    self.instance = instance
  }

  /// As parameters.
  public var json: JSON { ["instance": .string(instance)] }

  /// Reads parameters.
  public init(_ json: JSON?) throws(ContentError) {
    instance = try ObjectReader(json, at: "params", keys: ["instance"]).text("instance")
  }
}

/// A screen that shows something else.
public struct ChangeNotice: Hashable, Sendable {
  /// The screen.
  public let instance: String
  /// What it shows now, not read yet: whose it is counts first.
  public let content: JSON

  /// Puts a notice together.
  public init(instance: String, content: ScreenContent) {
    self.instance = instance
    self.content = content.json
  }

  /// As parameters.
  public var json: JSON { ["instance": .string(instance), "content": content] }

  /// Reads parameters.
  public init(_ json: JSON?) throws(ContentError) {
    let object = try ObjectReader(json, at: "params", keys: ["instance", "content"])
    instance = try object.text("instance")
    content = try object.value("content")
  }
}
