import Diagnostics
@testable import Links
import Languages
import LinksOracle
import TestSupport
import Testing

@testable import RouteProofs

/// The proof that expressions share no text, without comparing every pair.
struct ProductSearchTests {
  /// A random expression over a few letters, as pattern text.
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
      return zip(error.routes.sorted(), error.diagnostics).compactMap { route, error in
        error.code == .routeConflict ? patterns[route] : nil
      }
    }
  }

  // Goal: many routes that tie are refused exactly if two of them conflict, and each refused one
  // conflicts with an earlier one. Routes that conflict with neither of two can come before both,
  // so they are added to the pair. If a third route comes before one of two and conflicts with the
  // other, only that conflict is reported.
  @Test(arguments: seeds(40))
  func `a large bucket reports conflicts of its pairs, if there are any`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var patterns: [String] = []
    while patterns.count < 14 {
      let one = Self.path(Self.expression(&random))
      if !patterns.contains(one), (try? table([one])) != nil { patterns.append(one) }
    }
    let pairs = try patterns.map { one in
      try patterns.map { try !conflicts([one, $0]).isEmpty }
    }
    let expected = try patterns.indices.filter { later in
      try (0..<later).contains { earlier in
        guard pairs[earlier][later] else { return false }
        let others = patterns.indices.filter { !pairs[earlier][$0] && !pairs[later][$0] }
        let all = ([earlier, later] + others).map { patterns[$0] }
        return try others.isEmpty || conflicts(all).contains(patterns[later])
      }
    }
    let found = try conflicts(patterns)
    #expect(found.isEmpty == expected.isEmpty, "seed \(seed)")
    #expect(Set(found).isSubset(of: expected.map { patterns[$0] }), "seed \(seed)")
  }

  // Goal: the automata reject everything that a prefilter rejects.
  @Test(arguments: seeds(40))
  func `a prefilter never rejects a match`(seed: UInt64) throws {
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
        guard !program.prefilter.mayAccept(text[...]) else { continue }
        refusals += 1
        #expect(
          program.match(text.map { Symbol($0) }, capturing: false) == nil,
          "seed \(seed): \(pattern.text) and \(text)")
      }
      if let last, !last.program.prefilter.mayMeet(program.prefilter) {
        refusals += 1
        let automata = [last.expression, expression].map {
          NFA(.sequence([.symbols(SymbolSet(separator)), $0]))
        }
        var search = OverlapSearch(automata[0], automata[1], stepsLeft: 100_000)
        #expect(search.shortest() == nil, "seed \(seed): \(pattern.text)")
      }
      last = (expression, program)
    }
    #expect(refusals > 100)
  }

  @Test func `the automata of a search count among its steps`() {
    let tail = String(repeating: "a", count: 100)
    let automata = (0..<100).map { number in
      NFA(.literal([separator] + "\(number)\(tail)".utf8.map { Symbol($0) }))
    }
    let set = LinkSet(
      first: nil, end: nil, wanted: [automata[0]],
      rivals: automata.dropFirst().map { .init(automaton: $0, route: nil) }, routes: [])
    var stepsLeft = 1_000
    #expect(!set.search(alongside: nil, stepsLeft: &stepsLeft) { _, _ in true })
    #expect(stepsLeft <= 0)
  }

  @Test func `searching automata without a common path takes at most 60 steps each`() throws {
    for count in [500, 4_000] {
      let digits = Expression.repeated(
        .symbols(SymbolSet(UInt8(ascii: "0")...UInt8(ascii: "9"))), least: 0, most: nil,
        isLazy: false)
      func text(_ text: String) -> Expression { .literal(text.utf8.map { Symbol($0) }) }
      let automata = (0..<count).map { number in
        let parts = [
          .literal([separator]), text("x"), digits, text("-\(number)-"), digits, text("y"),
        ]
        return NFA(.sequence(parts))
      }
      var search = ProductSearch(sharing: automata)
      var stepsLeft = 60 * count
      #expect(search.groups(stepsLeft: &stepsLeft) == [])
    }
  }

  @Test func `a thousand sibling expressions are compared within 30 seconds`() throws {
    let seconds = try threadSeconds {
      let table = try table((0..<1_000).map { "/:x(x[0-9]*-\($0)-[0-9]*y)" })
      #expect(table.routes.count == 1_000)
    }
    #expect(seconds < 30)
  }
}
