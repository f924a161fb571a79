import Diagnostics

/// A rule for source files.
struct Rule: CustomStringConvertible {
  let description: String
  let findings: @Sendable (SourceFile) -> [Finding]
}

extension Rule {
  static let linesMax = 400
  static let functionLinesMax = 60
  static let columnsMax = 100

  static let fileLength = Rule(description: "a file has at most \(linesMax) lines") { file in
    let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
    return count <= linesMax ? [] : [file.finding(linesMax, "the file has \(count) lines")]
  }

  static let lineLength = Rule(description: "a line has at most \(columnsMax) columns") { file in
    file.lines.indices.filter {
      file.lines[$0].utf8.count > columnsMax && file.lines[$0].unicodeScalars.count > columnsMax
    }.map {
      file.finding($0, "the line has \(file.lines[$0].unicodeScalars.count) columns")
    }
  }

  static let functionLength = Rule(
    description: "a function has at most \(functionLinesMax) lines"
  ) { file in
    FunctionScan.functions(in: file.code).filter { $0.lines > functionLinesMax }.map {
      file.finding($0.start, "the function has \($0.lines) lines")
    }
  }

  /// Marks of unfinished code and of traps, assembled so that this file passes its own rule.
  static let unfinished = Rule(description: "no unfinished code, no traps") { file in
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    let words = ["fatal" + "Error", "tr" + "y!"]
    return file.lines.indices.flatMap { index in
      let inText = marks.filter { contains(file.lines[index], word: $0) }
      let inCode = words.filter { contains(file.code[index], $0) }
      return (inText + inCode).map { file.finding(index, "'\($0)'") }
    }
  }

  static let documentation = Rule(
    description: "every public declaration is documented"
  ) { file in
    file.code.indices.filter { isPublicDeclaration(file.code[$0]) }.filter { index in
      !isDocumented(file, index)
    }.map { file.finding($0, "a public declaration without ///") }
  }

  static let existentials = Rule(description: "Core has no existential") { file in
    guard file.path.hasPrefix("Sources/Core/") else { return [] }
    return file.code.indices.filter {
      contains(file.code[$0], "any ") && file.code[$0].contains(/\bany [A-Z]/)
    }.map {
      file.finding($0, "an existential")
    }
  }

  /// Outside of text, a backslash begins a key path; with a parenthesis, it is of a nested text.
  static let keyPaths = Rule(description: "Core has no key path") { file in
    guard file.path.hasPrefix("Sources/Core/") else { return [] }
    return file.code.indices.filter {
      contains(file.code[$0], "\\") && file.code[$0].contains(/\\[^(]/)
    }.map {
      file.finding($0, "a key path")
    }
  }

  static func imports(of manifest: Manifest) -> Rule {
    Rule(description: "a target imports only what Package.swift and `Manifest.foreign` allow") {
      file in
      importedModules(file).filter { !manifest.allows(file.target, toImport: $0.module) }.map {
        file.finding($0.index, "\(file.target) must not import \($0.module)")
      }
    }
  }

  /// The rules for files under Sources.
  static let ofSources = [
    fileLength, lineLength, functionLength, unfinished, documentation, existentials, keyPaths,
  ]
  /// The rules for files under Tests and Examples. `swift format` checks the line length there,
  /// since tables may have longer lines where a comment allows it.
  static let ofTests = [fileLength, functionLength, unfinished]
}

/// The modules that a file imports, with the indices of the lines.
func importedModules(_ file: SourceFile) -> [(index: Int, module: String)] {
  file.code.indices.filter { contains(file.code[$0], "import") }.flatMap { index in
    file.code[index].split(separator: ";").compactMap { statement in
      let words = statement.split { $0 == " " || $0 == "\t" }
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
        words[..<place].allSatisfy({ isImportModifier($0) })
      else { return nil }
      // "import struct CLibrary.stat" names a kind of declaration first.
      let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
      ]
      let rest = words.dropFirst(place + 1).drop { kinds.contains($0) }
      return rest.first.map { (index, String($0.prefix { $0 != "." })) }
    }
  }
}

private func isImportModifier(_ word: Substring) -> Bool {
  ["public", "package", "internal", "fileprivate", "private"].contains(word) || word.first == "@"
}

/// Whether a public declaration starts in a line.
private func isPublicDeclaration(_ line: String) -> Bool {
  guard contains(line, "public") || contains(line, "open") else { return false }
  let words = line.split(separator: " ").drop { $0.first == "@" }
  guard let first = words.first, first == "public" || first == "open" else { return false }
  return !words.contains("import") && !words.contains("extension")
}

/// Whether a documentation comment precedes a line, with only attributes and `#if` in between.
private func isDocumented(_ file: SourceFile, _ index: Int) -> Bool {
  var above = index - 1
  while above >= 0 {
    let line = file.lines[above].drop { $0 == " " }
    if line.hasPrefix("///") { return true }
    guard line.first == "@" || line.first == "#" else { return false }
    above -= 1
  }
  return false
}

/// Whether a line contains a whole word.
private func contains(_ line: String, word: String) -> Bool {
  contains(line, word)
    && line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == word }
}
