import Diagnostics
package import JSONCodec
package import Navigation
import Sessions

/// What a link opens in a session that has just begun: its route, the gates that it needs, and the
/// stack that it shows.
@MainActor
package struct FreshOpening {
  /// Escaped lines: those of the prompt's `why`, then the stack.
  package let lines: [String]
  /// The members of the prompt's `why --json`, then `open`, `stack` and `gated` (docs/json.md).
  package let members: [JSON.Member]
  /// Whether the link shows a screen of its own, at once or after the gates that it needs.
  package let opensScreen: Bool

  /// Opens a link of any bytes.
  package init(_ link: [UInt8], in definition: AppDefinition, paint: Paint = Paint()) {
    var workspace = Workspace(Session(definition: definition))
    workspace.paint = paint
    let resolution = LinkResolution(bytes: link, in: definition)
    let why = workspace.why(resolution, .commandLine)
    var lines = why.text.split(separator: "\n").map(String.init)
    var (open, stack, gated) = (JSON.null, JSON.null, JSON.null)
    var outcome: Outcome?
    if resolution.isResolved {
      let opened = workspace.apply(.open(resolution.text, from: .outside))
      outcome = opened.applied?.outcome
      (open, stack) = (opened.json, workspace.stack().json)
      lines += workspace.stackLines()
      let gates = workspace.satisfyGates(of: outcome)
      if !gates.isEmpty {
        let names = gates.map { paint($0, .gateOpen) }.joined(separator: ", ")
        lines += workspace.stackLines().map { "after \(names): \($0)" }
        gated = ["gates": .texts(gates), "stack": workspace.stack().json]
      }
    }
    self.lines = lines
    members =
      (why.json.objectValue ?? []) + [
        .init("open", open), .init("stack", stack), .init("gated", gated),
      ]
    opensScreen =
      switch outcome {
      case .moved?, .duplicated?, .deferred?, .asked?: true
      case .blocked?, .outside?, .queued?, .refused?, nil: false
      }
  }
}

extension Workspace {
  /// The visible stack in a line.
  fileprivate func stackLines() -> [String] {
    stack().text.split(separator: "\n").map { "stack \($0)" }
  }

  /// Opens the gates that a link waits for, one after the other.
  /// - Returns: Their names, in order.
  fileprivate mutating func satisfyGates(of outcome: Outcome?) -> [String] {
    var gates: [String] = []
    var outcome = outcome
    while case .deferred(let gate)? = outcome, !gates.contains(where: { sameBytes($0, gate) }) {
      gates.append(gate)
      outcome = apply(.satisfy(gate: gate, subject: nil)).applied?.outcome
    }
    return gates
  }
}
