@testable import Links
import LinksOracle
import TestSupport
import Testing

@testable import RouteProofs

/// What tells expressions apart without comparing each with each.
struct SharedTextsTests {
  /// An expression over a few letters, as a pattern's text.
  private static func expression(_ random: inout SplitMix64, depth: Int = 3) -> String {
    switch random.below(depth > 0 ? 9 : 4) {
    case 0...1: return random.pick(["a", "b", "c", "\\."])
    case 2: return random.pick(["[ab]", "[^a]", "[bc]"])
    case 3: return random.pick(["ab", "cab", "é"])
    case 4...5:
      return expression(&random, depth: depth - 1) + expression(&random, depth: depth - 1)
    case 6:
      let one = expression(&random, depth: depth - 1)
      return "(?:\(one)|\(expression(&random, depth: depth - 1)))"
    default:
      let times = random.pick(["?", "+", "*", "{2}", "{0,2}", "{1,6}", "{5}"])
      return "(?:\(expression(&random, depth: depth - 1)))\(times)"
    }
  }

  private static func path(_ expression: String) -> String { "/:x(\(expression))" }

  private func conflicts(_ patterns: [String]) throws -> [String] {
    do {
      _ = try table(patterns)
      return []
    } catch let error as RouteTableErrors {
      return error.errors.compactMap { error in
        if case .conflict(let route, _, _, _, _) = error { route } else { nil }
      }
    }
  }

  // Goal: many that tie are refused exactly where two of them are.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a large group conflicts as its pairs do`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var patterns: [String] = []
    while patterns.count < 14 {
      let one = Self.path(Self.expression(&random))
      if !patterns.contains(one), (try? table([one])) != nil { patterns.append(one) }
    }
    let expected = try patterns.indices.filter { later in
      try patterns[..<later].contains { try !conflicts([$0, patterns[later]]).isEmpty }
    }
    #expect(try conflicts(patterns) == expected.map { patterns[$0] }, "seed \(seed)")
  }

  // Goal: what an outline refuses, the automata refuse.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `an outline never refuses what matches`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var last: (expression: Expression, program: Program)?
    var refusals = 0
    for _ in 0..<50 {
      let pattern = try Pattern(Self.path(Self.expression(&random)))
      guard case .regex(let expression)? = pattern.parts.first(where: { $0.parameter != nil })?.kind
      else { continue }
      let program = Program(expression)
      for _ in 0..<60 {
        let text = (0..<random.below(7)).map { _ in random.pick(Array("aabbc.é".utf8)) }
        guard !program.outline.mayAccept(text[...]) else { continue }
        refusals += 1
        #expect(
          program.match(text.map { Symbol($0) }, capturing: false) == nil,
          "seed \(seed): \(pattern.text) and \(text)")
      }
      if let last, !last.program.outline.mayMeet(program.outline) {
        refusals += 1
        var search = OverlapSearch(Closures(last.program), Closures(program), stepsLeft: 100_000)
        #expect(search.shortest(from: .value) == nil, "seed \(seed): \(pattern.text)")
      }
      last = (expression, program)
    }
    #expect(refusals > 100)
  }

  @Test func `those that go different ways cost no more than their number`() throws {
    for count in [500, 4_000] {
      let digits = Expression.repeated(
        .symbols(SymbolSet(UInt8(ascii: "0")...UInt8(ascii: "9"))), least: 0, most: nil,
        isLazy: false)
      func text(_ text: String) -> Expression { .literal(text.utf8.map { Symbol($0) }) }
      let automata = (0..<count).map { number in
        let parts = [
          .literal([separator]), text("x"), digits, text("-\(number)-"), digits, text("y"),
        ]
        return Closures(Program(.sequence(parts)))
      }
      var texts = SharedTexts(automata)
      #expect(texts.groups(stepsMax: 60 * count) == [])
    }
  }

  @Test func `many expressions side by side are compared soon`() throws {
    let seconds = try threadSeconds {
      let table = try table((0..<1_000).map { "/:x(x[0-9]*-\($0)-[0-9]*y)" })
      #expect(table.routes.count == 1_000)
    }
    #expect(seconds < 30)
  }
}
