import Diagnostics
import Links
import TestSupport
import Testing

// Goal: the table finds what the rules say, and refuses just the tables in which two routes tie on
// a link. Method: random tables and links by seed, against the slow matcher of Oracle.swift.
struct OracleTests {
  @Test(arguments: 0..<600 as Range<UInt64>)
  func `the table agrees with the rules`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var routes = (0..<(2 + random.below(9))).map { _ in OracleRoute.random(&random) }
    var table = try Self.table(&routes, seed: seed)
    // Take conflicting routes away until the table stands.
    while table == nil { table = try Self.table(&routes, seed: seed) }
    guard let table else { return }
    for _ in 0..<60 {
      let raw = OracleRoute.randomPath(&random, routes)
      let items = OracleRoute.randomItems(&random)
      let scheme = random.chance(50) ? nil : random.pick(["x", "y"])
      let query =
        items.isEmpty ? "" : "?" + items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      let text = (scheme.map { "\($0)://" } ?? "/") + raw.drop { $0 == "/" } + query
      let path = OraclePath(Array(("/" + raw.drop { $0 == "/" }).utf8))
      let expected = OracleAnswer.find(routes, path, items, scheme: scheme)
      Self.compare(table, try Link(text), expected, scheme: scheme, "seed \(seed): \(text)")
    }
  }

  /// The table, or nil after taking away the routes that conflict, whose witnesses are checked.
  private static func table(_ routes: inout [OracleRoute], seed: UInt64) throws -> RouteTable? {
    var specifications = try routes.map { try $0.specification() }
    for index in specifications.indices {
      specifications[index].position = SourcePosition(file: "", line: index, column: 1)
    }
    do {
      return try RouteTable(specifications)
    } catch {
      for case .conflict(_, _, let first?, let witness, let second?) in error.errors {
        let parts = witness.split(separator: "?", omittingEmptySubsequences: false)
        let items = try Link(witness).query.map { (name: $0.name, value: $0.value) }
        let pair = [routes[first.line], routes[second.line]]
        let answer = OracleAnswer.find(pair, OraclePath(Array(parts[0].utf8)), items, scheme: nil)
        // Another way to read one of them may win on the witness; both must accept it.
        #expect(
          pair.allSatisfy {
            OracleAnswer.find([$0], OraclePath(Array(parts[0].utf8)), items, scheme: nil)
              != .nothing
          }, "seed \(seed): \(witness) \(answer)")
      }
      let refused = Set(error.errors.compactMap { $0.position?.line })
      routes = routes.indices.filter { !refused.contains($0) }.map { routes[$0] }
      return nil
    }
  }

  private static func compare(
    _ table: RouteTable, _ link: Link, _ expected: OracleAnswer, scheme: String?, _ note: String
  ) {
    let comment = Comment(rawValue: note)
    do {
      let match = try table.match(link)
      var values: [String: String] = [:]
      for (parameter, value) in zip(table.parameters(of: match.route), match.values)
      where parameter.place == .path {
        values[parameter.name] = value
      }
      #expect(expected == .route(match.route, values), comment)
      #expect(table.accepts(route: match.route, link: link), comment)
    } catch {
      switch error {
      case .ambiguous(_, let routes): #expect(expected == .tie(routes) && scheme == nil, comment)
      case .notFound: #expect(expected == .nothing, comment)
      case .foreign: #expect(!table.bases.map(\.text).contains("\(scheme ?? "")://"), comment)
      }
    }
  }
}

extension OracleRoute {
  func specification() throws -> RouteSpecification {
    var text = ""
    var types: [(name: String, type: ValueType)] = []
    func parameter(_ name: String, _ kind: OracleKind) -> String {
      switch kind {
      case .free: return ":\(name)"
      case .int:
        types.append((name, .int))
        return ":\(name)"
      case .oneOf(let texts):
        types.append((name, .oneOf(texts)))
        return ":\(name)"
      case .digits: return ":\(name)(\\d+)"
      case .noX: return ":\(name)([^x]+)"
      case .wildcard: return ":\(name)(.*)"
      }
    }
    for piece in pieces {
      switch piece {
      case .text(let literal): text += literal
      case .parameter(let name, let kind): text += "{" + parameter(name, kind) + "}"
      case .group(let prefix, let core, let suffix, let modifier):
        // The backslash keeps the suffix out of the name.
        let end = suffix.isEmpty ? "" : "\\" + suffix
        text += "{\(prefix)\(core.map { parameter($0.0, $0.1) } ?? "")\(end)}\(modifier)"
      }
    }
    return RouteSpecification(
      try Pattern(text), types: types,
      query: query.map { item in
        QueryParameter(
          name: item.name, type: item.texts.map { .oneOf($0) } ?? .string,
          isOptional: item.isOptional)
      },
      bases: try schemes.map { try Base("\($0)://") })
  }

  static func random(_ random: inout SplitMix64) -> OracleRoute {
    var pieces: [OraclePiece] = []
    for number in 0..<(1 + random.below(3)) { pieces += segment(&random, number) }
    let query: [(name: String, texts: [String]?, isOptional: Bool)] =
      random.chance(80)
      ? []
      : [(random.pick(["q", "r"]), random.pick([nil, ["1"], ["1", "2"]]), random.chance(30))]
    return OracleRoute(
      pieces: pieces, query: query, schemes: random.pick([[], [], [], ["x"], ["y"], ["x", "y"]]))
  }

  private static func segment(_ random: inout SplitMix64, _ number: Int) -> [OraclePiece] {
    let name = "p\(number)"
    let literal = random.pick(["a", "b", "ab", "é", "x", "1"])
    let kind = random.pick([
      OracleKind.free, .free, .int, .oneOf(["a", "1", "é"]), .digits, .noX, .wildcard,
    ])
    switch random.below(12) {
    case 0...3: return [.text("/" + literal)]
    case 4...5: return [.text("/"), .parameter(name, kind)]
    case 6: return [.text("/a"), .parameter(name, random.pick([.free, .digits, .wildcard]))]
    case 7:
      return [
        .text("/"), .parameter(name, .free), .text(random.pick(["", "-", "a"])),
        .parameter(name + "b", random.pick([.free, .digits, .noX])),
      ]
    case 8:
      return [
        .group(prefix: "/" + literal, nil, suffix: "", modifier: random.pick(["?", "+", "*"]))
      ]
    case 9:
      return [
        .group(prefix: "/", (name, kind), suffix: "", modifier: random.pick(["?", "+", "*"]))
      ]
    case 10:
      return [.group(prefix: "/a", (name, .free), suffix: "b", modifier: random.pick(["?", "+"]))]
    default: return [.text("/a"), .group(prefix: "-", (name, .free), suffix: "", modifier: "?")]
    }
  }

  /// Mostly made of what the patterns know, so that many links match.
  static func randomPath(_ random: inout SplitMix64, _ routes: [OracleRoute]) -> String {
    var path = ""
    for _ in 0..<random.below(5) {
      path += random.chance(8) ? "//" : "/"
      for _ in 0...random.below(2) {
        path += random.pick([
          "a", "b", "ab", "%C3%A9", "é", "1", "-", "x", "12", "%2F", "%61", "aab",
        ])
      }
    }
    return path + (random.chance(10) ? "/" : "")
  }

  static func randomItems(_ random: inout SplitMix64) -> [(name: String, value: String)] {
    (0..<random.pick([0, 0, 1, 2])).map { _ in
      (random.pick(["q", "r"]), random.pick(["1", "2", "3"]))
    }
  }
}
