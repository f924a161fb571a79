/// The first 100 bytes of the main file, checked before SQLite opens it: a wrong bit there can make
/// SQLite ignore the write-ahead log, or misread the file.
///
/// - SeeAlso: <https://www.sqlite.org/fileformat.html>, section 1.3.
struct FileHeader {
  private let bytes: [UInt8]

  init(of path: String) throws(JournalError) {
    bytes = try ReadingFile(path)?.bytes(from: 0, count: 100) ?? []
  }

  /// Throws if the file is not a journal, has a newer version, or has a field that no journal has.
  func check(path: String) throws(JournalError) {
    guard !bytes.isEmpty else { throw .damaged(path: path, what: "it is empty") }
    let magic = Array("SQLite format 3\u{0}".utf8)
    guard bytes.count == 100 else { throw .damaged(path: path, what: "it is cut short") }
    // One or two wrong bits mean a damaged journal, not another program's file.
    let wrongBits = (number(68) ^ Schema.application).nonzeroBitCount
    let isOurs = Array(bytes[..<16]) == magic ? wrongBits <= 2 : wrongBits == 0
    guard isOurs else { throw .notJournal(path: path) }
    guard wrongBits > 0 || number(60) <= Schema.version || number(60) > versionMax else {
      throw .newer(path: path, version: number(60))
    }
    let isSound =
      Array(bytes[..<16]) == magic && wrongBits == 0 && number(60) == Schema.version
      && bytes[18...23].elementsEqual([2, 2, 0, 64, 32, 32]) && number(44) == 4
      && number(56) == 1 && number(52) == 0 && number(64) == 0
      && bytes[72..<92].allSatisfy { $0 == 0 }
    guard isSound else { throw .damaged(path: path, what: "its header is not that of a journal") }
  }

  /// Four bytes at an offset as a big-endian number.
  private func number(_ place: Int) -> Int64 {
    bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// A version above this is damage.
private let versionMax: Int64 = 1_000
