extension TerminalScreen {
  /// Processes a control character, or a byte of an escape sequence.
  mutating func control(_ byte: UInt8) {
    switch (sequence.kind, byte) {
    case (.text, 0x07): sequence.kind = .none
    case (_, 0x1B): sequence.begin()
    case (.text, _): break
    case (_, 0x00..<0x20), (_, 0x7F): character(byte)
    case (.escape, _): escape(byte)
    case (.charset, _): sequence.kind = .none
    case (.control, 0x40...0x7E):
      sequence.kind = .none
      perform(byte)
    case (.control, _): sequence.append(byte)
    case (.none, _): break
    }
  }

  private mutating func character(_ byte: UInt8) {
    switch byte {
    case 0x08:
      cursor.column = max(0, cursor.column - 1)
      isWrapping = false
    case 0x09: cursor.column = min(columns - 1, (cursor.column / 8 + 1) * 8)
    case 0x0A...0x0C:
      goDown()
      isWrapping = false
    case 0x0D:
      cursor.column = 0
      isWrapping = false
    default: break
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): sequence.kind = .control
    case UInt8(ascii: "]"), UInt8(ascii: "P"): sequence.kind = .text
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "#"): sequence.kind = .charset
    case UInt8(ascii: "M"):
      cursor.row = max(0, cursor.row - 1)
      sequence.kind = .none
    default: sequence.kind = .none
    }
  }

  /// Performs a complete sequence `ESC [ … letter`.
  private mutating func perform(_ letter: UInt8) {
    let count = max(1, sequence.number(0, default: 1))
    let mode = sequence.number(0, default: 0)
    switch letter {
    case UInt8(ascii: "A"): move(toRow: cursor.row - count)
    case UInt8(ascii: "B"): move(toRow: cursor.row + count)
    case UInt8(ascii: "C"): move(toColumn: cursor.column + count)
    case UInt8(ascii: "D"): move(toColumn: cursor.column - count)
    case UInt8(ascii: "G"): move(toColumn: count - 1)
    case UInt8(ascii: "d"): move(toRow: count - 1)
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      move(toRow: count - 1)
      move(toColumn: sequence.number(1, default: 1) - 1)
    case UInt8(ascii: "J"): eraseScreen(mode)
    case UInt8(ascii: "K"): eraseRow(mode)
    case UInt8(ascii: "P"): deleteCells(count)
    case UInt8(ascii: "@"): insertCells(count)
    case UInt8(ascii: "X"): erase(cursor.column..<min(columns, cursor.column + count))
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      if sequence.isPrivate, mode == 2_004 {
        marksPastes = letter == UInt8(ascii: "h")
      }
    default: break
    }
  }

  private mutating func move(toRow row: Int) {
    cursor.row = min(max(0, row), rowCount - 1)
    isWrapping = false
  }

  private mutating func move(toColumn column: Int) {
    cursor.column = min(max(0, column), columns - 1)
    isWrapping = false
  }

  private mutating func erase(_ range: Range<Int>) {
    for column in range { cells[cursor.row][column] = " " }
  }

  private mutating func eraseRow(_ mode: Int) {
    switch mode {
    case 0: erase(cursor.column..<columns)
    case 1: erase(0..<cursor.column + 1)
    default: erase(0..<columns)
    }
  }

  private mutating func eraseScreen(_ mode: Int) {
    if mode < 2 { eraseRow(mode) }
    let rows =
      switch mode {
      case 0: cursor.row + 1..<rowCount
      case 1: 0..<cursor.row
      default: 0..<rowCount
      }
    for row in rows { cells[row] = TerminalScreen.blankRow(columns) }
  }

  private mutating func deleteCells(_ count: Int) {
    let count = min(count, columns - cursor.column)
    cells[cursor.row].removeSubrange(cursor.column..<cursor.column + count)
    cells[cursor.row] += TerminalScreen.blankRow(count)
  }

  private mutating func insertCells(_ count: Int) {
    let count = min(count, columns - cursor.column)
    cells[cursor.row].insert(contentsOf: TerminalScreen.blankRow(count), at: cursor.column)
    cells[cursor.row].removeLast(count)
  }
}

/// An escape sequence in progress.
struct ControlSequence: Sendable {
  enum Kind: Sendable {
    /// No sequence is in progress.
    case none
    /// `ESC`; the next byte determines the kind.
    case escape
    /// `ESC [`: parameters, then a final letter.
    case control
    /// `ESC ]` or `ESC P`: a text up to BEL or `ESC \`.
    case text
    /// `ESC (`, `ESC )` or `ESC #`: one more byte.
    case charset
  }

  var kind = Kind.none
  /// The bytes between `ESC [` and the letter; at most `parameterBytesMax`.
  private var parameters: [UInt8] = []

  var isOpen: Bool { kind != .none }

  /// Whether this is a private sequence: `ESC [ ?`.
  var isPrivate: Bool { parameters.first == UInt8(ascii: "?") }

  mutating func begin() {
    kind = .escape
    parameters = []
  }

  mutating func append(_ byte: UInt8) {
    if parameters.count < parameterBytesMax { parameters.append(byte) }
  }

  /// The parameter at an index, or `missing` if it is absent; at most 9,999.
  func number(_ index: Int, default missing: Int) -> Int {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let parts = parameters.drop { !digits.contains($0) && $0 != UInt8(ascii: ";") }
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard parts.indices.contains(index), !parts[index].isEmpty else { return missing }
    return parts[index].reduce(0) { value, byte in
      digits.contains(byte) ? min(9_999, value * 10 + Int(byte - digits.lowerBound)) : value
    }
  }
}

private let parameterBytesMax = 64
