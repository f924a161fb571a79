import CLibrary
internal import Diagnostics
internal import FileAccess
internal import JSONCodec

/// How lines of the log are written.
public enum LogStyle: Sendable, Hashable, CaseIterable {
  /// For a person who looks on: `warning[client/slow]: message`.
  case plain
  /// For a file: the same behind the time.
  case timed
  /// For the journal of systemd: the same behind the level as `<4>`.
  case leveled
  /// For a program: one JSON object with `time`, `level`, `kind`, `message`, and the fields.
  case json

  /// What fits a descriptor: plain at a terminal, leveled where systemd's journal reads, else
  /// timed.
  public static func fitting(_ descriptor: Int32) -> LogStyle {
    if isatty(descriptor) == 1 { return .plain }
    return isJournal(
      FileIdentity(descriptor: descriptor), isSocket: isSocket(descriptor),
      variable: { environment($0) }) ? .leveled : .timed
  }

  /// Whether the journal reads a descriptor: systemd names its file in `JOURNAL_STREAM`. Where that
  /// is missing, a socket counts that a unit was started with (`INVOCATION_ID`).
  static func isJournal(
    _ file: FileIdentity?, isSocket: Bool, variable: (String) -> String?
  ) -> Bool {
    guard let stream = variable("JOURNAL_STREAM") else {
      return isSocket && variable("INVOCATION_ID") != nil
    }
    let numbers = stream.utf8.split(separator: UInt8(ascii: ":")).map {
      UInt64(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 2, let device = numbers[0], let number = numbers[1] else { return false }
    return file == FileIdentity(device: device, number: number)
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// An entry as one line with its line end, of at most `logLineBytesMax` bytes.
  func line(_ entry: LogEntry, time: @autoclosure () -> String) -> [UInt8] {
    switch self {
    case .plain: text(entry, before: "")
    case .timed: text(entry, before: time() + " ")
    case .leveled: text(entry, before: "<\(entry.level.rawValue)>")
    case .json: object(entry, time: time())
    }
  }

  private func text(_ entry: LogEntry, before: String) -> [UInt8] {
    var text = before + escaped(entry.place) + "\(entry.level.word)[\(entry.kind)]: "
    // Cut before it is escaped, too: a client may have sent a megabyte of it.
    text += escaped(cut(entry.message, bytesMax: logLineBytesMax))
    if let advice = entry.advice { text += ". " + escaped(advice) }
    return Array((cut(text, bytesMax: logLineBytesMax - 1) + "\n").utf8)
  }

  /// An object that would be too long loses its fields, then the end of its message.
  private func object(_ entry: LogEntry, time: String) -> [UInt8] {
    var entry = entry
    var line = objectLine(entry, time: time)
    if line.count > logLineBytesMax {
      entry.fields = []
      // An escape may take six bytes for one.
      entry.message = cut(entry.message, bytesMax: logLineBytesMax / 8)
      line = objectLine(entry, time: time)
    }
    return line
  }

  private func objectLine(_ entry: LogEntry, time: String) -> [UInt8] {
    var members = [
      JSON.Member("time", .string(time)), JSON.Member("level", .string(entry.level.word)),
      JSON.Member("kind", .string(entry.kind)), JSON.Member("message", .string(entry.message)),
    ]
    let taken = Set(members.map(\.key))
    members += entry.fields.filter { !taken.contains($0.key) }
    var bytes: [UInt8] = []
    JSON.object(members).write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

/// The beginning of a text that has at most so many bytes, `…` at its end if something is missing.
func cut(_ text: String, bytesMax: Int) -> String {
  guard text.utf8.count > bytesMax else { return text }
  let mark = "…"
  var end = text.utf8.index(text.utf8.startIndex, offsetBy: max(0, bytesMax - mark.utf8.count))
  // No scalar is cut in two.
  while end > text.utf8.startIndex, text.utf8[end] & 0xC0 == 0x80 {
    end = text.utf8.index(before: end)
  }
  return String(decoding: text.utf8[..<end], as: UTF8.self) + mark
}
