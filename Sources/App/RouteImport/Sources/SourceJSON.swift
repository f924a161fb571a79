import Diagnostics
import JSONCodec
import Navigation

/// JSON of a source, with the places of its parts. Of members with the same key, the last one
/// counts, as in JavaScript.
struct SourceJSON {
  private let json: LocatedJSON
  /// Where it is in the file that people edit; `nil` if only the evaluation of a module knows.
  let position: SourcePosition?
  /// Whether it is the value of a module, whose objects have their places under `$at` and `$keys`.
  private let isModule: Bool

  /// - Throws: For a text that is not JSON.
  init(parsing bytes: [UInt8], file: String) throws(Diagnostic) {
    self.init(
      try LocatedJSON(parsing: bytes, file: file, bytesMax: ImportLimits.sourceBytesMax),
      inModule: false, nil)
  }

  /// The same JSON as what a module evaluates to.
  func ofModule() -> SourceJSON { SourceJSON(json, inModule: true, nil) }

  /// - Parameter place: That of a part of a module, unless it is an object with its own.
  private init(_ json: LocatedJSON, inModule isModule: Bool, _ place: SourcePosition?) {
    (self.json, self.isModule) = (json, isModule)
    position = isModule ? Self.place(of: json) ?? place : json.position
  }

  /// The place that an object of a module names: file, line and column.
  private static func place(of json: LocatedJSON) -> SourcePosition? {
    guard let parts = json.objectValue?.last(where: { $0.key == "$at" })?.value.arrayValue,
      parts.count == 3, let file = parts[0].stringValue
    else { return nil }
    return place(parts[1...], in: file)
  }

  private static func place(_ numbers: ArraySlice<LocatedJSON>, in file: String) -> SourcePosition?
  {
    let values = numbers.map { Int($0.intValue ?? 0) }
    guard values.count == 2, values.allSatisfy({ $0 > 0 }) else { return nil }
    return SourcePosition(file: file, line: values[0], column: values[1])
  }

  /// The places of the keys that an object of a module was written with, and of their values.
  private var keyPlaces: [TextBytes: (key: SourcePosition?, value: SourcePosition?)] {
    guard isModule, let file = position?.file,
      let keys = json.objectValue?.last(where: { $0.key == "$keys" })?.value.objectValue
    else { return [:] }
    return Dictionary(
      keys.map { key in
        guard let all = key.value.arrayValue else { return (TextBytes(key.key), (nil, nil)) }
        return (
          TextBytes(key.key),
          (Self.place(all.prefix(2), in: file), Self.place(all.dropFirst(2), in: file))
        )
      }, uniquingKeysWith: { $1 })
  }

  /// The text; `nil` for another kind of value. One that a module could not know is an
  /// `UnknownPart`.
  var text: Located<String>? {
    if let text = json.stringValue { return Located(text, at: position) }
    guard isModule, let name = self["$unknown"]?.json.stringValue else { return nil }
    return Located(UnknownPart.text(name), at: position)
  }

  /// The text, or the digits of an integer.
  var plain: String? { json.intValue.map { "\($0)" } ?? text?.value }

  var bool: Bool? { json.boolValue }

  var isNull: Bool { if case .null = json.value { true } else { false } }

  /// The elements of a list; `nil` for another kind of value.
  var elements: [SourceJSON]? {
    json.arrayValue?.map { SourceJSON($0, inModule: isModule, position) }
  }

  /// The texts of a list, or the text alone; other elements are left out.
  var texts: [Located<String>] { text.map { [$0] } ?? (elements ?? []).compactMap(\.text) }

  /// The members of an object in order; `nil` for another kind of value.
  var members: [(key: Located<String>, value: SourceJSON)]? {
    guard let members = json.objectValue else { return nil }
    let last = Dictionary(members.enumerated().map { (TextBytes($1.key), $0) }) { $1 }
    let places = keyPlaces
    return last.values.sorted().map { members[$0] }.filter { !isPlace($0) }.map { member in
      let place = places[TextBytes("=" + member.key)]
      return (
        Located(member.key, at: isModule ? place?.key ?? position : member.position),
        SourceJSON(member.value, inModule: isModule, place?.value ?? position)
      )
    }
  }

  private func isPlace(_ member: LocatedJSON.Member) -> Bool {
    isModule && (member.key == "$at" || member.key == "$keys")
  }

  subscript(key: String) -> SourceJSON? {
    guard let member = json.objectValue?.last(where: { sameBytes($0.key, key) }) else {
      return nil
    }
    let place = isModule ? keyPlaces[TextBytes("=" + key)]?.value ?? position : nil
    return SourceJSON(member.value, inModule: isModule, place)
  }
}
