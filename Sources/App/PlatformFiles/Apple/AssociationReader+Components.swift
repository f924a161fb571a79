import Diagnostics
import JSONCodec
import PlatformLinks

extension AssociationReader {
  /// Reads a component or a `defaults` object. A value of the wrong kind is ignored, as Apple
  /// ignores a `?` object with one.
  mutating func draft(_ object: LocatedObject, owner: String) -> ComponentDraft {
    object.reportUnknownKeys(
      ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"], of: owner,
      to: &faults)
    var draft = ComponentDraft()
    draft.path = pattern("/", of: object)
    if let path = draft.path, path.starts(with: Self.not), let json = object["/"] {
      faults.append(.literalNot(String(decoding: path, as: UTF8.self), at: json.position))
    }
    draft.fragment = pattern("#", of: object)
    draft.query = query(of: object)
    draft.isExcluded = object.value("exclude", .boolean, to: &faults, \.boolValue)
    draft.isCaseSensitive = object.value("caseSensitive", .boolean, to: &faults, \.boolValue)
    draft.isPercentEncoded = object.value("percentEncoded", .boolean, to: &faults, \.boolValue)
    return draft
  }

  /// Reads an entry of `paths`: `NOT ` in front excludes.
  mutating func legacyDraft(_ text: [UInt8], at position: SourcePosition) -> ComponentDraft {
    let isExcluded = text.starts(with: Self.not)
    let path = isExcluded ? Array(text.dropFirst(Self.not.count)) : text
    check(path, at: position)
    return ComponentDraft(path: path, isExcluded: isExcluded ? true : nil)
  }

  static let not = Array("NOT ".utf8)

  private mutating func pattern(_ key: String, of object: LocatedObject) -> [UInt8]? {
    let text = object.value(key, .text, to: &faults, \.textBytes)
    if let text, let json = object[key] { check(text, at: json.position) }
    return text
  }

  private mutating func query(of object: LocatedObject) -> ComponentDraft.Query? {
    guard let json = object["?"] else { return nil }
    if let text = json.textBytes {
      check(text, at: json.position)
      return .text(text)
    }
    guard let items = object.value("?", .object, to: &faults, \.members) else { return nil }
    var values: [(name: [UInt8], value: [UInt8])] = []
    var isOff = false
    for member in items.members {
      guard let value = member.value.textBytes else {
        faults.append(
          .queryOff(item: member.key, found: member.value.kind, at: member.value.position))
        isOff = true
        continue
      }
      check(value, at: member.value.position)
      values.append((Array(member.key.utf8), value))
    }
    return isOff ? .off : .items(values)
  }

  private mutating func check(_ text: [UInt8], at position: SourcePosition) {
    var found: [Glob.Fault] = []
    _ = Glob(parsing: text, variables: variables, faults: &found)
    for fault in found {
      switch fault {
      case .undefinedVariable(let bytes):
        let name = String(decoding: bytes, as: UTF8.self)
        let known = ownVariables + Glob.Variables.builtInNames
        faults.append(
          .undefinedVariable(name, nearest: nearest(to: name, in: known), at: position))
      case .unclosedVariable: faults.append(.unclosedVariable(at: position))
      case .tooLarge(let states):
        faults.append(.patternTooLarge(states: states, at: position))
      }
    }
  }

  /// Reads `substitutionVariables`.
  mutating func readVariables(_ links: LocatedObject) {
    let object = links.value("substitutionVariables", .object, to: &faults, \.members)
    var own: [[UInt8]: [[UInt8]]] = [:]
    for member in object?.members ?? [] {
      let name = Array(member.key.utf8)
      guard let elements = member.value.arrayValue else {
        faults.append(
          .wrongType(
            key: member.key, expected: .array, found: member.value.kind, isError: false,
            at: member.value.position))
        continue
      }
      if name.contains(where: Array("$()".utf8).contains) {
        faults.append(.variableName(member.key, at: member.position))
      }
      if Glob.Variables.isBuiltIn(name) {
        faults.append(.builtInVariable(member.key, at: member.position))
      }
      let values = texts(in: elements, of: member.key, to: &faults)
      for (text, position) in values where Self.namesVariable(text) {
        faults.append(.nestedVariable(String(decoding: text, as: UTF8.self), at: position))
      }
      own[name] = values.map(\.text)
      ownVariables.append(member.key)
    }
    variables = Glob.Variables(own: own)
  }

  private static func namesVariable(_ text: [UInt8]) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "$") && $1 == UInt8(ascii: "(") }
  }
}
