import Diagnostics
public import JSONCodec
public import Navigation

/// Formats transitions for `--log FILE`, clients and `log`.
public struct TransitionLog: Sendable {
  /// The definition of the transitions.
  public let definition: AppDefinition

  /// Creates a log for transitions of a definition.
  public init(definition: AppDefinition) {
    self.definition = definition
  }

  /// Returns a line of text, escaped, without a line end: `#12 open  push  home: Home →
  /// Detail(id=42)`.
  public func text(of transition: Transition) -> String {
    escaped(TransitionText(definition: definition, transition: transition).line)
  }

  /// Returns an object with `seq`, `event` (the word of the command that caused it), `kind`,
  /// `coordinator` (its path, or `null`), `from` and `to` (a screen with its values, or `null`),
  /// and the members of its kind: `as`, `child`, `result`, `gate`, `link`, `subject`, `why`,
  /// `route`.
  public func json(of transition: Transition) -> JSON {
    var bytes: [UInt8] = []
    OutcomeWriter(once: definition).write(transition, into: &bytes)
    return JSON(written: bytes)
  }
}

/// A transition as text, for answers and for `log`. Not escaped.
struct TransitionText {
  let definition: AppDefinition
  let transition: Transition

  /// The phrase in an answer: `push MovieDetail(id=42) on home`.
  var phrase: String {
    switch transition.kind {
    case .push: "push \(to)\(on)"
    case .pop: "pop to \(to)\(on)"
    case .replace: "replace \(from) by \(to)\(on)"
    case .setRoot: "set root \(to)\(on)"
    case .present(let presentation): "present \(presentation.rawValue) \(to)"
    case .dismiss: "dismiss \(from)"
    case .select(let tab): "select \(definition[tab].name)"
    case .switch(let child): "switch \(coordinator) to \(definition[child].name)"
    case .start: "start \(coordinator) at \(to)"
    case .finish(let result):
      "finish \(coordinator)" + (result.map { " with \(valueText($0))" } ?? "")
    case .defer(let gate, let link): "defer \(link) by gate \(definition[gate].name)"
    case .resume(_, let link): "resume \(link)"
    case .drop(_, let link, let why): "drop \(link) (\(why.word))"
    case .gateOpened(let gate, let subject):
      "open gate \(definition[gate].name)" + (subject.map { " (\(valueText($0)))" } ?? "")
    case .gateClosed(let gate): "close gate \(definition[gate].name)"
    case .prune: "prune \(from)" + (coordinator.isEmpty ? "" : " from \(coordinator)")
    case .redirect(_, let link): "redirect to \(link)"
    }
  }

  /// The line in `log`: `#12 open  push  home: Home → MovieDetail(id=42)`.
  var line: String {
    "#\(transition.sequence) \(transition.cause)  \(transition.word)"
      + (detail.isEmpty ? "" : "  \(detail)")
  }

  private var detail: String {
    switch transition.kind {
    case .push, .pop, .replace, .setRoot, .dismiss, .start: move
    case .present(let presentation): "\(move) (\(presentation.rawValue))"
    case .finish(let result): move + (result.map { " with \(valueText($0))" } ?? "")
    case .prune(let gate): move + (gate.map { " (gate \(definition[$0].name))" } ?? "")
    case .select(let child), .switch(let child): "\(coordinator): \(definition[child].name)"
    case .defer(let gate, let link), .resume(let gate, let link):
      "\(definition[gate].name): \(link)"
    case .drop(let gate, let link, let why):
      "\(gate.map { definition[$0].name } ?? "ready"): \(link) (\(why.word))"
    case .gateOpened(let gate, let subject):
      definition[gate].name + (subject.map { " (\(valueText($0)))" } ?? "")
    case .gateClosed(let gate): definition[gate].name
    case .redirect(let route, let link): "\(definition[route].pattern) → \(link)"
    }
  }

  /// The move, as in `home: Home → MovieDetail(id=42)`, without an absent side.
  private var move: String {
    let sides = [transition.from.map(text), "→", transition.to.map(text)].compactMap(\.self)
    let arrow = sides.count > 1 ? sides.joined(separator: " ") : noScreen
    return coordinator.isEmpty ? arrow : "\(coordinator): \(arrow)"
  }

  private var coordinator: String { transition.coordinator.map { definition[$0].name } ?? "" }
  private var on: String { coordinator.isEmpty ? "" : " on \(coordinator)" }
  private var from: String { transition.from.map(text) ?? noScreen }
  private var to: String { transition.to.map(text) ?? noScreen }
  private func text(of entry: ScreenEntry) -> String { definition.text(of: entry) }
}

/// The text in place of an absent screen.
private let noScreen = "an empty stack"
