package import Diagnostics
package import JSONCodec
import Navigation
import Screens

extension Interpreter {
  func help(_ word: String?, at position: SourcePosition?) throws(Diagnostic) -> Response {
    guard let word else { return overview() }
    if sameBytes(word, codesTopic) { return codes() }
    if let code = DiagnosticCode(rawValue: word) {
      return Response(lines: code.explanation, json: code.json)
    }
    guard let command = commands.command(named: word) else {
      if let command = pluginCommand(named: word) {
        let lines = ["\(command.name): \(command.summary)", "From the plugin \(command.plugin)."]
        return Response(lines: lines.map(escaped), json: command.json)
      }
      let codes = DiagnosticCode.allCases.map(\.rawValue)
      throw .unknown(word: word, nearest: nearest(to: word, in: commandNames + codes), at: position)
    }
    let details = command.details.utf8.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let sentences = ["\(command.usage): \(command.summary)"] + details
    let columns =
      display.columns.map { max(Limits.boxColumnsMin, min($0, Limits.boxColumnsMax)) } ?? Int.max
    // Indented lines list forms and are not wrapped.
    let lines = sentences.flatMap { sentence in
      sentence.utf8.first == UInt8(ascii: " ")
        ? [sentence] : wrapped(sentence, columns: columns)
    }
    return Response(lines: lines + ["Example: \(command.example)"], json: command.json)
  }

  private func overview() -> Response {
    var lines: [String] = []
    for group in Command.Group.allCases {
      lines.append(group.rawValue)
      lines += columns(commands.commands(in: group).map { [$0.usage, $0.summary] }).map {
        "  \($0)"
      }
    }
    if !app.commands.isEmpty {
      lines.append("Plugins")
      lines += columns(app.commands.map { [$0.name, $0.summary] }).map { "  \($0)" }
    }
    lines.append("A link alone on a line means 'open'; a line that starts with '#' is a comment.")
    var json: JSON = ["commands": .array(commands.all.map(\.json))]
    if !app.commands.isEmpty, let members = json.objectValue {
      json = .object(members + [.init("plugins", .array(app.commands.map(\.json)))])
    }
    return Response(lines: lines, json: json)
  }

  private func codes() -> Response {
    let codes = DiagnosticCode.allCases
    return Response(
      lines: columns(codes.map { [$0.rawValue, $0.summary] }),
      json: DiagnosticCode.json)
  }
}

extension DiagnosticCode {
  /// The JSON answer to `help codes`.
  package static var json: JSON {
    [
      "codes": .array(
        allCases.map { ["code": .string($0.rawValue), "summary": .string($0.summary)] })
    ]
  }

  /// The JSON answer to `help CODE`.
  package var json: JSON {
    .object(
      [
        .init("code", .string(rawValue)), .init("summary", .string(summary)),
        .init("page", .string(page)),
      ] + (weaknesses.isEmpty ? [] : [.init("weaknesses", .texts(weaknesses))]))
  }

  /// The lines of `help CODE`.
  package var explanation: [String] {
    ["\(rawValue): \(summary)", "See \(page)."]
      + (weaknesses.isEmpty ? [] : ["OWASP: \(weaknesses.joined(separator: ", "))."])
  }
}

extension Command {
  /// The JSON answer to `help`.
  package var json: JSON {
    [
      "command": .string(word), "arguments": .string(syntax.usageOfParameters),
      "summary": .string(summary),
      "group": .string(group.rawValue), "details": .string(details), "example": .string(example),
      "changesSession": .bool(changesSession),
    ]
  }
}

let codesTopic = "codes"

extension PluginCommand {
  /// The JSON answer to `help`.
  fileprivate var json: JSON {
    ["command": .string(name), "summary": .string(summary), "plugin": .string(plugin)]
  }
}
