package import Diagnostics
import Links
import Navigation
import RouteProofs

extension RouterComparison {
  /// The differences, those with one cause as one finding; the one with the shortest link first.
  package var findings: [Diagnostic] {
    var groups: [(first: Int, finding: Diagnostic)] = []
    var isExplained = [Bool](repeating: false, count: differences.count)
    func explain(_ indices: [Int], _ finding: Diagnostic) {
      for index in indices { isExplained[index] = true }
      groups.append((indices[0], finding))
    }
    for rule in textRules {
      let explained = differences.indices.filter {
        !isExplained[$0] && rule.explains(differences[$0])
      }
      guard isConvincing(explained) else { continue }
      explain(explained, finding(rule.clause, of: explained))
    }
    let broken = Set(differences.filter { $0.probe.rule.isOwn }.map { RouteFault($0) })
    let others = differences.indices.filter { !isExplained[$0] }
    let kinds = Dictionary(grouping: others) { index in
      GroupKey(differences[index], isOfBrokenRoute: broken.contains(RouteFault(differences[index])))
    }
    for (key, indices) in kinds { explain(indices, finding(clause(of: key, indices), of: indices)) }
    return groups.sorted { $0.first < $1.first }.map { $0.finding }
  }

  /// A route whose links open otherwise in this way.
  private struct RouteFault: Hashable {
    let route: Int
    let code: DiagnosticCode

    init(_ difference: RouterDifference) {
      (route, code) = (difference.probe.route, difference.code)
    }
  }

  /// What differences without a better explanation have in common.
  private struct GroupKey: Hashable {
    let rule: ProbeRule
    let code: DiagnosticCode

    /// - Parameter isOfBrokenRoute: Whether the plain links of the route differ in the same way,
    ///   which explains all others.
    init(_ difference: RouterDifference, isOfBrokenRoute: Bool) {
      rule = isOfBrokenRoute && !difference.probe.rule.isOwn ? .plain : difference.probe.rule
      code = difference.code
    }
  }

  private func clause(of key: GroupKey, _ indices: [Int]) -> String {
    let screens = Set(indices.compactMap { differences[$0].answer.screen.map { TextBytes($0) } })
    let only = screens.count == 1 ? screens.first.map { inQuotes($0.text) } : nil
    let result =
      switch key.code {
      case .routerNothing: "opens nothing"
      case .routerOpens: "opens \(only ?? "a screen")"
      case .routerValues: "gives \(only ?? "a screen") other values"
      case .routerUnknownScreen: "opens \(only ?? "a screen"), which the definition lacks,"
      default: "opens \(only.map { "\($0), not the right screen," } ?? "another screen")"
      }
    let expectsScreen = differences[indices[0]].probe.expected != nil
    let asked = probes.filter { $0.rule == key.rule && ($0.expected != nil) == expectsScreen }
    let routes = Set(indices.map { differences[$0].probe.route })
    let all = routes.union(asked.map { $0.route })
    return "the router \(result) for \(key.rule.clause), on \(routes.count) of \(all.count) routes"
  }

  private func finding(_ clause: String, of indices: [Int]) -> Diagnostic {
    let first = differences[indices[0]]
    let expected = definition.answer(first.probe.expected).text
    let reason = first.probe.expected == nil ? reason(of: first.probe.link) : nil
    var advice = "Expected \(shortened(expected))\(reason.map { " (\($0))" } ?? "")"
    advice += ", got \(shortened(first.answer.text))."
    var patterns: [String] = []
    for index in indices {
      let pattern = definition.routes[differences[index].probe.route].pattern
      if !patterns.contains(where: { sameBytes($0, pattern) }) { patterns.append(pattern) }
    }
    if patterns.count > 1 {
      advice += " Routes: \(listed(patterns.map { shortened($0) }, max: patternsShown))."
    }
    return Diagnostic(
      first.code, "\(clause): \(inQuotes(first.probe.link))", advice: advice,
      at: definition.routes[first.probe.route].position, witness: first.probe.link)
  }
}

extension RouterComparison {
  /// Why the nearest route does not accept a link; `nil` if none is near.
  private func reason(of text: String) -> String? {
    guard let link = try? Link(text),
      let miss = definition.table.misses(of: link, limit: 1, onlyNear: true).first
    else { return nil }
    return "\(shortened(definition.routes[miss.route].pattern)): \(miss.description)"
  }
}

/// "The router opens this screen for every other path that contains this text."
private struct TextRule {
  enum Place: CaseIterable {
    case begins, ends, contains
  }

  let screen: String
  let text: String
  let place: Place
  let ignoresCase: Bool

  var clause: String {
    let verb =
      switch place {
      case .begins: "begins with"
      case .ends: "ends in"
      case .contains: "contains"
      }
    return "the router opens \(inQuotes(screen)) for any other path that \(verb) \(inQuotes(text))"
      + (ignoresCase ? ", in either case" : "")
  }

  func applies(to path: Path) -> Bool {
    let bytes = ignoresCase ? path.folded : path.bytes
    return switch place {
    case .begins: bytes.starts(with: text.utf8)
    case .ends: bytes.suffix(text.utf8.count).elementsEqual(text.utf8)
    case .contains: bytes.contains(text)
    }
  }

  func explains(_ difference: RouterDifference) -> Bool {
    difference.code != .routerValues && sameBytes(difference.answer.screen, screen)
      && applies(to: Path(difference.probe.link))
  }
}

/// The path of a link as it is written, without what precedes it and its query.
private struct Path {
  let bytes: ArraySlice<UInt8>
  let folded: ArraySlice<UInt8>

  init(_ link: String) {
    let bytes = Array(link.utf8)
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") } ?? bytes.endIndex
    guard let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else {
      self.init(bytes[..<end])
      return
    }
    // After a custom scheme, the first segment directly follows `://`.
    let isWeb = ["http", "https"].contains { bytes[..<colon].elementsEqual($0.utf8) }
    let start = bytes[(colon + (isWeb ? 3 : 2))..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
    self.init(bytes[start..<end])
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    (self.bytes, folded) = (bytes, bytes.map { $0.folded }[...])
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    guard count >= text.utf8.count else { return false }
    return (startIndex...(endIndex - text.utf8.count)).contains {
      self[$0...].starts(with: text.utf8)
    }
  }
}

extension RouterComparison {
  /// The rules by which the router can open a screen for more links than the definition does, and
  /// which no answer contradicts. The ones that explain most come first.
  private var textRules: [TextRule] {
    let wrong = differences.filter { $0.code != .routerValues }
    var rules: [(rule: TextRule, count: Int)] = []
    let paths = probes.map { Path($0.link) }
    let screens = Dictionary(grouping: wrong) { $0.answer.screen.map { TextBytes($0) } }
      .sorted { left, right in
        left.value.count != right.value.count
          ? left.value.count > right.value.count
          : (left.key?.text ?? "").isShorter(than: right.key?.text ?? "")
      }
    for (screen, found) in screens.prefix(screensTried) {
      guard let screen, found.count > 1 else { continue }
      for text in literals(of: screen.text).prefix(literalsTried) {
        for place in TextRule.Place.allCases {
          for ignoresCase in [false, true] {
            let rule = TextRule(
              screen: screen.text, text: text, place: place, ignoresCase: ignoresCase)
            let count = found.count { rule.explains($0) }
            guard count > 1, isConsistent(rule, paths) else { continue }
            rules.append((rule, count))
          }
        }
      }
    }
    return rules.sorted { left, right in
      // Of rules that explain as much, the one that says most about a path.
      (right.count, left.rule.rank) < (left.count, right.rule.rank)
    }.map { $0.rule }
  }

  /// Whether the router opened the screen for every path of a rule, or what it should have opened.
  /// It may refuse other hosts ahead of that.
  private func isConsistent(_ rule: TextRule, _ paths: [Path]) -> Bool {
    for index in probes.indices
    where probes[index].rule != .otherHost && rule.applies(to: paths[index]) {
      if sameBytes(answers[index].screen, rule.screen) { continue }
      // Another route may come first.
      guard let expected = probes[index].expected,
        sameBytes(
          answers[index].screen, definition.name(ofScreen: definition[expected.route]))
      else { return false }
    }
    return true
  }

  /// Whether differences of several kinds have the same cause, which is more than a kind explains.
  private func isConvincing(_ indices: [Int]) -> Bool {
    Set(indices.map { differences[$0].probe.rule }).count > 1
  }

  /// The literal texts of a screen's routes: the start of each pattern, and its segments.
  private func literals(of screen: String) -> [String] {
    var texts: [String] = []
    for route in definition.routes.indices {
      guard sameBytes(definition.name(ofScreen: definition.routes[route]), screen) else { continue }
      let segments = definition.routes[route].pattern.split(separator: "/").map(String.init)
      let plain = segments.map { $0.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D } }
      let start = segments.prefix(plain.prefix { $0 }.count)
      if !start.isEmpty { texts.append("/" + start.joined(separator: "/")) }
      for (segment, isPlain) in zip(segments, plain) where isPlain {
        texts += ["/" + segment, segment]
      }
    }
    return texts
  }
}

extension TextRule {
  fileprivate var rank: Int {
    let place =
      switch place {
      case .begins: 0
      case .ends: 1
      case .contains: 2
      }
    return (ignoresCase ? 4 : 0) + place
  }
}

/// The routes that a finding names.
private let patternsShown = 5
/// The texts of a screen's routes that are tried as an explanation.
private let literalsTried = 16
/// The screens for which an explanation is tried, those that are wrong most often.
private let screensTried = 64
