import Diagnostics
import JSONCodec

/// Values by name, compared as bytes.
struct Values: Equatable, CustomStringConvertible {
  private var texts: [[UInt8]: String] = [:]

  init() {}

  /// The members of an object, without those that are `null`.
  init(_ object: JSON?) {
    for member in object?.objectValue ?? [] { self[member.key] = member.value.linkText }
  }

  subscript(name: String) -> String? {
    get { texts[Array(name.utf8)] }
    set { texts[Array(name.utf8)] = newValue }
  }

  /// Names and values.
  var pairs: [(name: String, value: String)] {
    texts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
  }

  /// The non-empty values, for sources that do not distinguish empty from absent ones.
  var withoutEmpty: Values {
    var result = self
    for (name, value) in pairs where value.isEmpty { result[name] = nil }
    return result
  }

  /// Adds a value.
  func with(_ value: String?, for name: String) -> Values {
    var result = self
    result[name] = value
    return result
  }

  var description: String {
    "(" + pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ", ") + ")"
  }

  static func == (left: Self, right: Self) -> Bool {
    left.pairs.elementsEqual(right.pairs) { one, other in
      sameBytes(one.name, other.name) && sameBytes(one.value, other.value)
    }
  }
}
