import Diagnostics
import TestSupport
import Testing

@testable import Links

// Goal: a pattern that is read directly is read as by the parser, errors included.
// Method: all short texts of the characters that decide, then longer random ones.
struct PlainPatternTests {
  private static let pieces = ["/", ":", "a", "1", ".", "$", "*", "%41", "é"]

  @Test func `every short pattern is read as by the parser`() {
    var texts = [""]
    var wrong: [String] = []
    for _ in 0..<4 {
      texts = texts.flatMap { text in Self.pieces.map { text + $0 } }
      wrong += texts.filter(isReadDifferently)
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a long pattern is read as by the parser`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let segments = ["/", "/movies", "/:id", "/:long_name2", "/x-y.z", "/..", "/a:b", "/~@,;=&!'"]
    let texts = (0..<500).map { _ in
      (0..<Int(random.next() % 9)).map { _ in segments[Int(random.next() % 8)] }.joined()
    }
    #expect(texts.filter(isReadDifferently).isEmpty)
  }

  @Test func `usual patterns are plain`() {
    for text in ["/movies", "/movies/:id/cast", "/a.b/~c/:$d_1"] {
      #expect(PlainPattern(text) != nil, "\(text)")
    }
  }

  private func isReadDifferently(_ text: String) -> Bool {
    description { () throws(Diagnostic) in try Pattern(text) }
      != description { () throws(Diagnostic) in try Pattern(parsing: text, at: nil) }
  }

  /// All that a pattern consists of, or why it is wrong.
  private func description(of pattern: () throws(Diagnostic) -> Pattern) -> String {
    do throws(Diagnostic) {
      let pattern = try pattern()
      return "\(pattern.text) \(pattern.parameters) \(pattern.parts) \(pattern.variants)"
    } catch {
      return "\(error)"
    }
  }
}

struct InternerTests {
  @Test func `equal lists have the same number, and others the next one`() {
    var interner = Interner<UInt16>()
    var known: [[UInt16]: Int] = [:]
    var random = SplitMix64(seed: 1)
    for _ in 0..<2_000 {
      let list = (0..<Int(random.next() % 6)).map { _ in UInt16(random.next() % 5) }
      let expected = known[list] ?? known.count
      known[list] = expected
      #expect(interner.number(of: list) == expected)
    }
    #expect(interner.lists.count == known.count)
  }
}
