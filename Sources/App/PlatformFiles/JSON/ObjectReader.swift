import Diagnostics
import JSONCodec

extension LocatedJSON {
  var kind: JSONKind {
    switch value {
    case .null: .null
    case .bool: .boolean
    case .int, .number: .number
    case .string: .text
    case .array: .array
    case .object: .object
    }
  }

  /// The UTF-8 bytes of a text; `nil` if this is another kind of value.
  var textBytes: [UInt8]? { stringValue.map { Array($0.utf8) } }

  /// The members of an object by key, the last of each key; `nil` if this is another kind of value.
  var members: LocatedObject? { objectValue.map { LocatedObject($0, at: position) } }

  /// Reports the duplicate keys of all objects in the value.
  func reportDuplicates(to faults: inout BoundedDiagnostics) {
    switch value {
    case .array(let elements): for element in elements { element.reportDuplicates(to: &faults) }
    case .object(let members):
      var positions = FirstPlaces<SourcePosition>()
      for member in members {
        if let existing = positions.insert(member.key, member.position) {
          faults.append(
            .duplicateKey(member.key, existingAt: existing, at: member.position))
        }
        member.value.reportDuplicates(to: &faults)
      }
    case .null, .bool, .int, .number, .string: break
    }
  }
}

struct LocatedObject {
  /// The opening brace.
  let position: SourcePosition
  /// One member of each key, the last, in the order of the file.
  let members: [LocatedJSON.Member]
  private let indices: [TextBytes: Int]

  init(_ all: [LocatedJSON.Member], at position: SourcePosition) {
    self.position = position
    var last: [TextBytes: Int] = [:]
    for (index, member) in all.enumerated() { last[TextBytes(member.key)] = index }
    let members = all.enumerated().filter { last[TextBytes($0.element.key)] == $0.offset }
      .map(\.element)
    self.members = members
    indices = Dictionary(
      uniqueKeysWithValues: members.enumerated().map { (TextBytes($0.element.key), $0.offset) })
  }

  subscript(key: String) -> LocatedJSON? { member(key)?.value }

  func member(_ key: String) -> LocatedJSON.Member? {
    indices[TextBytes(key)].map { members[$0] }
  }

  func reportUnknownKeys(_ known: [String], of owner: String, to faults: inout BoundedDiagnostics) {
    for member in members where !known.contains(where: { sameBytes($0, member.key) }) {
      faults.append(
        .unknownKey(
          member.key, owner: owner, nearest: nearest(to: member.key, in: known),
          at: member.position))
    }
  }

  /// The value of a key as `read` returns it. A value that `read` refuses is reported as ignored;
  /// `nil` then, and if the key is absent.
  func value<Value>(
    _ key: String, _ expected: JSONKind, isError: Bool = false,
    to faults: inout BoundedDiagnostics, _ read: (LocatedJSON) -> Value?
  ) -> Value? {
    guard let json = self[key] else { return nil }
    guard let value = read(json) else {
      faults.append(
        .wrongType(
          key: key, expected: expected, found: json.kind, isError: isError, at: json.position))
      return nil
    }
    return value
  }
}
