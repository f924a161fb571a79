import JSONCodec

extension Subcommand {
  /// What `help --json` tells of all commands, and `help COMMAND --json` of one.
  var json: JSON {
    [
      "command": .string(name), "operands": .string(operands), "summary": .string(summary),
      "details": .string(details), "options": .array(options.map(\.json)),
      "examples": .array(
        examples.map { ["line": .string($0.line), "meaning": .string($0.meaning)] }),
    ]
  }
}

extension Option {
  /// Its name, letter, value and summary; `null` without letter or value.
  fileprivate var json: JSON {
    [
      "name": .string(name), "letter": letter.map { .string(String($0)) } ?? .null,
      "value": value.map { .string($0) } ?? .null, "summary": .string(summary),
    ]
  }
}
