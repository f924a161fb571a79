/// The command line, read.
struct Arguments: Sendable {
  /// The command: the one that is named, else `repl`.
  var subcommand: Subcommand = .repl
  /// Whether a command is named.
  var isSubcommandNamed = false
  /// What stands behind the command and is no option, in order. Of a command that takes bytes, what
  /// is not UTF-8 stands here as U+FFFD.
  var operands: [String] = []
  /// The same as bytes.
  var operandBytes: [[UInt8]] = []
  /// The options in the order in which they stand, with their values.
  var found: [(option: Option, value: String?)] = []

  /// Whether an option is given.
  func has(_ option: Option) -> Bool {
    found.contains { $0.option.name == option.name }
  }

  /// All values of an option, in order.
  func values(of option: Option) -> [String] {
    found.filter { $0.option.name == option.name }.compactMap(\.value)
  }

  /// The last value of an option.
  func value(of option: Option) -> String? {
    values(of: option).last
  }
}

extension Arguments {
  /// Reads a command line.
  ///
  /// Options may stand before the command, behind it, and among the operands; `--` ends them. Long
  /// names may be cut as long as they stay unambiguous, as `getopt_long` does it.
  /// - Parameter arguments: The program's name, then its arguments.
  @MainActor init(_ arguments: [[UInt8]]) throws(UsageError) {
    self.init()
    var parser = OptionParser(arguments)
    defer { parser.end() }
    (found, operandBytes) = try parser.read()
    if let first = operandBytes.first {
      let name = try text(ofArgument: first)
      guard let named = Subcommand.named(name) else { throw .unknownCommand(name) }
      subcommand = named
      isSubcommandNamed = true
      operandBytes.removeFirst()
    }
    for bytes in operandBytes {
      operands.append(
        subcommand.takesBytes
          ? String(decoding: bytes, as: UTF8.self) : try text(ofArgument: bytes))
    }
    for (option, _) in found where !option.isTaken(by: subcommand) {
      throw .notTaken(option: option, command: subcommand.name)
    }
    if has(.help) || has(.version) { return }
    guard operands.count >= subcommand.operandCount.lowerBound else {
      throw .missingOperand(subcommand)
    }
    guard operands.count <= subcommand.operandCount.upperBound else {
      throw .extraOperand(operands[subcommand.operandCount.upperBound], subcommand)
    }
  }
}

/// An argument that must be a text.
func text(ofArgument bytes: [UInt8]) throws(UsageError) -> String {
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw .notUTF8(String(decoding: bytes, as: UTF8.self))
  }
  return text
}
