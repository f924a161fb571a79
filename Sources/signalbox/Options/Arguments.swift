/// The command line, read.
struct Arguments: Sendable {
  /// The command: the one that is named, else `repl`.
  var subcommand: Subcommand = .repl
  /// Whether a command is named.
  var isSubcommandNamed = false
  /// What stands behind the command and is no option, in order.
  var operands: [String] = []
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
  @MainActor init(_ arguments: [String]) throws(UsageError) {
    self.init()
    var parser = OptionParser(arguments)
    defer { parser.end() }
    let (found, rest) = try parser.read()
    self.found = found
    operands = rest
    if let name = operands.first {
      guard let named = Subcommand.named(name) else { throw .unknownCommand(name) }
      subcommand = named
      isSubcommandNamed = true
      operands.removeFirst()
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
