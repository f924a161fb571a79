/// A rule of the house: what it finds in a file.
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
    file.lines.indices.filter { file.lines[$0].unicodeScalars.count > columnsMax }.map {
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

  /// What says that something is not finished or may trap. Assembled, so that this file passes
  /// itself.
  static let unfinished = Rule(description: "nothing is left to do, and nothing traps") { file in
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    let words = ["fatal" + "Error", "tr" + "y!"]
    return file.lines.indices.flatMap { index in
      let inText = marks.filter { contains(file.lines[index], word: $0) }
      let inCode = words.filter { file.code[index].contains($0) }
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

  static let imports = Rule(description: "a module imports what the table allows") { file in
    importedModules(file).filter { !ModuleTable.allows(file.module, toImport: $0.module) }.map {
      file.finding($0.index, "\(file.module) may not import \($0.module)")
    }
  }

  /// What holds for everything under Sources.
  static let ofSources = [
    fileLength, lineLength, functionLength, unfinished, documentation, imports,
  ]
  /// What holds for tests too. Their tables may be wider where a line says so to `swift format`,
  /// which checks the rest.
  static let ofTests = [fileLength, functionLength, unfinished]
}

/// The modules that a file imports, and where.
func importedModules(_ file: SourceFile) -> [(index: Int, module: String)] {
  file.code.indices.flatMap { index in
    file.code[index].split(separator: ";").compactMap { statement in
      let words = statement.split { $0 == " " || $0 == "\t" }
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
        words[..<place].allSatisfy({ isImportModifier($0) })
      else { return nil }
      // "import struct Glibc.stat" names a kind of declaration first.
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

/// Whether a line begins a declaration that other modules see.
private func isPublicDeclaration(_ line: String) -> Bool {
  let words = line.split(separator: " ").drop { $0.first == "@" }
  guard let first = words.first, first == "public" || first == "open" else { return false }
  return !words.contains("import") && !words.contains("extension")
}

/// Whether a comment of documentation stands above, attributes and compiler conditions between.
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

/// Whether a word stands in a line with no letter or digit beside it.
private func contains(_ line: String, word: String) -> Bool {
  line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == word }
}
