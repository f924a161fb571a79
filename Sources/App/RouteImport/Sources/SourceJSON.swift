import Diagnostics
import JSONCodec
import Navigation

/// JSON of a source, with the places of its parts. Of members with the same key, the last one
/// counts, as in JavaScript.
struct SourceJSON {
  private let json: LocatedJSON
  /// Maps a place in the JSON to one in the file that people edit.
  private let place: @Sendable (SourcePosition) -> SourcePosition

  /// - Throws: For a text that is not JSON.
  init(parsing bytes: [UInt8], file: String) throws(Diagnostic) {
    json = try LocatedJSON(parsing: bytes, file: file, bytesMax: ImportLimits.sourceBytesMax)
    place = { $0 }
  }

  /// The value that a JavaScript module exports.
  /// - Throws: For a value that is too large.
  init(parsing bytes: [UInt8], ofModule source: [UInt8], file: String) throws(Diagnostic) {
    let value = try SourceJSON(parsing: bytes, file: file)
    json = value.json
    let places = ModulePlaces(of: json, in: source, file: file)
    place = { places($0) }
  }

  private init(_ json: LocatedJSON, _ place: @escaping @Sendable (SourcePosition) -> SourcePosition)
  {
    self.json = json
    self.place = place
  }

  var position: SourcePosition { place(json.position) }

  /// The text; `nil` for another kind of value.
  var text: Located<String>? {
    guard case .string(let text) = json.value else { return nil }
    return Located(text, at: position)
  }

  /// The text, or the digits of an integer.
  var plain: String? {
    if case .int(let number) = json.value { return "\(number)" }
    return text?.value
  }

  var bool: Bool? {
    guard case .bool(let bool) = json.value else { return nil }
    return bool
  }

  var isNull: Bool {
    guard case .null = json.value else { return false }
    return true
  }

  /// The elements of a list; `nil` for another kind of value.
  var elements: [SourceJSON]? {
    guard case .array(let elements) = json.value else { return nil }
    return elements.map { SourceJSON($0, place) }
  }

  /// The texts of a list, or the text alone; other elements are left out.
  var texts: [Located<String>] { text.map { [$0] } ?? (elements ?? []).compactMap(\.text) }

  /// The members of an object in order; `nil` for another kind of value.
  var members: [(key: Located<String>, value: SourceJSON)]? {
    guard case .object(let members) = json.value else { return nil }
    let last = Dictionary(members.enumerated().map { (TextBytes($1.key), $0) }) { $1 }
    return last.values.sorted().map { members[$0] }.map { member in
      (Located(member.key, at: place(member.position)), SourceJSON(member.value, place))
    }
  }

  /// The value of a key.
  subscript(key: String) -> SourceJSON? {
    guard case .object(let members) = json.value else { return nil }
    return members.last { sameBytes($0.key, key) }.map { SourceJSON($0.value, place) }
  }
}
