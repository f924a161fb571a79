import JSONCodec
import JSONWriting
package import Navigation

/// Writes outcomes and transitions as JSON objects (docs/json.md). No other type writes these.
///
/// `init(_:)` prepares the constant parts of each route's screens. A class, so that an answer does
/// not retain every field.
package final class OutcomeWriter: Sendable {
  private let definition: AppDefinition
  /// The constant parts of all routes' screens; `nil` in a writer for one outcome.
  private let screens: ResponseTemplates?
  /// Per coordinator, `,"coordinator":"root/home","from":`; `nil` in a writer for one outcome.
  private let coordinators: [[UInt8]]?

  /// Creates a writer for many outcomes.
  package init(_ definition: AppDefinition) {
    self.definition = definition
    screens = ResponseTemplates(screens: definition.routes[...], in: definition)
    coordinators = definition.coordinators.map(Self.text)
  }

  /// Creates a writer for one outcome, which prepares nothing.
  init(once definition: AppDefinition) {
    self.definition = definition
    (screens, coordinators) = (nil, nil)
  }

  private static func text(of coordinator: Coordinator) -> [UInt8] {
    var bytes = Array(#","coordinator":"#.utf8)
    writeJSONString(coordinator.path, into: &bytes)
    bytes.append(#","from":"#)
    return bytes
  }

  /// Appends `{"outcome":"moved","transitions":[…],"seq":1}`, with `gate`, `link`, `screen`, or
  /// `reason` and `message`, depending on the outcome.
  /// - Parameter changes: The number of changes of the session, including the event.
  package func write(_ applied: Applied, changes: Int64, into output: inout [UInt8]) {
    write(#"{"outcome":"#, applied.outcome.kind, into: &output)
    switch applied.outcome {
    case .moved, .duplicated, .queued: break
    case .outside(let link): write(#","link":"#, link, into: &output)
    case .deferred(let gate): write(#","gate":"#, gate, into: &output)
    case .asked(let screen), .blocked(let screen): write(#","screen":"#, screen, into: &output)
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

  /// Returns whether `write(_:changes:into:)` would append these bytes, or others for the same
  /// JSON: an earlier version may have escaped fewer characters.
  package func writes(_ bytes: [UInt8], for applied: Applied, changes: Int64) -> Bool {
    var written: [UInt8] = []
    written.reserveCapacity(bytes.count)
    write(applied, changes: changes, into: &written)
    if written == bytes { return true }
    guard let json = try? JSON(parsing: written, bytesMax: written.count) else { return false }
    return json == (try? JSON(parsing: bytes, bytesMax: bytes.count))
  }

  func write(_ transition: Transition, into output: inout [UInt8]) {
    output.append(#"{"seq":"#)
    writeJSONInteger(Int64(clamping: transition.sequence), into: &output)
    write(#","event":"#, transition.cause, into: &output)
    write(#","kind":"#, transition.word, into: &output)
    if let coordinator = transition.coordinator {
      output.append(
        contentsOf: coordinators?[coordinator.index] ?? Self.text(of: definition[coordinator]))
    } else {
      output.append(#","coordinator":null,"from":"#)
    }
    write(transition.from, into: &output)
    output.append(#","to":"#)
    write(transition.to, into: &output)
    for member in extras(of: transition.kind) {
      write(",", member.key, into: &output)
      output.append(UInt8(ascii: ":"))
      member.value.write(into: &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private func write(_ entry: ScreenEntry?, into output: inout [UInt8]) {
    guard let entry else { return output.append("null") }
    if let screens { return write(entry, screens, into: &output) }
    let route = entry.route.index
    let screen = ResponseTemplates(screens: definition.routes[route...route], in: definition)
    write(entry, screen, into: &output)
  }

  @inline(__always)
  private func write(
    _ entry: ScreenEntry, _ screens: ResponseTemplates, into output: inout [UInt8]
  ) {
    let route = entry.route.index
    screens.writeStart(route, into: &output)
    var isFirst = true
    let values = definition.reportedValues(of: entry.route, given: entry.values)
    for (parameter, value) in values.enumerated() {
      guard let value else { continue }
      _ = screens.writeName(
        parameter, of: route, first: "", next: ",", isFirst: &isFirst, into: &output)
      writeJSONString(value, into: &output)
    }
    screens.writeEnd(route, into: &output)
  }

  private func write(_ key: StaticString, _ text: String, into output: inout [UInt8]) {
    output.append(key)
    writeJSONString(text, into: &output)
  }

  private func extras(of kind: Transition.Kind) -> [JSON.Member] {
    func gate(_ gate: Identifier<Gate>?) -> JSON.Member {
      .init("gate", .optional(gate.map { definition[$0].name }))
    }
    switch kind {
    case .push, .pop, .replace, .update, .setRoot, .dismiss, .start: return []
    case .present(let presentation): return [.init("as", .string(presentation.rawValue))]
    case .select(let child), .switch(let child):
      return [.init("child", .string(definition[child].name))]
    case .finish(let result): return [.init("result", .optional(result))]
    case .defer(let closed, let link), .resume(let closed, let link):
      return [gate(closed), .init("link", .string(link))]
    case .drop(let closed, let link, let why):
      return [gate(closed), .init("link", .string(link)), .init("why", .string(why.word))]
    case .ask(let link), .accept(let link): return [.init("link", .string(link))]
    case .gateOpened(let opened, let subject):
      return [gate(opened), .init("subject", .optional(subject))]
    case .gateClosed(let closed, let lapse):
      return [gate(closed)] + (lapse.map { [.init("lapse", .string($0.rawValue))] } ?? [])
    case .background, .foreground: return []
    case .prune(let closed): return [gate(closed)]
    case .redirect(let route, let link):
      return [
        .init("route", .string(definition[route].pattern)), .init("link", .string(link)),
      ]
    }
  }
}
