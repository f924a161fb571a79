import Diagnostics
import Languages
import Links
import Navigation
import PlatformLinks

extension PlatformComparison {
  /// Reports rules that decide about no link, however it is spelled.
  mutating func findDeadRules() {
    if claims.apple != nil {
      findDeadRules(prepared.apple, deciding: decidingRules, "the component")
    }
    if let dynamic = prepared.dynamic {
      findDeadRules(dynamic, deciding: decidingDynamicRules, "the dynamic rule")
    }
    // The cause of other findings has none of its own.
    let causes = Set(unclaimed.map { $0.cause.obstacle.position })
    for filter in claims.android?.manifest.activities.flatMap({ $0.filters }) ?? [] {
      for path in filter.paths where path.matcher.isKnown && !path.matcher.machine.matchesAnyPath {
        findings.append(.neverDecides("the path", at: path.position))
      }
      guard filter.schemes.contains(where: { takesLinks($0.matcher.text) }) else { continue }
      for part in filter.schemeSpecificParts
      where part.matcher.isKnown && !part.matcher.machine.matchesAny(after: "//")
        && !causes.contains(part.position)
      {
        let text = String(decoding: part.matcher.text, as: UTF8.self)
        findings.append(
          .neverDecides(
            "the scheme-specific part", at: part.position,
            advice: Trap.schemeSpecificPart.advice(for: text)))
        let change = Trap.schemeSpecificPart.change(of: text)
        repairs.append(Repair(at: part.position, change.map { [$0] } ?? []))
      }
    }
  }

  /// Whether links with a scheme have a host: those of the web and of the app's bases.
  private func takesLinks(_ scheme: [UInt8]) -> Bool {
    ["http", "https"].contains { scheme.elementsEqual($0.utf8) }
      || definition.table.bases.contains { $0.shape.scheme == scheme }
  }

  private mutating func findDeadRules(
    _ rules: [ComponentRule], deciding: Set<Int>, _ kind: String
  ) {
    let all = Memoized(RuleMachine(rules))
    let form = Memoized(LinkForm(spelling: .any, isCustomScheme: false, order: nil))
    // Of all rules together: each may need a search.
    var left = (states: limit, work: min(LinkSearch.workMax / 2, max(workLeft, lastWorkMin)))
    for index in rules.indices where !deciding.contains(index) && left.states > 0 && left.work > 0 {
      let own = RuleSearch(rules[index], form)
      let first = own.firstLink(in: all, &left) { _ in true }
      let by = first.rule
      guard first.isComplete, by != index else { continue }
      if let by {
        // Mostly one earlier rule decides about all links; this is found in far fewer states.
        let other = Memoized(RuleMachine([rules[by]]))
        let isCovered = own.firstLink(in: other, &left) { $0 < 0 }.isNone
        guard
          isCovered
            || own.firstLink(in: all, &left, where: { $0 == index }).isNone
        else {
          continue
        }
      }
      let trap = by.flatMap { by in
        first.link.map { self.trap(of: rules[by], $0) ?? .decidedBefore }
      }
      let text = by.flatMap { rules[$0].path?.source } ?? "*"
      switch (trap, by) {
      case (.emptyQueryItem?, let by?), (.optionalRest?, let by?):
        let change = trap?.change(of: text)
        repairs.append(Repair(at: rules[by].position, change.map { [$0] } ?? []))
      case (_?, let by?):
        // Of two that contradict each other only a person knows which is meant.
        let isRepetition = rules[index].isExcluded == rules[by].isExcluded
        repairs.append(
          Repair(
            at: rules[index].position,
            [.move(aheadOf: rules[by].position)] + (isRepetition ? [.remove] : [])))
      default: repairs.append(Repair(at: rules[index].position, [.remove]))
      }
      findings.append(
        .neverDecides(
          kind, at: rules[index].position, by: by.map { rules[$0] },
          link: first.link.map { String(decoding: $0, as: UTF8.self) },
          advice: trap?.advice(for: text)))
    }
  }
}

/// The work that the searches for rules that never decide may always do.
private let lastWorkMin = 5_000_000

/// Searches for links among those that a rule matches.
private struct RuleSearch {
  private let own: Memoized
  private let form: Memoized

  init(_ rule: ComponentRule, _ form: Memoized) {
    own = Memoized(RuleMachine([rule]))
    self.form = form
  }

  struct Found {
    /// A path with its query and fragment; `nil` if there is none, or the search ended before.
    var link: [UInt8]?
    /// The index of the other machine's rule that decides about it.
    var rule: Int?
    var isComplete: Bool

    /// Whether there is no such link.
    var isNone: Bool { link == nil && isComplete }
  }

  /// A shortest link that the rule matches and that a wanted rule of another machine decides.
  func firstLink(
    in other: Memoized, _ left: inout (states: Int, work: Int), where isWanted: (Int) -> Bool
  ) -> Found {
    var search = LinkSearch(form, [own, other])
    var found: (visit: Int, rule: Int)?
    let workBefore = search.work
    let isComplete = search.run(limit: left.states, workMax: workBefore + left.work) {
      states, visit, isLink in
      let isMatching = own.verdict(in: states[1]) >= 0
      if isLink, isMatching {
        let rule = Int(other.verdict(in: states[2]))
        if isWanted(rule) {
          found = (visit, rule)
          return .stop
        }
      }
      return own.isSettled(states[1]) && !isMatching ? .prune : .goOn
    }
    left.states -= min(left.states, search.count)
    left.work -= min(left.work, search.work - workBefore)
    return Found(
      link: found.map { search.link(of: $0.visit) },
      rule: found.flatMap { $0.rule < 0 ? nil : $0.rule }, isComplete: isComplete)
  }
}
