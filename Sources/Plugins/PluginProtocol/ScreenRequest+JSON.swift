public import Diagnostics
public import JSONCodec
public import Screens

extension ScreenRequest {
  /// The parameters of `screen.make`. Query items with the same name are grouped, in order.
  /// - Parameter instance: Identifies the screen within the plugin's process.
  public func json(instance: String) -> JSON {
    var query: [(name: String, texts: [JSON])] = []
    for item in self.query {
      let place = query.firstIndex { sameBytes($0.name, item.name) }
      if let place {
        query[place].texts.append(.string(item.text))
      } else {
        query.append((item.name, [.string(item.text)]))
      }
    }
    return [
      "instance": .string(instance), "screen": .string(screen),
      "values": .object(values.map { JSON.Member($0.name, .string($0.text)) }),
      "query": .object(query.map { JSON.Member($0.name, .array($0.texts)) }),
      "link": .string(link),
    ]
  }

  /// Reads the parameters of `screen.make`.
  public init(_ json: JSON?) throws(Diagnostic) {
    let object = try ObjectReader(
      json, at: "params", keys: ["instance", "screen", "values", "query", "link"])
    var values: [Value] = []
    for member in try object.members("values") {
      guard let text = member.value.stringValue else {
        throw .wrongType(place: object.path("values") + "." + member.key, wanted: "a string")
      }
      values.append(Value(member.key, text))
    }
    var query: [Value] = []
    for member in try object.members("query") {
      let texts = try ObjectReader(
        .object([member]), at: object.path("query"), keys: [member.key]
      ).texts(member.key)
      query += texts.map { Value(member.key, $0) }
    }
    self.init(
      instance: try object.text("instance"), screen: try object.text("screen"), values: values,
      query: query, link: try object.text("link"))
  }
}
