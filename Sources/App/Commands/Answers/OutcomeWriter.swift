import JSONCodec
package import Navigation

/// Writes what became of events as `OutcomeText.json` tells it, without making values of it: for
/// those who answer many events.
///
/// What is said alike of all screens of a route is put together once, when this is made.
package struct OutcomeWriter: Sendable {
  private let definition: AppDefinition
  private let screens: RouteWordings
  /// Of each coordinator what tells it, up to the screen behind it:
  /// `,"coordinator":"root/home","from":`.
  private let coordinators: [[UInt8]]

  package init(_ definition: AppDefinition) {
    self.definition = definition
    screens = RouteWordings(screens: definition.routes, in: definition)
    coordinators = definition.coordinators.map {
      Array(#","coordinator":"#.utf8) + jsonText($0.path) + Array(#","from":"#.utf8)
    }
  }

  /// Appends `{"outcome":"moved","transitions":[…],"seq":1}`, and with it `gate`, `link`, `screen`,
  /// or `reason` and `message`.
  /// - Parameter changes: How often the session has been changed, the event included.
  package func write(_ applied: Applied, changes: Int64, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    writeMembers(applied, into: &output)
    output.append(#","seq":"#)
    writeJSONInteger(changes, into: &output)
    output.append(UInt8(ascii: "}"))
  }

  /// Appends the members of that object except `seq`.
  package func writeMembers(_ applied: Applied, into output: inout [UInt8]) {
    write(#""outcome":"#, applied.outcome.kind, into: &output)
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
    output.append(UInt8(ascii: "]"))
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
    write(#","kind":"#, transition.word, into: &output)
    if let coordinator = transition.coordinator {
      output.append(contentsOf: coordinators[coordinator.index])
    } else {
      output.append(#","coordinator":null,"from":"#)
    }
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
