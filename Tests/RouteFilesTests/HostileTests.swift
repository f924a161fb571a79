import Diagnostics
import Navigation
import TestSupport
import Testing

@testable import RouteFiles

/// Goal: every byte string is answered in bounded time and space.
/// Method: random bytes, valid files with random damage, and files built to be slow or deep.
@Suite struct HostileTests {
  static let secondsMax = 1.0

  /// Reads the bytes and checks the invariants of every result.
  private func check(_ bytes: [UInt8], _ note: @autoclosure () -> Comment) {
    var result: (plugin: PluginDraft?, errors: [Diagnostic]) = (nil, [])
    let seconds = threadSeconds { result = RouteFolder.parse(bytes, file: "a.yaml") }
    #expect(seconds < Self.secondsMax, note())
    #expect(result.plugin != nil || !result.errors.isEmpty, note())
    #expect(result.errors.count <= FileLimits.errorsMax + 1, note())
    for error in result.errors {
      guard let position = error.position else { continue }
      #expect(position.line >= 1 && position.column >= 1, note())
      #expect(position.line <= bytes.count + 1, note())
      #expect(!error.summary.isEmpty, note())
    }
  }

  @Test(arguments: seeds(100))  // A hundred files a seed.
  func `random bytes are handled`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let signs = Array("\n\n  \t:-{}[],'\"#&*!|>%@?~<.ab1\\=\r".utf8)
    for file in 0..<100 {
      let count = Int.random(in: 0...200, using: &generator)
      let isYAML = file % 2 == 0
      let bytes = (0..<count).map { _ in
        isYAML
          ? signs[Int.random(in: signs.indices, using: &generator)]
          : UInt8.random(in: 0...255, using: &generator)
      }
      check(bytes, "seed \(seed), file \(file)")
    }
  }

  @Test(arguments: seeds(100))  // Twenty files a seed.
  func `damaged files are handled`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let valid = Array(exampleText.utf8)
    for file in 0..<20 {
      var bytes = valid
      for _ in 0...Int.random(in: 0...4, using: &generator) { damage(&bytes, &generator) }
      check(bytes, "seed \(seed), file \(file)")
    }
  }

  /// Deletes, duplicates, moves or changes a part.
  private func damage(_ bytes: inout [UInt8], _ generator: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let start = Int.random(in: bytes.indices, using: &generator)
    let end = min(bytes.count, start + Int.random(in: 1...40, using: &generator))
    let piece = Array(bytes[start..<end])
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: piece, at: start)
    case 2:
      bytes.removeSubrange(start..<end)
      bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &generator))
    default:
      let signs = Array("\n :-{}[],'\"#&*!|>%?~\t\u{0}é".utf8)
      bytes[start] = signs[Int.random(in: signs.indices, using: &generator)]
    }
  }

  @Test func `every prefix of a valid file is handled`() {
    let valid = Array(exampleText.utf8)
    for count in 0...valid.count { check(Array(valid[..<count]), "the first \(count) bytes") }
  }

  struct Bomb: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    let code: DiagnosticCode
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ code: DiagnosticCode) {
      (self.name, self.text, self.code) = (name, text, code)
    }
  }

  static let bombs = [
    Bomb("lists in lists", String(repeating: "[", count: 100_000), .yamlLimit),
    Bomb("mappings in mappings", String(repeating: "{a: ", count: 100_000), .yamlLimit),
    Bomb("block lists", String(repeating: "- ", count: 100_000), .yamlLimit),
    Bomb("complex keys", String(repeating: "? ", count: 100_000), .yamlLimit),
    Bomb("closed lists", String(repeating: "[]", count: 50_000), .yamlSyntax),
    Bomb("colons", String(repeating: ":", count: 100_000), .yamlLimit),
    Bomb("colons and blanks", String(repeating: ": ", count: 100_000), .yamlSyntax),
    Bomb("keys on a line", String(repeating: "a: ", count: 50_000), .yamlSyntax),
    Bomb("anchors", String(repeating: "&a ", count: 50_000), .yamlUnsupported),
    Bomb("tags", String(repeating: "!a ", count: 50_000), .yamlUnsupported),
    Bomb("tag directives", String(repeating: "%TAG !a! a\n", count: 50_000), .yamlUnsupported),
    Bomb(
      "later directives",
      "a: b\n...\n" + (0..<50_000).map { "%TAG !\($0)! a\n" }.joined(), .yamlUnsupported
    ),
    Bomb("documents", String(repeating: "---\n", count: 50_000), .fileEmpty),
    Bomb("quotes", "'" + String(repeating: "''", count: 100_000), .yamlSyntax),
    Bomb("escapes", "\"" + String(repeating: "\\u0041", count: 50_000), .yamlSyntax),
    Bomb("breaks", String(repeating: "\n", count: 300_000), .fileEmpty),
    Bomb("comments", String(repeating: "#\n", count: 150_000), .fileEmpty),
    Bomb("a long text", String(repeating: "a", count: 300_000), .yamlLimit),
    Bomb("a folded text", "a: >\n" + String(repeating: " b\n\n", count: 50_000), .yamlLimit),
    Bomb("blanks", "a:" + String(repeating: " ", count: 300_000) + "[", .yamlSyntax),
    Bomb("one key often", String(repeating: "a: b\n", count: 40_000), .yamlDuplicateKey),
    Bomb("many keys", (0..<40_000).map { "k\($0): b\n" }.joined(), .formatUnknownKey),
    Bomb("many aliases", "a: [" + String(repeating: "*a,", count: 60_000) + "]", .yamlUnsupported),
    Bomb(
      "many names", start + "screens:\n" + (0..<20_000).map { " \($0): {}\n" }.joined(),
      .nameInvalid
    ),
    Bomb(
      "many items twice", start + "links: [" + String(repeating: "a,", count: 60_000) + "]",
      .nameDuplicate
    ),
    Bomb(
      "a type of many options",
      start + "routes: [{path: /a, screen: A, query: {q: '["
        + (0..<9_000).map { "\($0)," }.joined() + "]'}}]", .formatBadValue
    ),
  ]

  @Test(arguments: bombs)
  func `a YAML bomb is refused in bounded time`(bomb: Bomb) {
    let bytes = Array(bomb.text.utf8)
    check(bytes, "\(bomb.name)")
    let errors = RouteFolder.parse(bytes, file: "a.yaml").errors
    #expect(errors.contains { $0.code == bomb.code }, "\(bomb.name): \(findings(errors))")
  }

  @Test func `the number of nodes is limited`() {
    let text = "[" + String(repeating: "a,", count: FileLimits.nodesMax) + "]"
    #expect(findings(parsed(text).errors) == ["1:4000000 yaml/limit"])
  }

  @Test func `the size of a file is limited`() {
    let most = [UInt8](repeating: UInt8(ascii: " "), count: FileLimits.fileBytesMax)
    #expect(findings(RouteFolder.parse(most, file: "a").errors) == ["1:1 file/empty"])
    #expect(findings(RouteFolder.parse(most + [32], file: "a").errors) == ["1:1 file/too-large"])
  }

  @Test(arguments: [1, 32, 33])
  func `the depth is limited`(depth: Int) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let expected = depth <= FileLimits.depthMax ? "1:1 format/wrong-type" : "1:33 yaml/limit"
    #expect(findings(parsed(text).errors) == [expected])
  }

  static let encodings: [[UInt8]] = [
    [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x61, 0x00, 0x3A, 0x00], [0x00, 0x61],
    [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xEF, 0xBB, 0xBF, 0x61],
  ]

  @Test(arguments: encodings)
  func `other encodings are refused`(bytes: [UInt8]) {
    #expect(findings(RouteFolder.parse(bytes, file: "a").errors) == ["1:1 file/encoding"])
  }

  @Test func `canonically equivalent keys are different keys`() {
    let text = start + "screens: {A: {taps: {a: /\u{E9}}}}\n\u{E9}: 1\ne\u{301}: 1\n"
    let codes = parsed(text).errors.map(\.code)
    #expect(codes == [.formatUnknownKey, .formatUnknownKey])
  }
}
