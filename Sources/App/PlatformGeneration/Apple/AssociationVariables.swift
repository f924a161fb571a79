import Diagnostics

struct AssociationVariables {
  /// The variables that the file must define, in the order of their first use.
  private(set) var own: [(name: String, values: [String])] = []

  /// A reference to a variable with these values.
  ///
  /// - Parameter wanted: The name; characters other than letters and digits are left out, and a
  ///   number is appended if it has other values already.
  mutating func reference(_ wanted: String, _ values: [String]) -> String {
    if let known = own.first(where: { $0.values == values }) { return "$(\(known.name))" }
    let letters = wanted.utf8.filter { $0.isLetterOrDigit }
    let stem = letters.isEmpty ? "value" : String(decoding: letters, as: UTF8.self)
    var name = stem
    var number = 2
    while Self.builtIn.contains(name) || own.contains(where: { $0.name == name }) {
      name = stem + String(number)
      number += 1
    }
    own.append((name, values))
    return "$(\(name))"
  }

  private static let builtIn = [
    "alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang",
  ]
}
