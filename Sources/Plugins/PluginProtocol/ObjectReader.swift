import Diagnostics
import JSONCodec

/// Reads the members of an object by type.
struct ObjectReader {
  private let json: JSON
  private let place: String

  /// - Parameters:
  ///   - json: An object; anything else, `nil` included, is an error.
  ///   - place: The object's place, for errors.
  ///   - keys: All members that the protocol defines.
  init(_ json: JSON?, at place: String, keys: [String]) throws(Diagnostic) {
    guard let json, let members = json.objectValue else {
      throw .wrongType(place: place, wanted: "an object")
    }
    for member in members where !keys.contains(where: { sameBytes($0, member.key) }) {
      throw .unknownKey(
        place: place, key: member.key, nearest: nearest(to: member.key, in: keys))
    }
    self.json = json
    self.place = place
  }

  func value(_ key: String) throws(Diagnostic) -> JSON {
    guard let value = json[key] else { throw .missing(place: place, key: key) }
    return value
  }

  func text(_ key: String) throws(Diagnostic) -> String {
    guard let text = try value(key).stringValue else { throw wrongType(key, "a string") }
    return text
  }

  func integer(_ key: String) throws(Diagnostic) -> Int64 {
    guard let number = try value(key).intValue else { throw wrongType(key, "an integer") }
    return number
  }

  func texts(_ key: String) throws(Diagnostic) -> [String] {
    let value = try value(key)
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count else {
      throw wrongType(key, "an array of strings")
    }
    return texts
  }

  /// `nil` if missing or `null`.
  func optionalText(_ key: String) throws(Diagnostic) -> String? {
    guard let value = present(key) else { return nil }
    guard let text = value.stringValue else { throw wrongType(key, "a string") }
    return text
  }

  /// `nil` if missing or `null`.
  func optionalFraction(_ key: String) throws(Diagnostic) -> Double? {
    guard let value = present(key) else { return nil }
    guard let number = value.doubleValue, (0...1).contains(number) else {
      throw wrongType(key, "a number from 0 to 1")
    }
    return number
  }

  /// False if missing or `null`.
  func flag(_ key: String) throws(Diagnostic) -> Bool {
    guard let value = present(key) else { return false }
    guard let flag = value.boolValue else { throw wrongType(key, "true or false") }
    return flag
  }

  /// `nil` if missing or `null`.
  func optionalArray(_ key: String) throws(Diagnostic) -> [JSON]? {
    guard let value = present(key) else { return nil }
    guard let array = value.arrayValue else { throw wrongType(key, "an array") }
    return array
  }

  /// Empty if missing or `null`.
  func members(_ key: String) throws(Diagnostic) -> [JSON.Member] {
    guard let value = present(key) else { return [] }
    guard let members = value.objectValue else { throw wrongType(key, "an object") }
    return members
  }

  func path(_ key: String) -> String { place + "." + key }

  private func present(_ key: String) -> JSON? {
    json[key].flatMap { $0.isNull ? nil : $0 }
  }

  private func wrongType(_ key: String, _ wanted: String) -> Diagnostic {
    .wrongType(place: path(key), wanted: wanted)
  }
}
