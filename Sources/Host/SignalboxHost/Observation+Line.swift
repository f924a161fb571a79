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
    switch self {
    case .screen(let screen):
      line.add(known: "screen", screen.name)
      var values = JSONObjectWriter()
      for value in screen.values { values.add(value.name, value.text) }
      line.add("values", values)
    case .event(.open(let link, let source)):
      line.add(known: "link", link)
      if source.name != LinkSource.outside.name { line.add(known: "source", source.name) }
      if source.signature != .absent { line.add(known: "signature", source.signature.rawValue) }
    case .event(.tap(let tap)): line.add(known: "tap", tap)
    case .event(.select(let tab)): line.add(known: "tab", tab)
    case .event(.finish(let result)): line.add(known: "result", result)
    case .event(.satisfy(let gate, let subject)):
      if kind != .login { line.add(known: "gate", gate) }
      line.add(known: "subject", subject)
    case .event(.revoke(let gate)): if kind != .logout { line.add(known: "gate", gate) }
    case .event: break
    }
    if !session.isEmpty { line.add(known: "session", session) }
    if let milliseconds { line.add("time", milliseconds) }
    return line.ended()
  }
}

extension JSONObjectWriter {
  /// Adds a member, unless its text is `nil`.
  fileprivate mutating func add(known key: String, _ text: String?) {
    if let text { add(key, text) }
  }
}
