import Diagnostics
import RouteFiles

/// Turns texts of a source into names for a route file: the same text always into the same name,
/// different texts into different names.
///
///     Movie            → Movie
///     tab.activity     → tab_activity
///     tab activity     → tab_activity_2
///     404              → Screen_404
struct NameMaker {
  /// What a name begins with if the text does not begin with a letter.
  let prefix: String
  private var names: [TextBytes: String] = [:]
  private var unique = UniqueNames()

  init(prefix: String) {
    self.prefix = prefix
  }

  /// The texts that are not their names, in the order of the names.
  var renamed: [(text: String, name: String)] {
    names.map { ($0.key.text, $0.value) }.filter { !sameBytes($0.0, $0.1) }
      .sorted { $0.1 < $1.1 }
  }

  mutating func name(for text: String) -> String {
    if let name = names[TextBytes(text)] { return name }
    let name = unique.name(Self.nameText(text, prefix: prefix), bytesMax: FileLimits.nameBytesMax)
    names[TextBytes(text)] = name
    return name
  }

  /// The text with each run of other characters than letters, digits, `_` and `-` as one `_`.
  private static func nameText(_ text: String, prefix: String) -> String {
    guard !NameText.isName(text) else { return text }
    let words = text.utf8.split { byte in
      !NameText.isName("a" + String(decoding: [byte], as: UTF8.self))
    }
    let joined = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
    let hasFirst = NameText.isName(String(joined.prefix(1)))
    let name = hasFirst ? joined : joined.isEmpty ? prefix : prefix + "_" + joined
    return String(name.prefix(FileLimits.nameBytesMax))
  }
}

/// Names that are used once: a further use gets the first number from 2 that is free.
struct UniqueNames {
  private var used: Set<TextBytes> = []
  /// The number to try next, by name.
  private var numbers: [TextBytes: Int] = [:]

  /// The name, or the name with a number.
  /// - Parameter bytesMax: The most bytes of the result; the name has no more, and is ASCII.
  mutating func name(_ name: String, bytesMax: Int = .max) -> String {
    var result = name
    while !used.insert(TextBytes(result)).inserted {
      let number = numbers[TextBytes(name), default: 2]
      numbers[TextBytes(name)] = number + 1
      let suffix = "_\(number)"
      result =
        name.utf8.count + suffix.utf8.count > bytesMax
        ? String(name.prefix(bytesMax - suffix.utf8.count)) + suffix : name + suffix
    }
    return result
  }
}
