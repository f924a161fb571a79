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
  private var used: Set<String> = []

  init(prefix: String) {
    self.prefix = prefix
  }

  /// The name for a text.
  mutating func name(for text: String) -> String {
    if let name = names[TextBytes(text)] { return name }
    let base = Self.nameText(text, prefix: prefix)
    var name = base
    var number = 2
    while !used.insert(name).inserted {
      let suffix = "_\(number)"
      name = String(base.prefix(FileLimits.nameBytesMax - suffix.utf8.count)) + suffix
      number += 1
    }
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
    let name =
      NameText.isName("a" + joined) && NameText.isName(String(joined.prefix(1)))
      ? joined : joined.isEmpty ? prefix : prefix + "_" + joined
    return String(name.prefix(FileLimits.nameBytesMax))
  }
}
