import Diagnostics
import JSONCodec
import Navigation
import Screens

extension Workspace {
  func expect(_ invocation: Command.Invocation) throws(CommandError) -> Response {
    let reader = ExpectationReader(definition: definition, invocation: invocation)
    let expectation = try reader.read()
    if expectation.isAboutContent { _ = waitForContent { failure(of: expectation) == nil } }
    if let (expected, actual) = failure(of: expectation) {
      throw .expectation(expected: expected, actual: actual, at: invocation.position)
    }
    return Response(lines: ["as expected"], json: ["expected": true])
  }

  private func failure(of expectation: Expectation) -> (expected: String, actual: String)? {
    ExpectationSubject(definition: definition, state: state, last: last, content: content)
      .failure(of: expectation)
  }

  /// Waits for a condition if a factory made the screen; checks it once otherwise, since a
  /// described screen never changes.
  func waitForContent(until isDone: () -> Bool) -> Bool {
    isVisibleMade ? stage?.wait(until: isDone) ?? isDone() : isDone()
  }
}
