import Commands
import TestSupport
import Testing

/// Whatever is typed or stands in a script gives an answer, and soon.
struct GarbageTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `random lines and scripts`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var interpreter = Interpreter(definition: TestApp.definition, display: Display(columns: 20))
    var runner = ScriptRunner(definition: TestApp.definition)
    let clock = ContinuousClock()
    for round in 0..<1_000 {
      let bytes = round % 2 == 0 ? random(&generator) : nearlyRight(&generator)
      let line = String(decoding: bytes, as: UTF8.self)
      let time = clock.measure {
        let response = interpreter.run(line)
        #expect(response.text.isEmpty || response.text.last == "\n")
        let isPrintable = response.text.unicodeScalars.allSatisfy {
          $0 == "\n" || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value))
        }
        #expect(isPrintable, "seed \(seed): \(bytes)")
        _ = interpreter.completions(line: line, cursorByte: bytes.count / 2)
        _ = interpreter.prompt
        runner.run(bytes, path: "garbage.nav")
      }
      #expect(time < .seconds(1), "seed \(seed): \(bytes)")
    }
    #expect(runner.report.junit.utf8.count > 0)
  }

  private func random(_ generator: inout SplitMix64) -> [UInt8] {
    (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
  }

  /// Words of commands with random bytes between; none reads or writes files.
  private func nearlyRight(_ generator: inout SplitMix64) -> [UInt8] {
    let words = CommandTable.all.map(\.word).filter { !["save", "load", "source"].contains($0) }
    let others = [
      "/movies/42", "/library", "Movie", "login", "id=1", "stack", "home:", ">", "(", ")", "\"",
      "\\", "outcome", "refused(", "deferred", "none", "screen", "-1", "99999999999999999999", "\n",
      "=", "wait", "10m", "\u{0}", "e\u{301}",
    ]
    var bytes = Array(words[Int.random(in: words.indices, using: &generator)].utf8)
    for _ in 0..<Int.random(in: 0..<6, using: &generator) {
      bytes.append(UInt8.random(in: 0..<8, using: &generator) == 0 ? 0x09 : 0x20)
      bytes += Array(others[Int.random(in: others.indices, using: &generator)].utf8)
      if Int.random(in: 0..<10, using: &generator) == 0 { bytes += random(&generator) }
    }
    return bytes
  }
}
