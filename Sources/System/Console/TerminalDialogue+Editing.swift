internal import CReadline
internal import Diagnostics

extension TerminalDialogue {
  /// Registers the callbacks with readline. Called once, before the first prompt.
  func setUpEditor(programName: String) {
    creadline_set_up(
      programName,
      { _ in TerminalDialogue.current?.keys.next() ?? -1 },
      {
        TerminalDialogue.current?.keys.isReady(waiting: creadline_wait_milliseconds()) == true
          ? 1 : 0
      },
      { word, _, _ in TerminalDialogue.current?.complete(word) },
      { matches, count, columns in TerminalDialogue.list(matches, count, columns) })
  }

  /// Shows the prompt and starts reading a line.
  func ask() {
    creadline_begin(prompt) { line in
      defer { free(line) }
      TerminalDialogue.current?.took(
        line.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) })
    }
    creadline_keep_high_bytes()
    isAsking = true
  }

  /// Handles input from the terminal, or its end.
  func pressed() {
    // A Ctrl-C from before this key must not drop it.
    receiveInterrupts()
    guard isAsking, keys.isReady(waiting: 0) else { return }
    keys.begin()
    creadline_read_char()
    guard isAsking, creadline_line_bytes() > typedLineBytesMax else { return }
    dropLine(signal: 0)
    show(Diagnostic.typedLineTooLong(bytesMax: typedLineBytesMax).summary)
  }

  /// Drops the line, with any search in progress, and shows a new prompt.
  func dropLine(signal: Int32) {
    guard isAsking else { return }
    if signal != 0 { keys.forget() }
    creadline_drop_line(signal)
    ask()
  }

  /// The candidates in readline's format: the replacement, then all candidates, then null, each
  /// allocated with `malloc` for readline to free; `nil` if there are none.
  private func complete(
    _ typed: UnsafePointer<CChar>?
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    creadline_completing(false)
    guard let typed, let start = creadline_line() else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(creadline_line_bytes()))
    // Invalid UTF-8 is replaced separately on each side of the cursor, so that the offset stays
    // valid.
    let cursor = min(max(0, Int(creadline_cursor())), bytes.count)
    let before = String(decoding: bytes[..<cursor], as: UTF8.self)
    let after = String(decoding: bytes[cursor...], as: UTF8.self)
    let ignoresCase = creadline_ignores_case()
    let candidates = conversation.completions(
      of: before + after, cursorByte: before.utf8.count, ignoresCase: ignoresCase)
    let word = Array(UnsafeRawBufferPointer(start: typed, count: strlen(typed)))
    let choice = CompletionChoice(
      word: word, candidates: candidates, ignoresCase: ignoresCase)
    if choice.map({ $0.replacement == word }) ?? true {
      let shown = conversation.placeholders(of: before + after, cursorByte: before.utf8.count)
        .map { Array(escaped($0).utf8) }
      if !shown.isEmpty { return matches([word] + (choice?.candidates ?? []) + shown) }
    }
    guard let choice else { return nil }
    creadline_completing(choice.appendsSpace)
    return matches([choice.replacement] + (choice.candidates.count == 1 ? [] : choice.candidates))
  }

  private func matches(
    _ texts: [[UInt8]]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let size = MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = calloc(texts.count + 1, size) else { return nil }
    let list = memory.bindMemory(
      to: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
      list[index] = strdup(String(decoding: text, as: UTF8.self))
    }
    return list
  }

  /// Lists candidates below the line. The first is at index 1.
  private static func list(
    _ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int32,
    _ columns: Int32
  ) {
    if count > listedCandidatesMax {
      creadline_note("\(count) candidates: type more letters")
    } else {
      creadline_list(matches, count, columns)
    }
  }
}

/// A prompt for readline, with the colours marked as taking no columns and the rest escaped.
func promptText(_ prompt: String) -> String {
  var text = ""
  forEachPart(ofPainted: prompt) { part, isSequence in
    text += isSequence ? "\u{1}\(part)\u{2}" : escaped(String(part))
  }
  return text
}

struct CompletionChoice: Hashable {
  /// The replacement for the word: the only candidate, or the common prefix of all.
  let replacement: [UInt8]
  /// The candidates, without duplicates, sorted by bytes.
  let candidates: [[UInt8]]

  /// Whether to append a space, because the word is complete and nothing can follow directly.
  var appendsSpace: Bool {
    let last = candidates.count == 1 ? replacement.last : nil
    return last != nil && last != UInt8(ascii: "=") && last != UInt8(ascii: "/")
  }

  /// Selects the candidates that begin with the word; `nil` if there are none. Candidates with
  /// control characters are dropped: they cannot be typed and would corrupt the display.
  init?(word: [UInt8], candidates: [String], ignoresCase: Bool = false) {
    let fitting = candidates.map { Array($0.utf8) }.filter { candidate in
      let begins =
        ignoresCase
        ? candidate.starts(with: word) { $0.folded == $1.folded }
        : candidate.starts(with: word)
      return begins && !candidate.contains { $0 < 0x20 || $0 == 0x7F }
    }
    let sorted = Set(fitting).sorted { $0.lexicographicallyPrecedes($1) }
    guard let first = sorted.first, let last = sorted.last else { return nil }
    self.candidates = sorted
    // In a sorted list, the common prefix of the first and last is common to all.
    var common = zip(first, last).prefix { $0 == $1 }.count
    // Do not cut a character in two: a byte 10xxxxxx continues the one before it.
    while common > 0, common < first.count, first[common] & 0xC0 == 0x80 { common -= 1 }
    // Candidates that differ in the case of what is typed must not shorten it.
    replacement = common < word.count ? word : Array(first.prefix(common))
  }
}
