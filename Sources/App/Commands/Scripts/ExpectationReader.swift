import Diagnostics
import Navigation

/// Parses the words after `expect`; an unknown name is an error, not a failed expectation.
struct ExpectationReader {
  let definition: AppDefinition
  let invocation: Command.Invocation

  /// The text after the command, as written.
  private var line: String { invocation.arguments.text(0) ?? "" }

  func read() throws(Diagnostic) -> Expectation {
    var words: [String]
    do {
      words = try Navigation.words(of: line)
    } catch {
      throw error.diagnostic.at(invocation.position)
    }
    guard let word = words.first else { throw usage(nil) }
    guard let kind = ExpectationKind(named: word) else {
      throw unknown("expectation", word, ExpectationKind.allCases.map(\.rawValue))
    }
    words.removeFirst()
    switch kind {
    case .screen: return .screen(try screen(words))
    case .stack: return try stack()
    case .outcome: return try outcome(words)
    case .transitions: return try transitions(words)
    case .show: return .show(try text(words[...], kind))
    case .row:
      guard let number = words.first.flatMap({ Int($0) }), number > 0 else { throw usage(kind) }
      return .row(number, try text(words.dropFirst(), kind))
    case .tab:
      let name = try only(words, kind)
      guard let tab = definition.coordinator(named: name), definition.isTab(tab) else {
        throw unknown("tab", name, definition.tabs)
      }
      return .tab(tab)
    case .deferred:
      let link = try only(words, kind)
      return .deferred(link: sameBytes(link, "none") ? nil : link)
    case .tap: return .tap(try only(words, kind))
    case .gate:
      guard words.count == 2, [openWord, closedWord].contains(words[1]) else {
        throw usage(kind)
      }
      guard let gate = definition.gate(named: words[0]) else {
        throw unknown("gate", words[0], definition.gates.map(\.name))
      }
      return .gate(gate, isOpen: sameBytes(words[1], openWord))
    }
  }

  private func screen(_ words: [String]) throws(Diagnostic) -> Expectation.Screen {
    guard let name = words.first else { throw usage(.screen) }
    if name.utf8.contains(UInt8(ascii: "(")), definition.screen(named: name) == nil {
      return try printedScreen()
    }
    try checkScreen(name)
    var values: [(name: String, value: String)] = []
    for word in words.dropFirst() {
      guard let pair = keyAndValue(word) else { throw usage(.screen) }
      values.append(pair)
    }
    return Expectation.Screen(name: name, values: values)
  }

  /// Parses `MovieDetail(id=42)`, as the prompt prints a screen.
  private func printedScreen() throws(Diagnostic) -> Expectation.Screen {
    var reader = StackReader(textAfterFirstWord(of: line))
    guard let screens = reader.screens(), screens.count == 1 else { throw usage(.screen) }
    try checkScreen(screens[0].name)
    return screens[0]
  }

  private func checkScreen(_ name: String) throws(Diagnostic) {
    guard definition.screen(named: name) != nil else {
      throw unknown("screen", name, definition.screens.map(\.name))
    }
  }

  private func stack() throws(Diagnostic) -> Expectation {
    var reader = StackReader(textAfterFirstWord(of: line))
    var coordinator: Identifier<Coordinator>?
    if let name = reader.coordinator() {
      coordinator = definition.coordinator(named: name)
      guard coordinator != nil else {
        throw unknown("coordinator", name, definition.coordinators.map(\.name))
      }
    }
    guard let screens = reader.screens(), coordinator != nil || !screens.isEmpty else {
      throw usage(.stack)
    }
    for screen in screens { try checkScreen(screen.name) }
    return .stack(coordinator, screens)
  }

  /// Parses `refused`, `refused not-found` or `refused(not-found)`; likewise gates, screens and
  /// links.
  private func outcome(_ words: [String]) throws(Diagnostic) -> Expectation {
    guard let first = words.first, words.count <= 2 else { throw usage(.outcome) }
    var kind = first
    var detail = words.count == 2 ? words[1] : nil
    if detail == nil, first.utf8.last == UInt8(ascii: ")"),
      let open = first.utf8.firstIndex(of: UInt8(ascii: "("))
    {
      kind = String(first[..<open])
      detail = String(decoding: first.utf8[open...].dropFirst().dropLast(), as: UTF8.self)
    }
    guard Outcome.kinds.contains(where: { sameBytes($0, kind) }) else {
      throw unknown("outcome", kind, Outcome.kinds)
    }
    if let detail { try check(detail, of: kind) }
    return .outcome(kind: kind, detail: detail)
  }

  private func check(_ detail: String, of kind: String) throws(Diagnostic) {
    switch kind {
    case "refused":
      guard !Refusal.reasons.contains(where: { sameBytes($0, detail) }) else { return }
      throw unknown("reason for a refusal", detail, Refusal.reasons)
    case "deferred":
      guard definition.gate(named: detail) == nil else { return }
      throw unknown("gate", detail, definition.gates.map(\.name))
    case "asked", "blocked": try checkScreen(detail)
    case "outside": return
    default: throw usage(.outcome)
    }
  }

  private func transitions(_ words: [String]) throws(Diagnostic) -> Expectation {
    guard let first = words.first else { throw usage(.transitions) }
    if words.count == 1, sameBytes(first, "none") { return .transitions([]) }
    for word in words where !Transition.kinds.contains(where: { sameBytes($0, word) }) {
      throw unknown("transition", word, Transition.kinds)
    }
    return .transitions(words)
  }

  /// Joins the words with spaces; throws `usage` if the text is empty.
  private func text(
    _ words: ArraySlice<String>, _ kind: ExpectationKind
  ) throws(Diagnostic) -> String {
    let text = words.joined(separator: " ")
    guard !text.utf8.isEmpty else { throw usage(kind) }
    return text
  }

  private func only(_ words: [String], _ kind: ExpectationKind) throws(Diagnostic) -> String {
    guard words.count == 1 else { throw usage(kind) }
    return words[0]
  }

  private func usage(_ kind: ExpectationKind?) -> Diagnostic {
    let word = invocation.command.word
    let words = (try? Navigation.words(of: line)) ?? []
    return .usage(
      typed: ([word] + words).joined(separator: " "),
      usage: "\(word) \(kind?.usage ?? "KIND …; 'help \(word)' lists the kinds")",
      example: nil, at: invocation.position)
  }

  private func unknown(_ kind: String, _ name: String, _ names: [String]) -> Diagnostic {
    .unknownName(
      kind: kind, name: name, nearest: nearest(to: name, in: names), at: invocation.position)
  }
}

/// Parses the text after `expect stack`: `home: Home > MovieDetail(id=42) > Cast`.
///
/// A name or value that contains a space or one of `, ( ) > "` is quoted, as `stack` prints it.
struct StackReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Parses the coordinator's name: a first word that ends in a colon; `nil` if there is none.
  mutating func coordinator() -> String? {
    skipBlanks()
    let end = bytes[index...].firstIndex(where: isBlank) ?? bytes.count
    guard end > index + 1, bytes[end - 1] == UInt8(ascii: ":"),
      !bytes[index..<end].contains(UInt8(ascii: "("))
    else { return nil }
    defer { index = end }
    return text(index..<(end - 1))
  }

  /// Parses the screens, lowest first; `nil` if the text is malformed.
  mutating func screens() -> [Expectation.Screen]? {
    skipBlanks()
    if index == bytes.count { return [] }
    var screens: [Expectation.Screen] = []
    while true {
      guard let name = word(endingAt: [UInt8(ascii: "("), UInt8(ascii: ">")]) else { return nil }
      guard let values = values() else { return nil }
      screens.append(Expectation.Screen(name: name, values: values))
      skipBlanks()
      if index == bytes.count { return screens }
      guard take(">") else { return nil }
    }
  }

  /// Parses `(id=42, ref=push)` or nothing; `nil` if the text is malformed.
  private mutating func values() -> [(name: String, value: String)]? {
    skipBlanks()
    guard take("(") else { return [] }
    var values: [(name: String, value: String)] = []
    if take(")") { return values }
    while true {
      guard let name = word(endingAt: [UInt8(ascii: "=")]) else { return nil }
      skipBlanks()
      guard take("=") else { return nil }
      let ends = [UInt8(ascii: ","), UInt8(ascii: ")")]
      guard let value = word(endingAt: ends, mayBeEmpty: true) else { return nil }
      values.append((name, value))
      skipBlanks()
      if take(")") { return values }
      guard take(",") else { return nil }
    }
  }

  /// Parses a quoted word, or a word up to a space, a tab or one of these bytes; `nil` if it is
  /// malformed, or empty without `mayBeEmpty`.
  private mutating func word(endingAt ends: [UInt8], mayBeEmpty: Bool = false) -> String? {
    skipBlanks()
    let start = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") { return quotation() }
    while index < bytes.count, !isBlank(bytes[index]), !ends.contains(bytes[index]) { index += 1 }
    return index > start || mayBeEmpty ? text(start..<index) : nil
  }

  private mutating func quotation() -> String? {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else { return nil }
    index += 1
    return try? words(of: text(start..<index)).first
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
