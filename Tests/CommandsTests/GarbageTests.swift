import Commands
import Diagnostics
import TestSupport
import Testing

/// Any input at the prompt or in a script gets a response within one second.
@MainActor
struct GarbageTests {
  @Test(arguments: seeds(10))
  func `random lines and scripts get a printable response within a second`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var interpreter = Prompt(definition: TestApp.definition, display: Display(columns: 20))
    var runner = ScriptRunner(LoadedApp(TestApp.definition))
    for round in 0..<1_000 {
      let bytes = round % 2 == 0 ? generator.bytes(countBelow: 200) : nearlyRight(&generator)
      let line = String(decoding: bytes, as: UTF8.self)
      let seconds = threadSeconds {
        let response = interpreter.run(line)
        #expect(response.text.isEmpty || response.text.last == "\n")
        let isPrintable = response.text.unicodeScalars.allSatisfy {
          $0 == "\n" || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value))
        }
        #expect(isPrintable, "seed \(seed): \(bytes)")
        _ = interpreter.completions(line: line, cursorByte: bytes.count / 2)
        _ = interpreter.workspace.prompt
        runner.run(bytes, path: "garbage.nav")
      }
      #expect(seconds < 1, "seed \(seed): \(bytes)")
    }
    #expect(runner.report.junit.utf8.count > 0)
  }

  /// Command words mixed with random bytes. No command reads or writes files.
  private func nearlyRight(_ generator: inout SplitMix64) -> [UInt8] {
    let words = CommandTable.standard.all.filter { !$0.usesFiles }.map(\.word)
    let others = [
      "/movies/42", "/library", "Movie", "login", "id=1", "stack", "home:", ">", "(", ")", "\"",
      "\\", "outcome", "refused(", "deferred", "none", "screen", "-1", "99999999999999999999", "\n",
      "=", "wait", "10m", "\u{0}", "e\u{301}",
    ]
    var bytes = Array(generator.pick(words).utf8)
    for _ in 0..<generator.below(6) {
      bytes.append(generator.below(8) == 0 ? 0x09 : 0x20)
      bytes += Array(generator.pick(others).utf8)
      if generator.below(10) == 0 { bytes += generator.bytes(countBelow: 200) }
    }
    return bytes
  }
}
