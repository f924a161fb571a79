import Diagnostics

/// Finds functions and initialisers and their lengths, by counting braces.
enum FunctionScan {
  struct Function: Hashable {
    /// The index of its first line.
    let start: Int
    /// The number of lines up to and including the closing brace.
    let lines: Int
  }

  /// The functions of a file, nested ones included.
  /// - Parameter code: The lines without comments and string contents.
  static func functions(in code: [String]) -> [Function] {
    code.indices.filter { beginsFunction(code[$0]) }.compactMap { start in
      end(of: start, in: code).map { Function(start: start, lines: $0 - start + 1) }
    }
  }

  private static func beginsFunction(_ line: String) -> Bool {
    (contains(line, "func") || contains(line, "init"))
      && line.split { !$0.isLetter && $0 != "." }.contains { $0 == "func" || $0 == "init" }
      && !line.contains(".init")
  }

  /// The line of the closing brace; `nil` for a protocol requirement, which has no body.
  private static func end(of start: Int, in code: [String]) -> Int? {
    var depth = 0
    var hasBody = false
    var parentheses = 0
    for index in start..<code.count {
      for byte in code[index].utf8 {
        switch Unicode.Scalar(byte) {
        case "(": parentheses += 1
        case ")": parentheses -= 1
        case "{" where parentheses == 0 || hasBody:
          depth += 1
          hasBody = true
        case "}" where parentheses == 0 || hasBody:
          // The brace closes an enclosing scope: there was no body.
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
  /// Whether this line continues a declaration before its body.
  fileprivate var isContinuation: Bool {
    let words = split(separator: " ")
    return words.first == "{" || words.first == "where" || words.first == "throws"
      || words.first == "->" || words.first == "async"
  }
}
