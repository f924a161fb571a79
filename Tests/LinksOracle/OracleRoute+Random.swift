import Links
import TestSupport

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
        // The backslash separates the suffix from the name.
        let end = suffix.isEmpty ? "" : "\\" + suffix
        text += "{\(prefix)\(core.map { parameter($0.0, $0.1) } ?? "")\(end)}\(modifier)"
      }
    }
    return RouteSpecification(
      try Pattern(text), types: types,
      query: try query.map { item in
        QueryParameter(
          name: item.name, type: try item.type.valueType(), isOptional: item.isOptional,
          ignoresMisfits: item.ignoresMisfits)
      },
      bases: try schemes?.map { try Base("\($0)://") })
  }

  static func random(_ random: inout some ChoiceSource) -> OracleRoute {
    var pieces: [OraclePiece] = []
    for number in 0..<(1 + random.below(3)) { pieces += segment(&random, number) }
    let type = random.pick([
      OracleItemType.any, .oneOf(["1"]), .oneOf(["1", "2"]), .digits, .anyCase("a"),
    ])
    let isOptional = random.chance(30)
    let query: [OracleItem] =
      random.chance(80)
      ? [] : [(random.pick(["q", "r"]), type, isOptional, isOptional && random.chance(40))]
    return OracleRoute(
      pieces: pieces, query: query,
      schemes: random.pick([nil, nil, nil, [], ["x"], ["y"], ["x", "y"]]))
  }

  private static func segment(_ random: inout some ChoiceSource, _ number: Int) -> [OraclePiece] {
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

  /// Mostly built from parts of the patterns, so that many links match.
  static func randomPath(_ random: inout some ChoiceSource, _ routes: [OracleRoute]) -> String {
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

  static func randomItems(_ random: inout some ChoiceSource) -> [(name: String, value: String)] {
    (0..<random.pick([0, 0, 1, 2])).map { _ in
      (random.pick(["q", "r"]), random.pick(["1", "2", "3", "a", "A"]))
    }
  }
}

extension OracleItemType {
  fileprivate func valueType() throws -> ValueType {
    switch self {
    case .any: .string
    case .oneOf(let texts): .oneOf(texts)
    case .digits: .expression(try ValueExpression("(\\d+)"))
    case .anyCase(let text): .expression(try ValueExpression("(?i:\(text))"))
    }
  }
}
