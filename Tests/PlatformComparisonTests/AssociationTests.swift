import Diagnostics
import PlatformComparison
import PlatformFiles
import PlatformLinks
import TestSupport
import Testing

/// Links that two versions of a website's rules decide differently.
struct AssociationTests {
  private static func rules(_ components: String) throws -> [ComponentRule] {
    let text = #"{"applinks":{"details":[{"appIDs":["A"],"components":[\#(components)]}]}}"#
    let association = AppleAssociation.parse(Array(text.utf8), file: "aasa").association
    return try #require(association).details[0].rules
  }

  /// Two versions, and the links that only the first and only the second open; `nil` for none.
  static let rows: [(first: String, second: String, byFirst: String?, bySecond: String?)] = [
    (#"{"/":"/a/*"}"#, #"{"/":"/a/*"}"#, nil, nil),
    (#"{"/":"/a"},{"/":"/b"}"#, #"{"/":"/b"},{"/":"/a"}"#, nil, nil),
    (#"{"/":"/a"}"#, #"{"/":"/b"}"#, "https://h.example/a", "https://h.example/b"),
    (#"{"/":"/a*"}"#, #"{"/":"/a"},{"/":"/a?*"}"#, nil, nil),
    (#"{"/":"/a"}"#, "", "https://h.example/a", nil),
    (
      #"{"/":"/a/x","exclude":true},{"/":"/a/*"}"#, #"{"/":"/a/*"}"#, nil,
      "https://h.example/a/x"
    ),
    (
      #"{"/":"/a/*"},{"/":"/a/x","exclude":true}"#, #"{"/":"/a/*"}"#, nil, nil
    ),
    (#"{"/":"/a","?":{"q":"1"}}"#, #"{"/":"/a"}"#, nil, "https://h.example/a"),
    (
      #"{"/":"/a","?":{"q":"?*"}}"#, #"{"/":"/b"}"#, "https://h.example/a?q=a",
      "https://h.example/b"
    ),
    (#"{"/":"/a","caseSensitive":false}"#, #"{"/":"/a"}"#, "https://h.example/A", nil),
    // Spellings that browsers do not write.
    (
      #"{"/":"/a/*"}"#, #"{"/":"*//*","exclude":true},{"/":"/a/*"}"#, "https://h.example/a//a", nil
    ),
    (#"{"/":"/a"},{"/":"/x%2Fy"}"#, #"{"/":"/a"}"#, "https://h.example/x%2Fy", nil),
    (
      #"{"/":"/a/*"}"#, #"{"/":"/a/*","percentEncoded":false}"#, nil, "https://h.example/%61"
    ),
    (##"{"/":"/a","#":"x"}"##, ##"{"/":"/a","#":"?*"}"##, nil, "https://h.example/a#a"),
  ]

  @Test(arguments: rows.indices)
  func `the shortest link of each direction is found`(row: Int) throws {
    let row = Self.rows[row]
    let found = AssociationComparison(
      try Self.rules(row.first), try Self.rules(row.second), host: "h.example")
    #expect(found.isComplete)
    #expect(found.differences.first { $0.opensByFirst }?.link == row.byFirst)
    #expect(found.differences.first { !$0.opensByFirst }?.link == row.bySecond)
    #expect(found.differences.count == [row.byFirst, row.bySecond].count { $0 != nil })
  }

  @Test func `unusual spellings that are too many are not silent`() throws {
    let rules = try Self.rules(#"{"/":"/a/*b*c"},{"/":"*x*"}"#)
    let whole = AssociationComparison(rules, rules, host: "h.example")
    #expect(whole.isComplete && whole.isSpellingComplete)
    var verdicts: [[Bool]] = []
    for part in 0...40 {
      let found = AssociationComparison(
        rules, rules, host: "h.example", workMax: whole.work * part / 40)
      #expect(found.work <= whole.work)
      let verdict = [found.isComplete, found.isSpellingComplete]
      if verdict != verdicts.last { verdicts.append(verdict) }
    }
    #expect(verdicts == [[false, false], [true, false], [true, true]])
  }

  private static func component(_ random: inout SplitMix64) -> String {
    let path = (0..<random.below(3) + 1).map { _ in random.pick(["/a", "/b", "/*", "a", "?", "*"]) }
    var text = #"{"/":"/\#(path.joined())""#
    if random.chance(30) { text += #","?":{"q":"\#(random.pick(["*", "?*", "a", "b"]))"}"# }
    if random.chance(20) { text += ##","#":"\##(random.pick(["*", "a", "?*"]))""## }
    if random.chance(30) { text += #","exclude":true"# }
    if random.chance(20) { text += #","caseSensitive":false"# }
    return text + "}"
  }

  // Goal: no difference is missed. Method: of many random links, each that differs has a finding
  // in its direction.
  @Test(arguments: seeds(200))
  func `each random link that differs is covered`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let sides = try (0..<2).map { _ in
      try Self.rules(
        (0..<random.below(4) + 1).map { _ in Self.component(&random) }.joined(separator: ","))
    }
    let found = AssociationComparison(sides[0], sides[1], host: "h.example")
    #expect(found.isComplete)
    for _ in 0..<400 {
      var link = "https://h.example"
      for _ in 0..<random.below(4) { link += "/" + random.pick(["a", "b", "A", "ab", "aa"]) }
      if random.chance(40) { link += "?q=" + random.pick(["", "a", "b", "ab"]) }
      if random.chance(30) { link += "#" + random.pick(["a", "ab"]) }
      let parts = try #require(URLParts(Array(link.utf8)))
      let opens = sides.map { rules in
        rules.first { $0.mismatches(with: parts).isEmpty }.map { !$0.isExcluded } ?? false
      }
      guard opens[0] != opens[1] else { continue }
      #expect(found.differences.contains { $0.opensByFirst == opens[0] }, "\(link)")
    }
  }

  @Test func `patterns with too many states are undecided`() throws {
    let many = (0..<3).map { #"{"/":"*\#($0)a\#(String(repeating: "?", count: 30))"}"# }
    let found = AssociationComparison(
      try Self.rules(many.joined(separator: ",")), try Self.rules(many[0]), host: "h.example",
      workMax: 2_000_000)
    #expect(!found.isComplete || !found.differences.isEmpty)
  }
}
