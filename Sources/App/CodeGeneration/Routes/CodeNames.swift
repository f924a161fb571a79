/// Turns names into identifiers that differ, in the style of a language.
struct CodeNames {
  enum Style {
    /// `movieDetail`
    case lower
    /// `MovieDetail`
    case upper
  }

  private let reserved: Set<String>
  private var taken: Set<String> = []

  /// - Parameter reserved: What cannot be an identifier here. Only ASCII, so that comparing texts
  ///   compares bytes.
  init(reserved: Set<String>) { self.reserved = reserved }

  /// An identifier for a name that differs from all earlier ones: the name's own, with `_` if the
  /// language reserves it, or with the first free number from 2.
  mutating func add(_ name: String, _ style: Style) -> String {
    var identifier = Self.identifier(name, style)
    if reserved.contains(identifier) { identifier += "_" }
    var unique = identifier
    var number = 1
    // Without case, since files that are named after them can differ in nothing else.
    while !taken.insert(unique.lowercased()).inserted {
      number += 1
      unique = identifier + (identifier.last?.isNumber ?? false ? "_" : "") + "\(number)"
    }
    return unique
  }

  /// The words of a name, joined in camel case without their separators.
  private static func identifier(_ name: String, _ style: Style) -> String {
    let words = name.unicodeScalars.split { !isLetter($0) && !isDigit($0) }.map(Array.init)
    var result = String.UnicodeScalarView()
    for (index, word) in words.enumerated() {
      if index == 0, style == .lower {
        result.append(contentsOf: lowered(word))
      } else {
        result.append(uppercased(word[0]))
        result.append(contentsOf: word.dropFirst())
      }
    }
    guard let first = result.first else { return "_value" }
    return (isDigit(first) ? "_" : "") + String(result)
  }

  /// `URLPage` as `urlPage`, `Movie` as `movie`: capitals at the beginning, without the one that
  /// begins the next word.
  private static func lowered(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let capitals = word.prefix { (0x41...0x5A).contains($0.value) }.count
    let next = word.count > capitals ? word[capitals] : nil
    let isLetterNext = next.map(isLetter) ?? false
    let count = capitals > 1 && isLetterNext ? capitals - 1 : capitals
    return word.enumerated().map { index, scalar in
      index < count ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value | 0x20)) : scalar
    }
  }

  private static func uppercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0x61...0x7A).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value & 0xDF))
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value)
  }

  /// Whether every language takes a scalar as the first of an identifier: a letter of the basic
  /// plane that has been in Unicode for long.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value <= 0xFFFF, let age = scalar.properties.age, age.major <= 6 else {
      return false
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    default: return false
    }
  }
}
