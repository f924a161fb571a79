import FileAccess
import TestSupport

/// The README, and the examples in it.
struct Readme {
  let text: String

  init() throws {
    text = String(
      decoding: try readFile(packageFolder + "/README.md", bytesMax: 1_000_000), as: UTF8.self)
  }

  /// The fenced examples of a language, each as its lines.
  func examples(_ language: String) -> [[String]] {
    var found: [[String]] = []
    var open: [String]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let lines = open {
        if line == "```" {
          found.append(lines)
          open = nil
        } else {
          open = lines + [line]
        }
      } else if line == "```" + language {
        open = []
      }
    }
    return found
  }
}
