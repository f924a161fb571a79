import Diagnostics
import FileAccess
import PlatformFiles
import PlatformLinks
import TestSupport
import Testing

private let valid = """
  { "applinks": { "defaults": { "caseSensitive": false },
    "substitutionVariables": { "food": ["p?zza", "s*i"] },
    "details": [ { "appIDs": ["A.b", "A.c"], "components": [
      { "/": "/$(lang)/$(food)/*", "?": { "id": "?*", "x": 1 }, "#": "no", "exclude": true },
      { "/": "/b\\u00e9", "percentEncoded": false } ] },
    { "appID": "A.d", "paths": ["NOT /x/*", "*"] } ] } }
  """

struct HostileTests {
  @Test func `a file of 10 MB is refused without being read`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 10_000_000)
    let (association, faults) = AppleAssociation.parse(bytes, file: "f")
    #expect(association == nil)
    #expect(findings(faults) == ["1:1 error platform/limit"])
    #expect(findings(AssetLinks.parse(bytes, file: "f").faults) == ["1:1 error platform/limit"])
  }

  @Test func `a file over Apple's limit is read with a warning`() {
    func findingsOf(bytes count: Int) -> [String] {
      let text = entry(#""components": [{ "/": "/a" }]"#)
      let spaces = String(repeating: " ", count: count - text.utf8.count)
      let (association, faults) = AppleAssociation.parse(
        Array((text + spaces).utf8), file: "f")
      #expect(association?.details.first?.rules.count == 1)
      return findings(faults)
    }
    #expect(findingsOf(bytes: AssociationLimits.appleBytesMax) == [])
    #expect(
      findingsOf(bytes: AssociationLimits.appleBytesMax + 1) == ["1:1 warning platform/limit"])
    #expect(findingsOf(bytes: AssociationLimits.bytesMax) == ["1:1 warning platform/limit"])
  }

  @Test func `a large file of variables is read and matched in bounded time`() throws {
    let values = String(repeating: "\"*a\",", count: 5_000) + "\"b\""
    let rules =
      String(repeating: "{ \"/\": \"/$(v)\" },", count: 5_000) + "{ \"/\": \"/$(v)$(v)\" }"
    let text = entry(
      "\"components\": [\(rules)]", links: "\"substitutionVariables\": { \"v\": [\(values)] }, ")
    let (association, faults) = AppleAssociation.parse(Array(text.utf8), file: "f")
    #expect(faults.last?.code == .platformLimit)
    let link = try #require(URLParts(Array("/b".utf8)))
    #expect(association?.decision(for: link, app: Array("A".utf8)).decidedBy?.rule == 0)
  }

  @Test(arguments: seeds(60))
  func `no damaged file traps`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let link = try #require(URLParts(Array("https://h/en/sushi/?id=1%&x#no".utf8)))
    for _ in 0..<50 {
      var bytes = Array(valid.utf8)
      for _ in 0...Int.random(in: 0...4, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...UInt8.max, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes[index] = Array("\"[]{}:,$()*?%".utf8).randomElement(using: &generator) ?? 0
        default: bytes.removeSubrange(index..<min(bytes.count, index + 30))
        }
      }
      let (association, faults) = AppleAssociation.parse(bytes, file: "f")
      #expect(association != nil || faults.contains { $0.severity == .error }, "seed \(seed)")
      for fault in faults {
        #expect(!fault.summary.isEmpty)
        #expect(fault.position.map { $0.line > 0 && $0.column > 0 } ?? true)
      }
      for app in association?.apps ?? [] {
        let decision = association?.decision(for: link, app: app)
        #expect((decision?.decidedBy == nil) == (decision?.outcome == .noMatch))
      }
      _ = AssetLinks.parse(bytes, file: "f")
    }
  }

  @Test func `the valid file has only the faults that it should have`() {
    #expect(
      findings(AppleAssociation.parse(Array(valid.utf8), file: "f").faults)
        == ["4:58 warning platform/ignored"])
  }

  @Test func `a file is read from the disk, and one that is missing has an error`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/association"
    #expect(AppleAssociation.read(path: path).faults.map(\.code) == [.fileUnreadable])
    #expect(AssetLinks.read(path: path).faults.map(\.code) == [.fileUnreadable])
    try writeFile(path, Array(valid.utf8))
    let (association, faults) = AppleAssociation.read(path: path)
    #expect(association?.details.count == 2)
    #expect(faults.first?.position?.file == path)
    try writeFile(path, Array("[]".utf8))
    #expect(AssetLinks.read(path: path).links?.statements == [])
    try writeFile(path, [UInt8](repeating: 0x20, count: AssociationLimits.bytesMax + 1))
    #expect(AppleAssociation.read(path: path).faults.map(\.code) == [.fileTooLarge])
  }
}
