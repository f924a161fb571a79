import Diagnostics
import JSONCodec
import PlatformLinks

/// Android's own tests of intent filters: `IntentFilterTest` of AOSP.
struct AndroidIntentFilters: Adapter {
  static let source = "android-conformance"
  static let file = "intent_filter_cases.jsonl"
  static let excluded: [Rule: [Int]] = [:]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    guard let rules = row["filter"] else { throw CorpusFault("a row without 'filter'") }
    let filter = try Self.filter(of: rules)
    let url = AndroidURL((row["url"]?.stringValue ?? "").utf8)
    let found = filter.dataDecision(on: url)
    let holds =
      switch (try row.text("expect"), found) {
      case ("match", .takes), ("no_match", .refuses): true
      case ("match:scheme", .takes(let match)): match.level == .scheme
      case ("match:host", .takes(let match)): match.level == .host
      case ("match:port", .takes(let match)): match.level == .port
      default: false
      }
    return Verdict(holds, otherwise: found.explanation(of: filter))
  }

  private static func filter(of rules: JSON) throws -> IntentFilter {
    let place = SourcePosition(file: "<case>", line: 1, column: 1)
    var filter = IntentFilter(at: place)
    let kinds: [(String, AndroidTextMatcher.Kind)] = [
      ("path", .literal), ("pathPrefix", .prefix), ("pathPattern", .simpleGlob),
    ]
    for member in rules.objectValue ?? [] {
      for value in member.value.arrayValue ?? [] {
        guard let text = value.stringValue else { throw CorpusFault("a rule that is no text") }
        let bytes = Array(text.utf8)
        if let kind = kinds.first(where: { $0.0 == member.key })?.1 {
          filter.paths.append(DataText(try AndroidTextMatcher(kind, bytes), at: place))
        } else if member.key == "schemes" {
          filter.schemes.append(DataText(try AndroidTextMatcher(.literal, bytes), at: place))
        } else if member.key == "hosts" {
          let parts = bytes.split(separator: UInt8(ascii: ":"))
          let port = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : nil
          filter.authorities.append(
            DataAuthority(AndroidTextMatcher(host: Array(parts[0])), port: port, at: place))
        } else {
          throw CorpusFault("the unknown rule \(member.key)")
        }
      }
    }
    return filter
  }
}

/// Android's own tests of advanced patterns: `PatternMatcherTest` of AOSP.
struct AndroidAdvancedGlobs: Adapter {
  static let source = "android-conformance"
  static let file = "advanced_glob_cases.jsonl"
  static let excluded: [Rule: [Int]] = [:]

  init(folder: String) {}

  mutating func verdict(_ row: JSON) throws -> Verdict {
    var pattern = try row.text("pathAdvancedPattern")
    // The only pattern that the file describes.
    if pattern == "[<1024 characters>]" { pattern = "[\(String(repeating: "a", count: 1_024))]" }
    let glob: UnitMachine
    do throws(AdvancedGlobError) {
      glob = try AdvancedGlob.machine(of: utf16Units(pattern.utf8))
    } catch {
      let isTooLong = row["expect_error"]?.stringValue == "too long"
      return Verdict(
        row["expect_error"] != nil && isTooLong == (error == .tooLong), otherwise: error.message)
    }
    guard let expected = row["expect"]?.boolValue else { return .fails("accepted") }
    let matches = glob.matches(utf16Units(try row.text("input").utf8))
    return Verdict(matches == expected, otherwise: matches ? "matches" : "does not match")
  }
}
