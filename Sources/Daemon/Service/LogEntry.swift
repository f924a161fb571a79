import CLibrary
public import Diagnostics
internal import FileAccess
public import JSONCodec

/// One line of the log.
public struct LogEntry: Sendable, Hashable {
  /// Its severity.
  public var level: LogLevel
  /// A stable word such as `client/slow`, never external text. The number of lines of one kind is
  /// limited.
  public var kind: String
  /// A description of the event, for people. It is escaped when it is written.
  public var message: String
  /// Details for programs, under stable names, in this order.
  public var fields: [JSON.Member]

  /// An entry.
  public init(
    _ level: LogLevel, _ kind: String, _ message: String, _ fields: [JSON.Member] = []
  ) {
    self.level = level
    self.kind = kind
    self.message = message
    self.fields = fields
  }

  /// The entry for a diagnostic: its code becomes the kind, its severity the level, and its other
  /// JSON members the fields.
  public init(_ diagnostic: Diagnostic) {
    let level: LogLevel =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .notice
      }
    let members = JSON(diagnostic).objectValue ?? []
    let fields = members.filter { !["code", "severity", "message"].contains($0.key) }
    self.init(level, diagnostic.code.rawValue, diagnostic.message, fields)
    place = diagnostic.position.map { "\($0): " } ?? ""
    self.advice = diagnostic.advice
  }

  /// `file:line:column: ` before the text of a diagnostic.
  private(set) var place = ""
  private(set) var advice: String?
}

/// The severity of a log line, numbered as in syslog.
public enum LogLevel: Int, Sendable, Hashable, CaseIterable {
  /// A request failed.
  case error = 3
  /// Something is wrong, but the daemon continues.
  case warning = 4
  /// A rare normal event: start, reload, end.
  case notice = 5

  /// The word in the line.
  public var word: String { String(describing: self) }
}

/// The format of log lines.
public enum LogStyle: Sendable, Hashable, CaseIterable {
  /// For a terminal: `warning[client/slow]: message`.
  case plain
  /// For a file: the same after a timestamp.
  case timed
  /// For systemd's journal: the same after the level, such as `<4>`.
  case leveled
  /// For programs: one JSON object with `time`, `level`, `kind`, `message`, and the fields.
  case json

  /// The style for a descriptor: plain for a terminal, leveled for systemd's journal, else timed.
  public static func fitting(_ descriptor: Int32) -> LogStyle {
    if isatty(descriptor) == 1 { return .plain }
    return isJournal(
      FileIdentity(descriptor: descriptor), isSocket: isSocket(descriptor),
      variable: { environment($0) }) ? .leveled : .timed
  }

  /// Whether systemd's journal reads a descriptor: `JOURNAL_STREAM` identifies its file. Without
  /// that variable, any socket counts if systemd started the process (`INVOCATION_ID` is set).
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

  /// An entry as one line with its newline, at most `logLineBytesMax` bytes.
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
    // Also cut before escaping: a client may have sent a megabyte.
    text += escaped(cut(entry.message, bytesMax: logLineBytesMax))
    if let advice = entry.advice { text += ". " + escaped(advice) }
    return Array((cut(text, bytesMax: logLineBytesMax - 1) + "\n").utf8)
  }

  /// An object that is too long loses its fields and the end of its message.
  private func object(_ entry: LogEntry, time: String) -> [UInt8] {
    var entry = entry
    var line = objectLine(entry, time: time)
    if line.count > logLineBytesMax {
      entry.fields = []
      // Escaping can turn one byte into six.
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
    return JSON.object(members).line
  }
}

/// A text cut to at most `bytesMax` bytes, with `…` at the end if something is missing.
func cut(_ text: String, bytesMax: Int) -> String {
  guard text.utf8.count > bytesMax else { return text }
  let mark = "…"
  var end = text.utf8.index(text.utf8.startIndex, offsetBy: max(0, bytesMax - mark.utf8.count))
  // Do not split a scalar.
  while end > text.utf8.startIndex, text.utf8[end] & 0xC0 == 0x80 {
    end = text.utf8.index(before: end)
  }
  return String(decoding: text.utf8[..<end], as: UTF8.self) + mark
}
