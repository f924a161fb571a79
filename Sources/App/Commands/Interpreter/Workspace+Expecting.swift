import Diagnostics
import JSONCodec
import Navigation
import Screens

extension Workspace {
  func expect(
    _ invocation: Command.Invocation, _ display: Display
  ) throws(Diagnostic) -> Response {
    let reader = ExpectationReader(definition: definition, invocation: invocation)
    let expectation = try reader.read()
    if expectation.isAboutContent { _ = waitForContent { failure(of: expectation) == nil } }
    if let unmet = failure(of: expectation) {
      return Response(unmet, at: invocation.position, display)
    }
    return Response(lines: ["as expected"], json: ["expected": true])
  }

  private func failure(of expectation: Expectation) -> (expected: String, actual: String)? {
    ExpectationSubject(definition: definition, state: state, last: last, content: content)
      .failure(of: expectation)
  }

  /// What `expect` can check of the state, in its words: the visible stack, every gate and every
  /// link that waits for one.
  var expectations: [String] {
    // A layer's stack has no name of its own.
    let coordinator = definition[state.visibleCoordinator(in: definition)].name
    let place = state.layers.isEmpty ? coordinator + ": " : ""
    let stack = definition.text(of: state.visibleStack(in: definition))
    let open = Set(state.openGates.members.map(\.index))
    let gates = definition.gates.indices.map { index in
      "gate \(definition.gates[index].name) \(open.contains(index) ? openWord : closedWord)"
    }
    let links = (state.deferred.map(\.link) + (state.request.map { [$0.link] } ?? []))
      .map { "deferred \(quoted($0))" }
    return ["stack \(place)\(stack)"] + gates + (links.isEmpty ? ["deferred none"] : links)
  }

  /// Waits for a condition if a factory made the screen; checks it once otherwise, since a
  /// described screen never changes.
  func waitForContent(until isDone: () -> Bool) -> Bool {
    isVisibleMade ? stage?.wait(until: isDone) ?? isDone() : isDone()
  }
}
