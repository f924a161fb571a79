import Diagnostics
public import JSONCodec
public import Navigation

/// Formats transitions for `--log FILE` and clients.
public struct TransitionLog: Sendable {
  /// The definition of the transitions.
  public let definition: AppDefinition

  /// Creates a log for transitions of a definition.
  public init(definition: AppDefinition) {
    self.definition = definition
  }

  /// Returns an object with `seq`, `event` (the word of the command that caused it), `kind`,
  /// `coordinator` (its path, or `null`), `from` and `to` (a screen with its values, or `null`),
  /// and the members of its kind: `as`, `child`, `result`, `gate`, `lapse`, `link`, `subject`,
  /// `why`, `route`.
  public func json(of transition: Transition) -> JSON {
    .written { OutcomeWriter(once: definition).write(transition, into: &$0) }
  }

  package func json(of transitions: [Transition]) -> JSON {
    .array(transitions.map { json(of: $0) })
  }
}

/// A transition as text, escaped.
struct TransitionText {
  let definition: AppDefinition
  let transition: Transition
  var paint = Paint()

  /// The phrase in an answer: `push MovieDetail(id=42) on home`.
  var phrase: String {
    switch transition.kind {
    case .push: "push \(to)\(on)"
    case .pop: "pop to \(to)\(on)"
    case .replace: "replace \(from) by \(to)\(on)"
    case .update: "update \(from) to \(to)\(on)"
    case .setRoot: "set root \(to)\(on)"
    case .present(let presentation): "present \(presentation.rawValue) \(to)"
    case .dismiss: "dismiss \(from)"
    case .select(let tab): "select \(name(of: tab))"
    case .switch(let child): "switch \(coordinator) to \(name(of: child))"
    case .start: "start \(coordinator) at \(to)"
    case .finish(let result):
      "finish \(coordinator)" + (result.map { " with \(escaped(valueText($0)))" } ?? "")
    case .defer(let gate, let link):
      "defer \(escaped(link)) by gate \(paint(definition[gate].name, .gateClosed))"
    case .resume(_, let link): "resume \(escaped(link))"
    case .drop(_, let link, let why): "drop \(escaped(link)) (\(why.word))"
    case .gateOpened(let gate, let subject):
      "open gate \(paint(definition[gate].name, .gateOpen))"
        + (subject.map { " (\(escaped(valueText($0))))" } ?? "")
    case .gateClosed(let gate, let lapse):
      (lapse == nil ? "close" : "lapse") + " gate \(paint(definition[gate].name, .gateClosed))"
    case .background: "enter the background"
    case .foreground: "enter the foreground"
    case .prune: "prune \(from)" + whence
    case .remove(let screen): "prune \(escaped(screen))" + whence
    case .ask(let link): "ask about \(escaped(link))"
    case .accept(let link): "accept \(escaped(link))"
    case .redirect(_, let link): "redirect to \(escaped(link))"
    }
  }

  private var coordinator: String { transition.coordinator.map(name) ?? "" }
  private var on: String { coordinator.isEmpty ? "" : " on \(coordinator)" }
  private var whence: String { coordinator.isEmpty ? "" : " from \(coordinator)" }
  private var from: String { transition.from.map(text) ?? noScreen }
  private var to: String { transition.to.map(text) ?? noScreen }
  private func name(of coordinator: Identifier<Coordinator>) -> String {
    paint(definition[coordinator].name, .coordinator)
  }
  private func text(of entry: ScreenEntry) -> String { definition.text(of: entry, paint) }
}

private let noScreen = "an empty stack"
