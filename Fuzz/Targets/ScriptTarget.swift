import Commands
import Navigation
import Sessions

/// Scripts: every line is answered, and the state always satisfies the invariants.
@MainActor enum ScriptTarget {
  static func fault(of bytes: [UInt8]) -> String? {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines.removeAll { usesFiles(String(decoding: $0, as: UTF8.self)) }
    var runner = ScriptRunner(LoadedApp(FuzzApp.definition))
    runner.run(Array(lines.joined(separator: [UInt8(ascii: "\n")])), path: "fuzz.nav")
    guard runner.report.junit.utf8.count > 0 else { return "no report" }
    var interpreter = Interpreter(LoadedApp(FuzzApp.definition))
    var workspace = interpreter.workspace()
    defer { workspace.closeScreens() }
    for line in lines.prefix(linesMax) {
      let text = String(decoding: line, as: UTF8.self)
      let answer = interpreter.run(text, on: &workspace)
      guard answer.text.isEmpty || answer.text.utf8.last == UInt8(ascii: "\n") else {
        return "an answer without a line end"
      }
      guard answer.text.unicodeScalars.allSatisfy(isPrintable) else {
        return "an answer with a control character"
      }
      _ = interpreter.completions(line: text, cursorByte: text.utf8.count / 2, on: &workspace)
      _ = workspace.prompt
      let state = workspace.session.state
      if let violation = state.violations(in: FuzzApp.definition).first { return violation }
    }
    return nil
  }

  /// Whether a line would read or write files.
  private static func usesFiles(_ line: String) -> Bool {
    guard let word = (try? words(of: line))?.first else { return false }
    return CommandTable.standard.command(named: word)?.usesFiles ?? false
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
  }
}

/// Bounds the time for inputs that consist of line ends.
private let linesMax = 200
