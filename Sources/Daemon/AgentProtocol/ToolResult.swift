internal import DaemonClient
internal import Diagnostics
public import JSONCodec

/// The result of a tool: data and a text for the model, or the text of an error.
public struct ToolResult: Sendable {
  private let content: Result<JSON, Failed>
  private let text: String

  /// The text of the result is an error.
  private struct Failed: Error {}

  /// Data that conforms to the tool's output schema.
  /// - Parameter text: By default the JSON.
  public init(_ json: JSON, text: String? = nil) {
    content = .success(json)
    self.text = text ?? json.text
  }

  /// An error, and the findings that a daemon adds to it.
  init(_ error: ClientError) {
    content = .failure(Failed())
    var summary = error.diagnostic.summary
    // What the daemon's clients call is an action of a tool here.
    let advice = "List all with 'signalbox sessions', or call the method 'session.create'."
    if case .refused(let refusal) = error, sameBytes(refusal.advice, advice) {
      summary = String(decoding: summary.utf8.dropLast(advice.utf8.count), as: UTF8.self)
      summary += "Create it with the action 'create' of the tool 'session'."
    }
    var lines = [summary]
    if case .refused(let refusal) = error {
      lines += (refusal.data["findings"]?.arrayValue ?? []).map(\.text)
    }
    text = lines.joined(separator: "\n")
  }

  init(failed text: String) {
    content = .failure(Failed())
    self.text = text
  }

  /// The members of the result in the protocol; an error if it exceeds `resultBytesMax`.
  var members: [JSON.Member] {
    let bytes = text.utf8.count
    guard bytes <= resultBytesMax else {
      return ToolResult(failed: Diagnostic.resultTooLong(bytes: bytes).summary).members
    }
    let block: JSON = ["type": "text", "text": .string(text)]
    var members = [JSON.Member("content", [block])]
    switch content {
    case .success(let json):
      members.append(JSON.Member("structuredContent", json))
      members.append(JSON.Member("isError", false))
    case .failure: members.append(JSON.Member("isError", true))
    }
    return members
  }
}
