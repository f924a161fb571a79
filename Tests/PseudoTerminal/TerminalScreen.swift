internal import Diagnostics

/// The contents of a terminal: a grid of characters and a cursor, driven by a program's output. It
/// supports the `xterm` sequences that readline and plain programs use, ignores all others, and
/// accepts arbitrary bytes.
///
/// Sources: ECMA-48 (control sequences), and xterm's handling of the last column: the cursor stays
/// on it, and the next character wraps to the next row.
public struct TerminalScreen: Sendable {
  /// The number of columns, at least 1.
  public private(set) var columns: Int
  /// The number of rows, at least 1.
  public private(set) var rowCount: Int
  /// The cursor's position: the column from 0 at the left, the row from 0 at the top.
  public internal(set) var cursor = (column: 0, row: 0)
  /// Whether the program enabled bracketed paste (`ESC [ ? 2004 h`).
  public internal(set) var marksPastes = false

  /// The cells, each a character with its combining marks; empty after a wide character.
  var cells: [[String]]
  /// Rows scrolled off the top, the oldest first; at most `scrolledRowsMax`.
  private(set) var scrolled: [String] = []
  /// Whether the last column was written, so that the next character wraps.
  var isWrapping = false
  private var decoder = UTF8Decoder()
  var sequence = ControlSequence()

  /// Creates an empty screen; sizes are clamped to 1 to 1,000.
  public init(columns: Int, rows: Int) {
    self.columns = bounded(columns)
    rowCount = bounded(rows)
    cells = Array(repeating: TerminalScreen.blankRow(bounded(columns)), count: bounded(rows))
  }

  /// The visible rows, without trailing blanks.
  public var rows: [String] { cells.map(TerminalScreen.trimmed) }

  /// The visible rows, each followed by `\n`, without trailing empty rows.
  public var text: String {
    let rows = rows
    let last = rows.lastIndex { !$0.utf8.isEmpty }.map { $0 + 1 } ?? 0
    return rows[..<last].map { $0 + "\n" }.joined()
  }

  /// The scrolled-off rows and the visible ones.
  public var everything: String { scrolled.map { $0 + "\n" }.joined() + text }

  /// Processes a program's output.
  public mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte < 0x20 || byte == 0x7F || sequence.isOpen {
        if let cut = decoder.end() { put(cut) }
        control(byte)
      } else {
        decoder.take(byte).forEach { put($0) }
      }
    }
  }

  /// Resizes the screen as xterm does: rows are truncated or padded at their ends. When the screen
  /// gets shorter, rows below the cursor are removed first, then rows at the top.
  public mutating func resize(columns: Int, rows: Int) {
    self.columns = bounded(columns)
    for index in cells.indices {
      cells[index] = Array(cells[index].prefix(self.columns))
      cells[index] += TerminalScreen.blankRow(self.columns - cells[index].count)
    }
    while cells.count > bounded(rows) {
      if cursor.row == cells.count - 1 {
        scrollOff()
        cursor.row -= 1
      } else {
        cells.removeLast()
      }
    }
    while cells.count < bounded(rows) { cells.append(TerminalScreen.blankRow(self.columns)) }
    rowCount = cells.count
    cursor.column = min(cursor.column, self.columns - 1)
    isWrapping = false
  }

  /// Writes a character at the cursor.
  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = min(terminalWidth(scalar), columns)
    if width == 0 {
      let column = isWrapping ? cursor.column : max(0, cursor.column - 1)
      cells[cursor.row][column].unicodeScalars.append(scalar)
      return
    }
    if isWrapping || cursor.column + width > columns {
      cursor.column = 0
      goDown()
    }
    isWrapping = false
    cells[cursor.row][cursor.column] = String(scalar)
    if width == 2 { cells[cursor.row][cursor.column + 1] = "" }
    cursor.column += width
    if cursor.column == columns {
      cursor.column -= 1
      isWrapping = true
    }
  }

  /// Moves the cursor to the next row; on the last row, scrolls up.
  mutating func goDown() {
    guard cursor.row == rowCount - 1 else {
      cursor.row += 1
      return
    }
    scrollOff()
    cells.append(TerminalScreen.blankRow(columns))
  }

  private mutating func scrollOff() {
    scrolled.append(TerminalScreen.trimmed(cells.removeFirst()))
    if scrolled.count > scrolledRowsMax { scrolled.removeFirst(scrolledRowsMax / 2) }
  }

  static func blankRow(_ columns: Int) -> [String] {
    Array(repeating: " ", count: max(0, columns))
  }

  private static func trimmed(_ row: [String]) -> String {
    // Tests look at all cells very often.
    let last = row.lastIndex { $0.utf8.count != 1 || $0.utf8.first != 0x20 }.map { $0 + 1 } ?? 0
    return row[..<last].joined()
  }
}

private func bounded(_ size: Int) -> Int { min(max(1, size), 1_000) }

private let scrolledRowsMax = 10_000

/// Decodes UTF-8 one byte at a time; invalid bytes become U+FFFD.
struct UTF8Decoder: Sendable {
  private var bytes: [UInt8] = []

  /// Decodes a byte. Returns U+FFFD if it interrupts an incomplete scalar, then the scalar that it
  /// completes, if any.
  mutating func take(_ byte: UInt8) -> [Unicode.Scalar] {
    let cut = byte & 0xC0 == 0x80 ? nil : end()
    bytes.append(byte)
    if Self.count(first: bytes[0]) > bytes.count { return cut.map { [$0] } ?? [] }
    let whole = String(decoding: bytes, as: UTF8.self).unicodeScalars.first
    bytes = []
    return [cut, whole].compactMap(\.self)
  }

  /// Discards an incomplete scalar; returns U+FFFD if there was one.
  mutating func end() -> Unicode.Scalar? {
    defer { bytes = [] }
    return bytes.isEmpty ? nil : "\u{FFFD}"
  }

  private static func count(first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
