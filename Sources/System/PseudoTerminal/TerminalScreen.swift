internal import Diagnostics

/// What a terminal shows: a grid of characters and a cursor, driven by the bytes that a program
/// writes. It knows the sequences of `xterm` that readline and plain programs use, and skips the
/// rest; any bytes whatever are taken.
///
/// Source: ECMA-48 (control sequences), and xterm's handling of the last column: the cursor stays
/// on it, and the next character goes to the next row.
public struct TerminalScreen: Sendable {
  /// Columns of the grid, at least 1.
  public private(set) var columns: Int
  /// Rows of the grid, at least 1.
  public private(set) var rowCount: Int
  /// Where the cursor is: the column from 0 at the left, the row from 0 at the top.
  public internal(set) var cursor = (column: 0, row: 0)
  /// Whether the program asked for pastes to be marked (`ESC [ ? 2004 h`).
  public internal(set) var marksPastes = false

  /// A cell is a character with its combining marks; empty behind a wide one.
  var cells: [[String]]
  /// Rows that left the screen at its top, the oldest first; at most `scrolledRowsMax`.
  private(set) var scrolled: [String] = []
  /// Whether the last column was written to, so that the next character goes to the next row.
  var isWrapping = false
  private var decoder = UTF8Decoder()
  var sequence = ControlSequence()

  /// An empty screen; sizes below 1 count as 1, those over 1,000 as 1,000.
  public init(columns: Int, rows: Int) {
    self.columns = bounded(columns)
    rowCount = bounded(rows)
    cells = Array(repeating: TerminalScreen.blankRow(bounded(columns)), count: bounded(rows))
  }

  /// The rows that are shown, blanks at their ends left out.
  public var rows: [String] { cells.map(TerminalScreen.trimmed) }

  /// The rows that are shown, each ended by `\n`, without the empty ones below the last.
  public var text: String {
    let last = rows.lastIndex { !$0.utf8.isEmpty }.map { $0 + 1 } ?? 0
    return rows[..<last].map { $0 + "\n" }.joined()
  }

  /// All that can be read: the rows that were scrolled off, and those shown.
  public var everything: String { scrolled.map { $0 + "\n" }.joined() + text }

  /// Takes what a program wrote.
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

  /// Takes another size, as xterm does: rows are cut or filled at their ends, and when the screen
  /// gets lower, rows leave at the top as far as the cursor needs it.
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

  /// Puts a character where the cursor is.
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

  /// To the next row; at the lowest, all rows move up.
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
    let last = row.lastIndex { !$0.utf8.elementsEqual(" ".utf8) }.map { $0 + 1 } ?? 0
    return row[..<last].joined()
  }
}

private func bounded(_ size: Int) -> Int { min(max(1, size), 1_000) }

private let scrolledRowsMax = 10_000
