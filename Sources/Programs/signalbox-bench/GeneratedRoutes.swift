import Diagnostics

/// Patterns as in large apps, and matching paths. Generated from a seed, so that they are the same
/// everywhere.
struct GeneratedRoutes {
  /// The patterns; no two differ only in parameter names.
  let patterns: [String]
  private var random: SplitMix64

  /// An app with five patterns per feature: `/orders`, `/orders/:id`, `/orders/:id/edit`, …
  init(features: Int) {
    var random = SplitMix64(seed: 11)
    let words = Self.words(count: features * 2, &random)
    self.random = random
    patterns = (0..<features).flatMap { number in
      let feature = words[number]
      return [
        "/\(feature)", "/\(feature)/new", "/\(feature)/:id", "/\(feature)/:id/edit",
        "/\(feature)/:id/\(words[features + number])",
      ]
    }
  }

  /// The same routes with another text in place of `:id`.
  func replacingIDs(by text: String) -> GeneratedRoutes {
    GeneratedRoutes(
      patterns: patterns.map { pattern in
        pattern.split(separator: "/").map { "/" + ($0 == ":id" ? text : String($0)) }.joined()
      })
  }

  /// The same routes with one pattern for a list and its items: `/orders{/:id}?`.
  func withOptionalIDs() -> GeneratedRoutes {
    GeneratedRoutes(
      patterns: patterns.compactMap { pattern in
        let segments = pattern.split(separator: "/")
        if segments.count == 1 { return pattern + "{/:id}?" }
        return segments.count == 2 && segments[1] == ":id" ? nil : pattern
      })
  }

  /// Random patterns of one to five segments; the first is a literal, and parameters are not
  /// adjacent.
  init(count: Int) {
    var random = SplitMix64(seed: 5)
    let words = Self.words(count: max(60, count / 30), &random)
    var known: Set<String> = []
    var patterns: [String] = []
    while patterns.count < count {
      var pattern = ""
      var wasParameter = true
      for place in 0..<(1 + Int(random.next() % 5)) {
        wasParameter = !wasParameter && random.next() % 5 < 2
        pattern += wasParameter ? "/:p\(place)" : "/" + (random.pick(words) ?? "")
      }
      if known.insert(pattern).inserted { patterns.append(pattern) }
    }
    self.patterns = patterns
    self.random = random
  }

  /// Uses the given patterns.
  init(patterns: [String]) {
    random = SplitMix64(seed: 7)
    self.patterns = patterns
  }

  /// Paths of random patterns, with values of many lengths that replace a segment from its colon
  /// on. About one in ten is altered to match no pattern.
  mutating func paths(count: Int) -> [String] {
    let splitPatterns = patterns.map { $0.split(separator: "/").map(String.init) }
    return (0..<count).map { _ in
      let segments = (random.pick(splitPatterns) ?? []).map { segment in
        let text = segment.prefix { $0 != ":" }
        return text.filter { $0 != "{" } + (text.utf8.count < segment.utf8.count ? value() : "")
      }
      let path = "/" + segments.joined(separator: "/")
      guard random.next() % 10 == 0 else { return path }
      switch random.next() % 3 {
      case 0: return path + "/nothing\(random.next() % 100)"
      case 1: return path + "x/" + value()
      default: return "/missing\(random.next() % 10_000)" + path
      }
    }
  }

  private mutating func value() -> String {
    switch random.next() % 4 {
    case 0: String(random.next() % 100_000)
    case 1: Self.word(&random) + "-" + String(random.next() % 1_000)
    case 2: Self.word(&random)
    default: String(random.next() >> 24, radix: 16)
    }
  }

  /// Distinct words of two to four syllables.
  private static func words(count: Int, _ random: inout SplitMix64) -> [String] {
    var known: Set<String> = []
    var words: [String] = []
    while words.count < count {
      let word = word(&random)
      if known.insert(word).inserted { words.append(word) }
    }
    return words
  }

  private static func word(_ random: inout SplitMix64) -> String {
    let consonants = ["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr"]
    let vowels = ["a", "e", "i", "o", "u", "ea", "ou"]
    return (0..<(2 + random.next() % 3)).map { _ in
      (random.pick(consonants) ?? "") + (random.pick(vowels) ?? "")
    }.joined()
  }
}
