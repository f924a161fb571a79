import JSONCodec
import Navigation

extension AppDefinition {
  /// `{"screen":"MovieDetail","values":{"id":"42"}}`
  func json(of entry: ScreenEntry) -> JSON {
    ["screen": .string(name(of: entry)), "values": valuesJSON(of: entry)]
  }

  /// Returns the values that are present, in the order of the route's parameters.
  func valuesJSON(of entry: ScreenEntry) -> JSON {
    .object(values(of: entry).map { .init($0.name, .string($0.value)) })
  }

  /// Returns the names of gates, in the order in which they are checked.
  func json(of gates: GateSet) -> JSON { .array(names(of: gates).map { .string($0) }) }
}

extension JSON {
  /// Creates a string, or `null` for `nil`.
  static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// Creates an array of strings.
  static func texts(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }
}
