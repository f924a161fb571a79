import CSystem

/// Reads options by `getopt_long` of the C library, which wants C strings that stay where they are.
///
/// On the main actor, because `getopt_long` keeps its place in global variables.
@MainActor struct OptionParser {
  /// The arguments as C strings, a null behind the last; `getopt_long` moves operands to the end.
  private let arguments: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>
  /// The table as C wants it, a row of zeros behind the last.
  private let rows: UnsafeMutableBufferPointer<option>
  /// `+`-less, so that options may stand among operands; `:` tells a missing value from the
  /// unknown.
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

  /// Gives the memory back.
  func end() {
    for text in arguments { free(text) }
    for row in rows { free(UnsafeMutableRawPointer(mutating: row.name)) }
    arguments.deallocate()
    rows.deallocate()
  }

  /// Reads all options, then takes what is left as operands.
  mutating func read() throws(UsageError) -> (
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

  /// The option that a result of `getopt_long` means: a long one by its place, a short by its
  /// letter.
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
  private func refusal(_ value: Int32) -> UsageError {
    let refused = csystem_option_refused()
    if value == Int32(UInt8(ascii: ":")), let option = Self.entry(refused) {
      return .missingValue(option)
    }
    if let option = Self.entry(refused) { return .unwantedValue(option) }
    if let letter = UInt8(exactly: refused), letter > 0, letter < 0x80 {
      return .unknownOption("-" + String(Unicode.Scalar(letter)))
    }
    // A letter beyond ASCII is told byte by byte, so the whole argument is shown: the next one,
    // since it is not read to its end. An unknown long option is behind already.
    let next = Int(csystem_option_index())
    let index = refused == 0 ? next - 1 : next
    let text = arguments.indices.contains(index) ? arguments[index] : nil
    return .unknownOption(text.map { String(cString: $0) } ?? "-")
  }
}

/// Above every letter, so that long options and letters cannot be taken for each other.
private let longBase: Int32 = 0x1000
