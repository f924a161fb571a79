public import Diagnostics
import FileAccess
public import JSONCodec
import Navigation

/// The bytes of a script, which are split into lines as they are read.
///
/// Lines end in `\n` or `\r\n`; a byte order mark at the beginning is ignored.
struct Script {
  enum Line {
    case text(String)
    case notUTF8
    case tooLong
  }

  /// The path, as positions show it.
  let path: String
  private let bytes: [UInt8]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Reads a script of at most `Limits.scriptBytesMax` bytes.
  /// - Throws: `unreadable`, with the fault `hidden` if the file is not in its place and has a line
  ///   that is no command: errors quote such lines.
  init(path: String, allowsPipes: Bool = false) throws(FileError) {
    self.init(
      path: path,
      bytes: try readFile(path, bytesMax: Limits.scriptBytesMax, allowsPipes: allowsPipes))
    guard !isHidden(path) || hasOnlyCommands else {
      throw .unreadable(path: path, fault: .hidden)
    }
  }

  private var hasOnlyCommands: Bool {
    var place = Place()
    while let (line, _) = line(after: &place) {
      guard case .text(let text) = line else { return false }
      let word = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
      guard let first = word.first, first != UInt8(ascii: "#") else { continue }
      let name = String(decoding: word, as: UTF8.self)
      if CommandTable.standard.command(named: name) == nil { return false }
    }
    return true
  }

  struct Place {
    fileprivate var start = 0
    fileprivate var number = 0
  }

  /// The line after a place, with those that continue it, and its number, from 1; `nil` at the end.
  /// Moves the place past it.
  func line(after place: inout Place) -> (line: Line, number: Int)? {
    guard let first = physicalLine(after: &place) else { return nil }
    guard case .text(let text) = first.line else { return first }
    var whole = ContinuedLine()
    var isComplete = whole.add(text)
    var end = place
    while !isComplete, whole.text.utf8.count <= Limits.lineBytesMax,
      case .text(let next)? = physicalLine(after: &end)?.line
    {
      isComplete = whole.add(next)
      place = end
    }
    return (.text(whole.text), first.number)
  }

  private func physicalLine(after place: inout Place) -> (line: Line, number: Int)? {
    guard place.start < bytes.count else { return nil }
    let end = bytes[place.start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let line = line(place.start..<end)
    place.start = end + 1
    place.number += 1
    return (line, place.number)
  }

  /// The number of lines after a place that are neither empty nor comments.
  func commandCount(after place: Place) -> Int {
    var place = place
    var count = 0
    while let (line, _) = line(after: &place) {
      if case .text(let text) = line {
        let first = text.utf8.first { $0 != 0x20 && $0 != 0x09 }
        if first == nil || first == UInt8(ascii: "#") { continue }
      }
      count += 1
    }
    return count
  }

  private func line(_ range: Range<Int>) -> Line {
    var line = bytes[range]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard line.count <= Limits.lineBytesMax else { return .tooLong }
    return String(validating: line, as: UTF8.self).map(Line.text) ?? .notUTF8
  }
}

/// A command line of a script and its result.
public struct ScriptStep: Sendable {
  /// The script and line; the column is 1.
  public let position: SourcePosition
  /// The line as written.
  public let command: String
  /// The answer.
  public let response: Response
  /// Whether it is an `expect` command.
  public let isExpectation: Bool
  /// The command's failure, or a refusal that the next line does not expect; `nil` if the step
  /// passed.
  public internal(set) var failure: Diagnostic?

  init(
    position: SourcePosition, command: String, response: Response, isExpectation: Bool = false
  ) {
    self.position = position
    self.command = command
    self.response = response
    self.isExpectation = isExpectation
    failure = response.failure
  }

  /// The line after `> `, then the answer, then the failure.
  public var text: String {
    // A command's own failure is in its answer; an unexpected refusal is not.
    let failed = response.failure == nil ? failure.map { $0.summary + "\n" } : nil
    return "> \(escaped(command))\n" + response.text + (failed ?? "")
  }

  /// `{"file","line","command","outcome","transitions":[…],"failure":null}`; `outcome` is `null` if
  /// the command is not an event. A failure has `code` and `message`, a failed expectation also
  /// `expected` and `actual`.
  public var json: JSON {
    [
      "file": .string(position.file), "line": JSON(position.line), "command": .string(command),
      "outcome": .optional(response.applied?.outcome.kind),
      "transitions": response.event?.transitionsJSON ?? [],
      "failure": failure.map(failureJSON) ?? .null,
    ]
  }

  private func failureJSON(_ failure: Diagnostic) -> JSON {
    var members: [JSON.Member] = [
      .init("code", .string(failure.code.rawValue)), .init("message", .string(failure.message)),
    ]
    if let comparison = response.unmet {
      members.append(.init("expected", .string(comparison.expected)))
      members.append(.init("actual", .string(comparison.actual)))
    }
    return .object(members)
  }
}
