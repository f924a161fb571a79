/// Checks the write-ahead log before SQLite reads it.
///
/// SQLite ends a log at the first frame with a wrong checksum. That is right for a write torn by a
/// crash, but silently drops commits if a frame in the middle was damaged later. A commit starts
/// only after the previous one was synced. So if two or more commits of this log's generation end
/// at or after the bad frame, at least one of them was on the disk and acknowledged: that is
/// damage, not a torn write. A log that was synced at intervals may lose several commits.
///
/// Not detected: whether the last commit was torn or damaged later, and a log that was cut at the
/// end of a commit.
///
/// - SeeAlso: <https://www.sqlite.org/fileformat.html>, section 4.
struct LogInspection {
  enum LogState: Hashable {
    /// It ends after a commit, or with one torn by a crash.
    case sound
    case badHeader
    /// There is no log, or not even one frame.
    case isMissing
    /// A frame is wrong (counted from 1), and `commitsLost` commits end at it or later.
    case badFrame(Int, commitsLost: Int)
  }

  let state: LogState
  /// Commits before the first bad frame: those that SQLite will find.
  private(set) var commits = 0
  /// Bytes of this log's generation after the last whole commit, which SQLite will not read.
  private(set) var bytesCut: Int64 = 0
  /// Where the last whole commit ends, in bytes from the start.
  private(set) var end = headerBytes

  init(of path: String) throws(JournalError) {
    guard let file = try ReadingFile(path), file.count > headerBytes + frameHeaderBytes else {
      state = .isMissing
      return
    }
    let head = try file.bytes(from: 0, count: headerBytes)
    guard let header = Header(head) else {
      // The file system extended the file, and a crash kept the header from being written.
      let isBlank = head.allSatisfy { $0 == 0 } && file.count <= headerBytes + blankBytesMax
      state = isBlank ? .isMissing : .badHeader
      return
    }
    var (sums, number) = (header.sums, 0)
    var lost = 0
    var bad: Int?
    while true {
      let start = headerBytes + number * (frameHeaderBytes + header.pageBytes)
      let frame = try file.bytes(from: start, count: frameHeaderBytes + header.pageBytes)
      guard frame.count >= frameHeaderBytes else { break }
      number += 1
      let isOurs = header.isOurs(frame)
      let isWhole = frame.count == frameHeaderBytes + header.pageBytes
      if bad == nil, isOurs, isWhole, header.isSound(frame, &sums) {
        bytesCut += Int64(frame.count)
        if bigEndian(frame, 4) != 0 {
          (commits, bytesCut, end) = (commits + 1, 0, start + frame.count)
        }
        continue
      }
      bad = bad ?? number
      if isOurs { bytesCut += Int64(frame.count) }
      if isOurs, bigEndian(frame, 4) != 0 { lost += 1 }
    }
    state = bad.flatMap { lost >= 2 ? .badFrame($0, commitsLost: lost) : nil } ?? .sound
  }

  /// Throws if the log lacks something that was on the disk.
  /// - Parameter use: What belongs to the main file.
  func check(path: String, _ use: LogUse) throws(JournalError) {
    switch state {
    case .sound: return
    case .isMissing:
      guard use != .closed else { return }
      throw .damaged(
        path: path, what: "it was not closed, and its write-ahead log is missing or empty")
    case .badHeader:
      throw .damaged(path: path, what: "the header of its write-ahead log is wrong")
    case .badFrame(let number, let commits):
      guard use != .interval else { return }
      throw .damaged(
        path: path,
        what: "frame \(number) of its write-ahead log is wrong, and \(commits) commits end there "
          + "or later")
    }
  }
}

/// What a crash left of a commit at the end of the write-ahead log, which is not read.
public struct LogCut: Sendable, Hashable {
  /// Its bytes.
  public let bytes: Int64
  /// The whole commits before it in the log.
  public let commits: Int
  /// The number of the last record, which the last of those commits made durable.
  public let lastNumber: Int64

  /// A sentence for the log and for reports.
  public var summary: String {
    "\(bytes) bytes at the end of the write-ahead log are not a whole commit and are not used; the "
      + "last commit before them ends with record \(lastNumber)"
  }
}

/// The log's header: its first 32 bytes.
private struct Header {
  let pageBytes: Int
  let sums: (UInt32, UInt32)
  private let isBigEndian: Bool
  private let salts: ArraySlice<UInt8>

  /// Reads a header; `nil` if a field or the checksum is wrong.
  init?(_ bytes: [UInt8]) {
    let magic = bigEndian(bytes, 0)
    guard magic & ~1 == 0x377F_0682, bigEndian(bytes, 4) == 3_007_000 else { return nil }
    isBigEndian = magic & 1 == 1
    pageBytes = Int(bigEndian(bytes, 8))
    guard (512...65_536).contains(pageBytes), pageBytes & (pageBytes - 1) == 0 else { return nil }
    salts = bytes[16..<24]
    var sums: (UInt32, UInt32) = (0, 0)
    addUp(bytes[..<24], isBigEndian, &sums)
    guard sums.0 == bigEndian(bytes, 24), sums.1 == bigEndian(bytes, 28) else { return nil }
    self.sums = sums
  }

  /// Whether a frame is of this log's generation, not left over from before the log last restarted.
  func isOurs(_ frame: [UInt8]) -> Bool { frame[8..<16].elementsEqual(salts) }

  /// Whether a frame matches its checksum, which continues that of the previous frame in `sums`.
  func isSound(_ frame: [UInt8], _ sums: inout (UInt32, UInt32)) -> Bool {
    var next = sums
    addUp(frame[..<8], isBigEndian, &next)
    addUp(frame[frameHeaderBytes...], isBigEndian, &next)
    guard next.0 == bigEndian(frame, 16), next.1 == bigEndian(frame, 20) else { return false }
    sums = next
    return bigEndian(frame, 0) != 0
  }
}

/// Adds bytes to the checksum of SQLite's log, eight at a time.
private func addUp(
  _ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool, _ sums: inout (UInt32, UInt32)
) {
  bytes.withUnsafeBytes { buffer in
    for start in stride(from: 0, to: buffer.count - 7, by: 8) {
      let first = buffer.loadUnaligned(fromByteOffset: start, as: UInt32.self)
      let second = buffer.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
      sums.0 &+= (isBigEndian ? UInt32(bigEndian: first) : UInt32(littleEndian: first)) &+ sums.1
      sums.1 &+= (isBigEndian ? UInt32(bigEndian: second) : UInt32(littleEndian: second)) &+ sums.0
    }
  }
}

private func bigEndian(_ bytes: [UInt8], _ place: Int) -> UInt32 {
  bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) }
}

private let headerBytes = 32
private let frameHeaderBytes = 24
/// A longer file of zeros was once a log.
private let blankBytesMax = 65_536
