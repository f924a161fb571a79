/// Finds functions and initialisers and how many lines they take, by the depth of braces.
enum FunctionScan {
  struct Function: Hashable {
    /// The index of the line that begins it.
    let start: Int
    /// The lines from there to the closing brace, both counted.
    let lines: Int
  }

  /// The functions of a file, from its code without comments and strings; nested ones too.
  static func functions(in code: [String]) -> [Function] {
    code.indices.filter { beginsFunction(code[$0]) }.compactMap { start in
      end(of: start, in: code).map { Function(start: start, lines: $0 - start + 1) }
    }
  }

  private static func beginsFunction(_ line: String) -> Bool {
    line.split { !$0.isLetter && $0 != "." }.contains { $0 == "func" || $0 == "init" }
      && !line.contains(".init")
  }

  /// The line of the brace that closes the body; `nil` for a requirement of a protocol, which has
  /// none.
  private static func end(of start: Int, in code: [String]) -> Int? {
    var depth = 0
    var hasBody = false
    var parentheses = 0
    for index in start..<code.count {
      for character in code[index] {
        switch character {
        case "(": parentheses += 1
        case ")": parentheses -= 1
        case "{" where parentheses == 0 || hasBody:
          depth += 1
          hasBody = true
        case "}" where parentheses == 0 || hasBody:
          // A brace of what stands around it: there was no body.
          if !hasBody { return nil }
          depth -= 1
          if depth == 0 { return index }
        default: break
        }
      }
      let next = index + 1 < code.count ? code[index + 1] : ""
      if !hasBody, parentheses == 0, index > start || !next.isContinuation { return nil }
    }
    return nil
  }
}

extension String {
  /// Whether a declaration goes on in this line before its body.
  fileprivate var isContinuation: Bool {
    let words = split(separator: " ")
    return words.first == "{" || words.first == "where" || words.first == "throws"
      || words.first == "->" || words.first == "async"
  }
}
