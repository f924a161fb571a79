import Diagnostics
import FileAccess
import JSONCodec
import TestSupport
import Testing

struct JSONSuiteTests {
  /// The suite expects the last of two duplicate keys; this reader refuses them by design.
  static let refusedByDesign: Set = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  // Source: JSONTestSuite, https://github.com/nst/JSONTestSuite.
  @Test(.enabled(if: hasCorpora, "the corpora are not present"))
  func `the reader agrees with JSONTestSuite`() throws {
    let path = corporaFolder + "/json-test-suite/cases.jsonl"
    let bytes = try readFile(path, bytesMax: 16_000_000)
    var counts: [String: Int] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let row = try JSON(parsing: Array(line))
      let name = try #require(row["name"]?.stringValue)
      let expected = try #require(row["expect"]?.stringValue)
      let document = try #require(decodedBase64(row["base64"]?.stringValue ?? "?"))
      let isAccepted = (try? JSON(parsing: document)) != nil
      counts[expected, default: 0] += 1
      switch expected {
      case "accept": #expect(isAccepted != Self.refusedByDesign.contains(name), "\(name)")
      case "reject": #expect(!isAccepted, "\(name)")
      default: break  // Either result is right, as long as nothing traps.
      }
    }
    #expect(counts == ["accept": 95, "reject": 188, "either": 35])
  }

  @Test(arguments: seeds(100))
  func `no input traps, and a value that was read survives writing`(block: UInt64) throws {
    for seed in (block * 100)..<(block * 100 + 100) {
      var generator = SplitMix64(seed: seed)
      let bytes = seed.isMultiple(of: 2) ? generator.noise() : generator.damagedText()
      do throws(Diagnostic) {
        let value = try JSON(parsing: bytes)
        #expect(try JSON(parsing: value.text) == value, "seed \(seed)")
      } catch {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let position = try #require(error.position)
        try #require((1...lines.count).contains(position.line), "seed \(seed)")
        let columns = 1...(lines[position.line - 1].count + 1)
        #expect(columns.contains(position.column), "seed \(seed)")
        #expect(!error.summary.isEmpty)
      }
    }
  }
}

extension SplitMix64 {
  /// Random bytes with a meaning in JSON.
  fileprivate mutating func noise() -> [UInt8] {
    let alphabet = Array("{}[]\",:\\u0123eE.+-d8aftrnl \n\u{E9}\u{1}".utf8) + [0xFF, 0xED, 0xA0]
    let count = Int.random(in: 0...40, using: &self)
    return (0..<count).map { _ in alphabet.randomElement(using: &self) ?? 0 }
  }

  /// A valid text with a few bytes changed, removed or duplicated.
  fileprivate mutating func damagedText() -> [UInt8] {
    var bytes = Array(json(depthMax: 3).text.utf8)
    for _ in 0...Int.random(in: 0...3, using: &self) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &self)
      switch Int.random(in: 0...2, using: &self) {
      case 0: bytes[index] = UInt8.random(in: 0...UInt8.max, using: &self)
      case 1: bytes.remove(at: index)
      default: bytes.insert(bytes[index], at: index)
      }
    }
    return bytes
  }
}

/// Decodes base64 (RFC 4648, section 4); `nil` if a byte is not a base64 digit.
private func decodedBase64(_ text: String) -> [UInt8]? {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var bytes: [UInt8] = []
  var bits = 0
  var gathered: UInt32 = 0
  for byte in text.utf8 where byte != UInt8(ascii: "=") {
    guard let digit = digits.firstIndex(of: byte) else { return nil }
    gathered = gathered << 6 | UInt32(digit)
    bits += 6
    guard bits >= 8 else { continue }
    bits -= 8
    bytes.append(UInt8(truncatingIfNeeded: gathered >> UInt32(bits)))
  }
  return bytes
}
