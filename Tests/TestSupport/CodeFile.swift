import FileAccess

/// A Swift file of the package, reduced to its code: no comments, literals or blank lines.
public struct CodeFile: Sendable {
  /// The path relative to the package's folder.
  public let path: String
  /// The lines of code.
  public let lines: [String]
  /// The names of its tests, in order: the texts between backticks.
  public let tests: [String]

  /// Reads a file of the package.
  public init(_ path: String) throws {
    let bytes = try readFile(packageFolder + "/" + path, bytesMax: 16_777_216)
    let text = String(decoding: bytes, as: UTF8.self)
    let written = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.path = path
    lines = CodeScanner.code(of: written).filter { $0.contains { $0 != " " } }
    tests = written.compactMap { line in
      let parts = line.split(separator: "`")
      return parts.count > 1 && parts[0].hasSuffix("func ") ? String(parts[1]) : nil
    }
  }

  /// Reads the Swift files below a folder of the package, in order of their names.
  public static func all(in folder: String) throws -> [CodeFile] {
    try filesInFolder(packageFolder + "/" + folder).filter { $0.hasSuffix(".swift") }.sorted()
      .map { try CodeFile(folder + "/" + $0) }
  }

  /// The file name without folder and extension.
  public var name: String {
    String((path.split(separator: "/").last ?? "").dropLast(".swift".count))
  }

  /// Whether the code contains a word as a whole.
  public func mentions(_ word: String) -> Bool {
    lines.contains { line in
      line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == word }
    }
  }

  /// The types that the file declares, in order.
  public var types: [String] {
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
    return lines.compactMap { line in
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
        words[..<place].allSatisfy({ modifiers.contains(String($0)) })
      else { return nil }
      return String(words[place + 1])
    }
  }
}

/// The modifiers that can precede the keyword of a type.
private let modifiers: Set<String> = [
  "public", "private", "fileprivate", "internal", "final", "indirect", "MainActor", "Observable",
]
