package import Diagnostics
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
  private let coordinators: PackedTexts?

  /// Creates a writer for many outcomes.
  package init(_ definition: AppDefinition) {
    self.definition = definition
    screens = ResponseTemplates(screens: definition.routes[...], in: definition)
    coordinators = PackedTexts(definition.coordinators.map(Self.text))
  }

  /// Creates a writer for one outcome, which prepares nothing.
  init(once definition: AppDefinition) {
    self.definition = definition
    (screens, coordinators) = (nil, nil)
  }

  private static func text(of coordinator: Coordinator) -> [UInt8] {
    var bytes = ByteBuffer()
    bytes.append(#","coordinator":"#)
    writeJSONString(coordinator.path, into: &bytes)
    bytes.append(#","from":"#)
    return [UInt8](bytes)
  }

  /// Appends `{"outcome":"moved","transitions":[…],"seq":1}`, with `gate`, `link`, `screen`, or
  /// `reason` and `message`, depending on the outcome.
  /// - Parameter changes: The number of changes of the session, including the event.
  package func write(_ applied: Applied, changes: Int64, into output: inout ByteBuffer) {
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
    var buffer = ByteBuffer()
    write(applied, changes: changes, into: &buffer)
    let written = [UInt8](buffer)
    if written == bytes { return true }
    guard let json = try? JSON(parsing: written, bytesMax: written.count) else { return false }
    return json == (try? JSON(parsing: bytes, bytesMax: bytes.count))
  }

  func write(_ transition: Transition, into output: inout ByteBuffer) {
    output.append(#"{"seq":"#)
    writeJSONInteger(Int64(clamping: transition.sequence), into: &output)
    // Words need no escape.
    output.append(#","event":""#)
    output.append(contentsOf: transition.cause.utf8)
    output.append(#"","kind":""#)
    output.append(contentsOf: transition.word.utf8)
    output.append("\"")
    switch (transition.coordinator, coordinators) {
    case (nil, _): output.append(#","coordinator":null,"from":"#)
    case (let coordinator?, let coordinators?): output.append(coordinators, coordinator.index)
    case (let coordinator?, nil):
      output.append(contentsOf: Self.text(of: definition[coordinator]))
    }
    write(transition.from, into: &output)
    output.append(#","to":"#)
    write(transition.to, into: &output)
    writeExtras(of: transition.kind, into: &output)
    output.append(UInt8(ascii: "}"))
  }

  private func write(_ entry: ScreenEntry?, into output: inout ByteBuffer) {
    guard let entry else { return output.append("null") }
    if let screens { return write(entry, screens, into: &output) }
    let route = entry.route.index
    let screen = ResponseTemplates(screens: definition.routes[route...route], in: definition)
    write(entry, screen, into: &output)
  }

  @inline(__always)
  private func write(
    _ entry: ScreenEntry, _ screens: ResponseTemplates, into output: inout ByteBuffer
  ) {
    let route = entry.route.index
    screens.writeStart(route, into: &output)
    var isFirst = true
    func write(_ value: UnsafeBufferPointer<UInt8>, of parameter: Int) {
      _ = screens.writeName(
        parameter, of: route, first: "", next: ",", isFirst: &isFirst, into: &output)
      writeJSONString(value, into: &output)
    }
    if definition.routes[route].fixedValues.isEmpty {
      entry.forEachValue { write($1, of: $0) }
    } else {
      let values = definition.reportedValues(of: entry.route, given: entry.values)
      for (parameter, value) in values.enumerated() {
        guard var value else { continue }
        value.withUTF8 { write($0, of: parameter) }
      }
    }
    screens.writeEnd(route, into: &output)
  }

  private func write(_ key: StaticString, _ text: String?, into output: inout ByteBuffer) {
    output.append(key)
    guard let text else { return output.append("null") }
    writeJSONString(text, into: &output)
  }

  private func write(_ gate: Identifier<Gate>?, into output: inout ByteBuffer) {
    write(#","gate":"#, gate.map { definition[$0].name }, into: &output)
  }

  private func write(link: String, into output: inout ByteBuffer) {
    write(#","link":"#, link, into: &output)
  }

  private func writeExtras(of kind: Transition.Kind, into output: inout ByteBuffer) {
    switch kind {
    case .push, .pop, .replace, .update, .setRoot, .dismiss, .start: break
    case .background, .foreground: break
    case .present(let presentation): write(#","as":"#, presentation.rawValue, into: &output)
    case .select(let child), .switch(let child):
      write(#","child":"#, definition[child].name, into: &output)
    case .finish(let result): write(#","result":"#, result, into: &output)
    case .defer(let closed, let link), .resume(let closed, let link):
      write(closed, into: &output)
      write(link: link, into: &output)
    case .drop(let closed, let link, let why):
      write(closed, into: &output)
      write(link: link, into: &output)
      write(#","why":"#, why.word, into: &output)
    case .ask(let link), .accept(let link): write(link: link, into: &output)
    case .gateOpened(let opened, let subject):
      write(opened, into: &output)
      write(#","subject":"#, subject, into: &output)
    case .gateClosed(let closed, let lapse):
      write(closed, into: &output)
      if let lapse { write(#","lapse":"#, lapse.rawValue, into: &output) }
    case .prune(let closed): write(closed, into: &output)
    case .remove(let screen):
      write(nil as Identifier<Gate>?, into: &output)
      write(#","screen":"#, screen, into: &output)
    case .redirect(let route, let link):
      write(#","route":"#, definition[route].pattern, into: &output)
      write(link: link, into: &output)
    }
  }
}
