import JSONWriting
import Navigation
package import Traces

extension Observation {
  /// The observation as a line of a log, which `TraceFile` reads without a mapping: a JSON object,
  /// without the line's end.
  ///
  /// - Parameters:
  ///   - session: The name of the session; empty for none.
  ///   - milliseconds: The time; `nil` for none.
  package func line(session: String = "", at milliseconds: Int64? = nil) -> [UInt8] {
    let kind = ObservedKind(self)
    var line = JSONObjectWriter()
    line.add("event", kind?.rawValue)
    func add(_ key: String, _ text: String?) {
      if let text { line.add(key, text) }
    }
    switch self {
    case .screen(let screen):
      add("screen", screen.name)
      var values = JSONObjectWriter()
      for value in screen.values { values.add(value.name, value.text) }
      line.add("values", values)
    case .event(.open(let link, let source)):
      add("link", link)
      if source.name != LinkSource.outside.name { add("source", source.name) }
      if source.signature != .absent { add("signature", source.signature.rawValue) }
    case .event(.tap(let tap)): add("tap", tap)
    case .event(.select(let tab)): add("tab", tab)
    case .event(.finish(let result)): add("result", result)
    case .event(.satisfy(let gate, let subject)):
      if kind != .login { add("gate", gate) }
      add("subject", subject)
    case .event(.revoke(let gate)): if kind != .logout { add("gate", gate) }
    case .event: break
    }
    if !session.isEmpty { add("session", session) }
    if let milliseconds { line.add("time", milliseconds) }
    return line.ended()
  }
}
