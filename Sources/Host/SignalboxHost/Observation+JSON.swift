package import JSONCodec
import Navigation
package import Traces

extension JSON {
  /// An observation as a line of a log, which `TraceFile` reads without a mapping.
  package init(_ observation: Observation) {
    let kind = ObservedKind(observation).map { JSON.string($0.rawValue) } ?? .null
    var members: [Member] = [Member("event", kind)]
    func add(_ key: String, _ text: String?) {
      if let text { members.append(Member(key, .string(text))) }
    }
    switch observation {
    case .screen(let screen):
      add("screen", screen.name)
      let values = screen.values.map { Member($0.name, .optional($0.text)) }
      members.append(Member("values", .object(values)))
    case .event(.open(let link, let source)):
      add("link", link)
      if source.name != LinkSource.outside.name { add("source", source.name) }
      if source.signature != .absent { add("signature", source.signature.rawValue) }
    case .event(.tap(let tap)): add("tap", tap)
    case .event(.select(let tab)): add("tab", tab)
    case .event(.finish(let result)): add("result", result)
    case .event(.satisfy(let gate, let subject)):
      if kind != "login" { add("gate", gate) }
      add("subject", subject)
    case .event(.revoke(let gate)): if kind != "logout" { add("gate", gate) }
    case .event: break
    }
    self = .object(members)
  }
}
