import JSONCodec
import Navigation

extension AppDefinition {
  /// `{"screen":"MovieDetail","values":{"id":"42"}}`
  func json(of entry: ScreenEntry) -> JSON {
    ["screen": .string(name(of: entry)), "values": valuesJSON(of: entry)]
  }

  /// The values that are present, in the order of the route's parameters.
  func valuesJSON(of entry: ScreenEntry) -> JSON {
    .object(values(of: entry).map { .init($0.name, .string($0.value)) })
  }

  /// The names of gates, the one to ask first in front.
  func json(of gates: GateSet) -> JSON { .array(names(of: gates).map { .string($0) }) }
}

extension JSON {
  /// A text, or `null`.
  static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// Texts in their order.
  static func texts(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }
}
