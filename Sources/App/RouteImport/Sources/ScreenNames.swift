import Diagnostics
/// The name of a screen that has only a pattern: `/buy/*` becomes `Buy`.
func screenName(ofPattern pattern: String) -> String {
  let name = pattern.utf8.split(separator: UInt8(ascii: "/"))
    .map { segment in segment.prefix { !#":*?(){}\"#.utf8.contains($0) } }
    .map { screenName(ofWords: String(decoding: $0, as: UTF8.self)) }.joined()
  return name.isEmpty ? pattern == "/" ? "Home" : "Page" : name
}

/// The words of a text, its runs of ASCII letters and digits, each with a capital: `users/[id]`
/// becomes `UsersId`.
func screenName(ofWords text: String) -> String {
  text.utf8.split { !$0.isLetterOrDigit }.map { word in
    String(decoding: word.prefix(1), as: UTF8.self).uppercased()
      + String(decoding: word.dropFirst(), as: UTF8.self)
  }.joined()
}
