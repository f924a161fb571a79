import Diagnostics
import JSONCodec
import Navigation
import Sessions

/// The events and transitions that `log` lists, read and written a part at a time.
struct LogRun: SlicedCommand {
  private var reader: TransitionReader
  private let workspace: Workspace
  private let wantsText: Bool
  private let countMax: Int
  private let writer: OutcomeWriter
  private let indent: String
  /// The result; `nil` until everything is read.
  private var read: (transitions: [Transition], events: [LoggedEvent])?
  /// The numbers of transitions, events and undone events that are written.
  private var (transitions, events, undone) = (0, 0, 0)
  /// The transitions as a JSON array, without its end.
  private var json = Array("[".utf8)
  /// Whole lines.
  private var text = ""

  /// - Parameter wantsText: Whether the response has a text, not only JSON.
  init(_ workspace: Workspace, countMax: Int, wantsText: Bool) {
    (self.workspace, self.countMax, self.wantsText) = (workspace, countMax, wantsText)
    reader = TransitionReader(workspace.session, countMax: countMax)
    writer = OutcomeWriter(once: workspace.definition)
    indent = String(repeating: " ", count: "\(workspace.session.count)".utf8.count + 6)
  }

  mutating func advance(
    by interpreter: inout Interpreter, on workspace: inout Workspace, until isOver: () -> Bool
  ) -> Bool {
    advance(until: isOver)
  }

  /// Continues until everything is written, or until `isOver` is true after a part of it.
  mutating func advance(until isOver: () -> Bool) -> Bool {
    while read == nil {
      if !reader.read() {
        read = (reader.transitions, wantsText ? reader.events : [])
        if wantsText, !reader.earlier.isEmpty { text += "reload\n" + phrases(reader.earlier) }
      }
      if isOver() { return false }
    }
    guard let read else { return false }
    var object = ByteBuffer()
    while transitions < read.transitions.count {
      object.removeAll(keepingCapacity: true)
      if transitions > 0 { object.append(UInt8(ascii: ",")) }
      writer.write(read.transitions[transitions], into: &object)
      json += object.bytes
      transitions += 1
      if transitions % Self.checkedTransitions == 0, isOver() { return false }
    }
    while events < read.events.count {
      let event = read.events[events]
      text += line(event.position, event.command) + "\n" + phrases(event.transitions)
      events += 1
      if events % Self.checkedTransitions == 0, isOver() { return false }
    }
    let session = workspace.session
    while wantsText, undone < min(countMax, session.undone.count) {
      let event = session.undone[session.undone.startIndex + undone]
      let command = event.command(nowMilliseconds: session.state.nowMilliseconds)
      undone += 1
      text +=
        line(session.position + undone, command) + " "
        + workspace.paint("(undone)", .advice) + "\n"
      if undone % Self.checkedTransitions == 0, isOver() { return false }
    }
    return true
  }

  func finish(on workspace: inout Workspace) -> Response { response }

  /// The answer, once everything is written.
  var response: Response {
    let session = workspace.session
    var response = Response(
      json: [
        "transitions": .written(json + [UInt8(ascii: "]")]),
        "position": JSON(session.position), "oldest": JSON(session.oldestPosition),
        "seq": workspace.sequence,
      ])
    if wantsText { response.text = text.utf8.isEmpty ? "no events\n" : text }
    return response
  }

  func abandon() {}

  private func phrases(_ transitions: [Transition]) -> String {
    transitions.map { transition in
      let text = TransitionText(
        definition: workspace.definition, transition: transition, paint: workspace.paint)
      return indent + text.phrase + "\n"
    }.joined()
  }

  private func line(_ position: Int, _ command: String) -> String {
    let mark = position == workspace.session.position ? "*" : " "
    let width = indent.utf8.count - 6
    let padding = String(repeating: " ", count: max(0, width - "\(position)".utf8.count))
    return "\(mark) \(padding)\(position)  \(escaped(command))"
  }

  private static let checkedTransitions = 32
}
