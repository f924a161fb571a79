public import Diagnostics
public import JSONCodec
public import Navigation

/// The answer to one command line.
public struct Response: Sendable {
  /// What a person is told, failures included: lines that each end in `\n`, safe to print; empty
  /// for a comment.
  public var text: String
  /// What became of the event, if the command was one.
  public var applied: Applied?
  /// What a program is told; `docs/json.md` lists the forms.
  public var json: JSON
  /// Why the command could not be done, or an expectation that failed. A refused event is no
  /// failure here: it is told in `applied`, and a script decides whether it was expected.
  public var failure: (any Diagnostic)?
  /// Whether the person wants to leave.
  public var isOver = false

  /// An answer of several lines.
  package init(lines: [String] = [], json: JSON = [:]) {
    text = lines.map { $0 + "\n" }.joined()
    self.json = json
  }

  /// A failure.
  init(_ failure: any Diagnostic) {
    text = failure.summary + "\n"
    json = .failure(failure)
    self.failure = failure
  }
}

extension JSON {
  /// `{"error":{"code":…,"message":…,"advice":…,"file":…,"line":…,"column":…}}`; `advice` and the
  /// place only where there is one.
  static func failure(_ failure: any Diagnostic) -> JSON { ["error": failed(failure)] }

  /// What `failure` tells, by itself.
  static func failed(_ failure: any Diagnostic) -> JSON {
    var members: [Member] = [
      .init("code", .string(failure.code.rawValue)), .init("message", .string(failure.message)),
    ]
    if let advice = failure.advice { members.append(.init("advice", .string(advice))) }
    if let position = failure.position {
      members.append(.init("file", .string(position.file)))
      members.append(.init("line", JSON(position.line)))
      members.append(.init("column", JSON(position.column)))
    }
    return .object(members)
  }
}
