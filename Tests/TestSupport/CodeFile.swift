import Diagnostics
import FileAccess

/// A Swift file of the package, reduced to its code: no comments, literals or blank lines.
public struct CodeFile: Code {
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

  /// The top-level declarations, in order.
  public var declarations: [CodeDeclaration] {
    var declarations: [CodeDeclaration] = []
    // The attributes that precede a declaration on lines of their own.
    var attributes: [String] = []
    for line in lines where !words(line).contains("import") {
      if line.first == "@", !line.contains(" ") {
        attributes.append(line)
      } else if let first = line.first, first.isLetter || first == "@" {
        declarations.append(CodeDeclaration(lines: attributes + [line]))
        attributes = []
      } else if let last = declarations.indices.last {
        declarations[last].lines.append(line)
      }
    }
    return declarations
  }
}

/// A top-level declaration of a file, reduced to its code.
public struct CodeDeclaration: Code {
  /// Its lines, attributes included.
  public fileprivate(set) var lines: [String]

  /// The name that it declares, or that of the type that it extends.
  public var name: String { heading.dropFirst().first ?? "" }

  /// Whether it is an extension.
  public var isExtension: Bool { heading.first == "extension" }

  /// The words from its keyword to the end of that line.
  private var heading: ArraySlice<String> {
    let words = lines.lazy.map(words).first { $0.contains(where: keywords.contains) } ?? []
    return words.drop { !keywords.contains($0) }
  }
}

/// Lines of code.
public protocol Code: Sendable {
  /// The lines, without comments, literals and blank lines.
  var lines: [String] { get }
}

extension Code {
  /// Whether the code contains a word as a whole.
  public func mentions(_ word: String) -> Bool {
    lines.contains { words($0).contains(word) }
  }

  /// The types that the code declares, in order.
  public var types: [String] {
    lines.compactMap { line in
      let words = words(line)
      guard let place = words.firstIndex(where: typeKeywords.contains), place + 1 < words.count,
        words[..<place].allSatisfy(modifiers.contains)
      else { return nil }
      return words[place + 1]
    }
  }
}

private func words(_ line: String) -> [String] {
  line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
}

private let typeKeywords: Set<String> = ["struct", "class", "enum", "protocol", "actor"]
private let keywords = typeKeywords.union(["extension", "func", "let", "var", "typealias"])

/// The modifiers that can precede the keyword of a type.
private let modifiers: Set<String> = [
  "public", "private", "fileprivate", "internal", "final", "indirect", "MainActor", "Observable",
]
