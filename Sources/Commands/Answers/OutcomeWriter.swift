import JSONCodec
package import Navigation

/// Writes what became of events as `OutcomeText.json` tells it, without making values of it: for
/// those who answer many events.
///
/// What is said alike of all screens of a route is put together once, when this is made.
package struct OutcomeWriter: Sendable {
  private let definition: AppDefinition
  private let screens: RouteWordings
  /// Of each coordinator its path as a JSON text.
  private let paths: [[UInt8]]

  package init(_ definition: AppDefinition) {
    self.definition = definition
    screens = RouteWordings(screens: definition.routes, in: definition)
    paths = definition.coordinators.map { jsonText($0.path) }
  }

  /// Appends `{"outcome":"moved","transitions":[…],"seq":1}`, and with it `gate`, `link`, `screen`,
  /// or `reason` and `message`.
  /// - Parameter changes: How often the session has been changed, the event included.
  package func write(_ applied: Applied, changes: Int64, into output: inout [UInt8]) {
    output.append(#"{"outcome":""#)
    output.append(contentsOf: applied.outcome.kind.utf8)
    output.append(UInt8(ascii: "\""))
    switch applied.outcome {
    case .moved, .duplicated, .queued: break
    case .outside(let link): write(#","link":"#, link, into: &output)
    case .deferred(let gate): write(#","gate":"#, gate, into: &output)
    case .blocked(let screen): write(#","screen":"#, screen, into: &output)
    case .refused(let refusal):
      write(#","reason":"#, refusal.reason, into: &output)
      write(#","message":"#, refusal.message, into: &output)
    }
    output.append(#","transitions":["#)
    for (index, transition) in applied.transitions.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      write(transition, into: &output)
    }
    output.append(#"],"seq":"#)
    writeJSONInteger(changes, into: &output)
    output.append(UInt8(ascii: "}"))
  }

  /// Whether `write(_:changes:into:)` would append these bytes.
  package func writes(_ bytes: [UInt8], for applied: Applied, changes: Int64) -> Bool {
    var written: [UInt8] = []
    written.reserveCapacity(bytes.count)
    write(applied, changes: changes, into: &written)
    return written == bytes
  }

  private func write(_ transition: Transition, into output: inout [UInt8]) {
    output.append(#"{"seq":"#)
    writeJSONInteger(Int64(clamping: transition.sequence), into: &output)
    write(#","event":"#, transition.cause, into: &output)
    output.append(#","kind":""#)
    output.append(contentsOf: transition.word.utf8)
    output.append(#"","coordinator":"#)
    if let coordinator = transition.coordinator {
      output.append(contentsOf: paths[coordinator.index])
    } else {
      output.append("null")
    }
    output.append(#","from":"#)
    write(transition.from, into: &output)
    output.append(#","to":"#)
    write(transition.to, into: &output)
    for member in TransitionLog.extras(of: transition.kind, in: definition) {
      write(",", member.key, into: &output)
      output.append(UInt8(ascii: ":"))
      member.value.write(into: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private func write(_ entry: ScreenEntry?, into output: inout [UInt8]) {
    guard let entry else { return output.append("null") }
    let values = definition.toldValues(of: entry.route, given: entry.values)
    screens.writeScreen(entry.route.index, values, into: &output)
  }

  private func write(_ key: StaticString, _ text: String, into output: inout [UInt8]) {
    output.append(key)
    writeJSONString(text, into: &output)
  }
}
