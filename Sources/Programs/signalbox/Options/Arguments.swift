import Diagnostics
import CSystem
import ProgramSupport
import RouteFiles

struct Arguments: Sendable {
  var subcommand = Subcommand.standard
  var isSubcommandNamed = false
  /// The operands, without the subcommand. If the subcommand takes bytes, invalid UTF-8 appears as
  /// U+FFFD here.
  var operands: [String] = []
  /// The same as bytes.
  var operandBytes: [[UInt8]] = []
  /// The operands that name route files; `operands` lacks them.
  var routeOperands: [String] = []
  /// The options in the order of the command line, with their values.
  var found: [(option: Option, value: String?)] = []
  /// What `.signalbox` says.
  var settings = SettingsFile()

  func has(_ option: Option) -> Bool { found.contains { $0.option == option } }

  /// Whether the command line itself names route files.
  var namesRoutes: Bool { has(.routes) || !routeOperands.isEmpty }

  func values(of option: Option) -> [String] {
    found.filter { $0.option == option }.compactMap(\.value)
  }

  func value(of option: Option) -> String? { values(of: option).last }
}

extension Arguments {
  /// Parses a command line.
  ///
  /// Options may come before the subcommand, after it, and between operands; `--` ends them. Long
  /// names may be abbreviated as long as they stay unambiguous, as `getopt_long` allows.
  /// - Parameter arguments: The program's name, then its arguments.
  @MainActor init(_ arguments: [[UInt8]]) throws(Diagnostic) {
    self.init()
    var parser = OptionParser(arguments)
    defer { parser.end() }
    let words: [[UInt8]]
    (found, words) = try parser.read()
    try read(try selectSubcommand(words))
    for (option, _) in found where !subcommand.takes(option) {
      throw .notTaken(option: option, command: subcommand.name)
    }
    if has(.help) || has(.version) { return }
    for case (let option, let value?) in found {
      let choices = subcommand.choices(of: option)
      guard choices.isEmpty || choices.contains(value) else {
        throw .unknownChoice(value, option, choices: choices)
      }
      if [.output, .write].contains(option), sameBytes(value, "-") {
        throw .badValue(value, of: option)
      }
    }
    guard operands.count >= subcommand.operandCount.lowerBound else {
      throw .missingOperand(subcommand)
    }
    guard operands.count <= subcommand.operandCount.upperBound else {
      throw .extraOperand(operands[subcommand.operandCount.upperBound], subcommand)
    }
  }

  /// Finds the subcommand that the first operand names. Route files can be named without one.
  /// - Returns: Its operands.
  private mutating func selectSubcommand(
    _ operands: [[UInt8]]
  ) throws(Diagnostic) -> ArraySlice<[UInt8]> {
    guard let first = operands.first else { return [] }
    let name = try text(ofArgument: first)
    if let named = Subcommand.named(name) {
      subcommand = named
      isSubcommandNamed = true
      return operands.dropFirst()
    }
    guard RouteFolder.isRoutes(name) || isApp(name) || isRelativePath(name) else {
      throw .unknownCommand(name, line: operands.map { String(decoding: $0, as: UTF8.self) })
    }
    return operands[...]
  }

  private mutating func read(_ all: ArraySlice<[UInt8]>) throws(Diagnostic) {
    for (index, bytes) in all.enumerated() {
      let operand =
        subcommand.takesBytes
        ? String(decoding: bytes, as: UTF8.self) : try text(ofArgument: bytes)
      let isRoutes = subcommand.isRoutes(operand, at: index)
      if isRoutes { routeOperands.append(operand) }
      if !isRoutes || subcommand.routeOperands == .amongScripts && !RouteFolder.isRoutes(operand) {
        operands.append(operand)
        operandBytes.append(bytes)
      }
    }
  }
}

extension Arguments {
  /// The first operand, as one of the words that a command takes there.
  func task<Task: RawRepresentable<String> & CaseIterable>() throws(ExitError) -> Task {
    let word = operands.first ?? ""
    guard let task = Task(rawValue: word) else {
      throw .usage([.unknownTask(word, subcommand, words: Task.words)])
    }
    return task
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  static var words: [String] { allCases.map(\.rawValue) }
}

/// Whether a path is the folder of an app, perhaps one whose settings have errors.
private func isApp(_ path: String) -> Bool {
  do { return try RouteFolder.ofApp(path) != nil } catch { return true }
}

/// Whether a text can only be a path: it has a slash, but is no link.
private func isRelativePath(_ text: String) -> Bool {
  text.utf8.contains(UInt8(ascii: "/")) && text.utf8.first != UInt8(ascii: "/")
    && !text.utf8.contains(UInt8(ascii: ":"))
}

extension Subcommand {
  /// Whether an operand names route files.
  fileprivate func isRoutes(_ operand: String, at index: Int) -> Bool {
    switch routeOperands {
    case .none: false
    case .all: true
    case .afterFirst: index > 0
    case .recognized, .amongScripts:
      !(takesBytes && operand.utf8.first == UInt8(ascii: "/"))
        && (RouteFolder.isRoutes(operand) || isApp(operand))
    }
  }
}

/// An argument that must be UTF-8.
private func text(ofArgument bytes: [UInt8]) throws(Diagnostic) -> String {
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw .notUTF8(String(decoding: bytes, as: UTF8.self))
  }
  return text
}

/// Parses options with `getopt_long` of the C library, on copies of the arguments as C strings.
///
/// On the main actor, because `getopt_long` keeps its position in global variables.
@MainActor private struct OptionParser {
  /// The arguments as C strings, then a null; `getopt_long` moves operands to the end.
  private let arguments: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>
  /// The options as a C table, then a row of zeros.
  private let rows: UnsafeMutableBufferPointer<option>
  /// The short options. Without a leading `+`, options may follow operands; the leading `:`
  /// distinguishes a missing value from an unknown option.
  private let letters: String

  init(_ texts: [[UInt8]]) {
    arguments = .allocate(capacity: texts.count + 1)
    arguments.initialize(repeating: nil)
    for (index, text) in texts.enumerated() {
      arguments[index] = strdup(text.map { CChar(bitPattern: $0) } + [0])
    }
    rows = .allocate(capacity: Option.all.count + 1)
    rows.initialize(repeating: option())
    var letters = ":"
    for (index, entry) in Option.all.enumerated() {
      let hasValue = entry.value != nil
      rows[index] = option(
        name: UnsafePointer(strdup(entry.name)),
        has_arg: hasValue ? required_argument : no_argument, flag: nil,
        val: longBase + Int32(index))
      if let letter = entry.letter { letters += String(letter) + (hasValue ? ":" : "") }
    }
    self.letters = letters
  }

  /// Frees the memory.
  func end() {
    for text in arguments { free(text) }
    for row in rows { free(UnsafeMutableRawPointer(mutating: row.name)) }
    arguments.deallocate()
    rows.deallocate()
  }

  /// Reads all options; the rest are operands.
  mutating func read() throws(Diagnostic) -> (
    found: [(option: Option, value: String?)], operands: [[UInt8]]
  ) {
    var found: [(option: Option, value: String?)] = []
    guard let start = arguments.baseAddress, let table = rows.baseAddress else { return ([], []) }
    let count = Int32(clamping: arguments.count - 1)
    csystem_options_begin()
    while true {
      let result = csystem_option_next(count, start, letters, table, nil)
      if result == -1 { break }
      guard let option = Self.entry(result) else { throw refusal(result) }
      var value: String?
      if let found = csystem_option_value() { value = try text(ofArgument: bytes(of: found)) }
      found.append((option, value))
    }
    let first = Int(max(0, csystem_option_index()))
    let rest = arguments.dropLast().dropFirst(first)
    return (found, rest.compactMap { $0.map { bytes(of: $0) } })
  }

  private func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  /// The option for a result of `getopt_long`: its index for a long option, its letter for a short
  /// one.
  private static func entry(_ value: Int32) -> Option? {
    if value >= longBase {
      let index = Int(value - longBase)
      return Option.all.indices.contains(index) ? Option.all[index] : nil
    }
    return Option.all.first { option in
      option.letter?.asciiValue.map { Int32($0) == value } ?? false
    }
  }

  /// Why `getopt_long` stopped.
  private func refusal(_ value: Int32) -> Diagnostic {
    let refused = csystem_option_refused()
    if value == Int32(UInt8(ascii: ":")), let option = Self.entry(refused) {
      return .missingValue(option)
    }
    if let option = Self.entry(refused) { return .unwantedValue(option) }
    if let letter = UInt8(exactly: refused), letter > 0, letter < 0x80 {
      return .unknownOption("-" + String(Unicode.Scalar(letter)))
    }
    // getopt_long reports a letter outside ASCII byte by byte, so show the whole argument: it is at
    // the next index, since it is not read to its end; an unknown long option is one before that.
    let next = Int(csystem_option_index())
    let index = refused == 0 ? next - 1 : next
    let text = arguments.indices.contains(index) ? arguments[index] : nil
    return .unknownOption(text.map { String(cString: $0) } ?? "-")
  }
}

/// Above every letter, so that long options and letters cannot be confused.
private let longBase: Int32 = 0x1000
