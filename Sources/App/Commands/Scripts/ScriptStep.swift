public import Diagnostics
public import JSONCodec
import Navigation

/// A command line of a script and its result.
public struct ScriptStep: Sendable {
  /// The script and line; the column is 1.
  public let position: SourcePosition
  /// The line as written.
  public let command: String
  /// The answer.
  public let response: Response
  /// Whether it is an `expect` command.
  public let isExpectation: Bool
  /// The command's failure, or a refusal that the next line does not expect; `nil` if the step
  /// passed.
  public internal(set) var failure: (any Diagnostic)?

  init(
    position: SourcePosition, command: String, response: Response, isExpectation: Bool = false
  ) {
    self.position = position
    self.command = command
    self.response = response
    self.isExpectation = isExpectation
    failure = response.failure
  }

  /// `{"file","line","command","outcome","transitions":[…],"failure":null}`; `outcome` is `null` if
  /// the command is not an event. A failure has `code` and `message`, a failed expectation also
  /// `expected` and `actual`.
  public var json: JSON {
    let transitions = response.applied == nil ? nil : response.json["transitions"]
    return [
      "file": .string(position.file), "line": JSON(position.line), "command": .string(command),
      "outcome": .optional(response.applied?.outcome.kind), "transitions": transitions ?? [],
      "failure": failure.map(failureJSON) ?? .null,
    ]
  }

  private func failureJSON(_ failure: any Diagnostic) -> JSON {
    var members: [JSON.Member] = [
      .init("code", .string(failure.code.rawValue)), .init("message", .string(failure.message)),
    ]
    if let comparison = (failure as? CommandError)?.comparison {
      members.append(.init("expected", .string(comparison.expected)))
      members.append(.init("actual", .string(comparison.actual)))
    }
    return .object(members)
  }
}
