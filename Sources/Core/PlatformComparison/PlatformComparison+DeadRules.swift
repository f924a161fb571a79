import Diagnostics
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
    for filter in claims.android?.manifest.activities.flatMap({ $0.filters }) ?? [] {
      for path in filter.paths where path.matcher.isKnown && !path.matcher.matchesAnyPath {
        findings.append(.neverDecides("the path", at: path.position, by: nil, link: nil))
      }
    }
  }

  private mutating func findDeadRules(
    _ rules: [ComponentRule], deciding: Set<Int>, _ kind: String
  ) {
    let all = NumberedMachine(RuleMachine(rules))
    let form = NumberedMachine(LinkForm(spelling: .any, isCustomScheme: false, order: nil))
    for index in rules.indices where !deciding.contains(index) {
      let own = RuleSearch(rules[index], form, limit: limit)
      let first = own.firstLink(in: all) { _ in true }
      let by = first.rule.map { Int($0) }
      guard first.isComplete, by != index else { continue }
      if let by {
        // Mostly one earlier rule decides about all links; this is found in far fewer states.
        let other = NumberedMachine(RuleMachine([rules[by]]))
        let isCovered = own.firstLink(in: other) { $0 == nil }.isNone
        guard
          isCovered
            || own.firstLink(in: all, where: { $0 == Int32(truncatingIfNeeded: index) }).isNone
        else {
          continue
        }
      }
      findings.append(
        .neverDecides(
          kind, at: rules[index].position, by: by.map { rules[$0].position },
          link: first.link.map { String(decoding: $0, as: UTF8.self) }))
    }
  }
}

/// Searches for links among those that a rule matches.
private struct RuleSearch {
  private let own: NumberedMachine<RuleMachine>
  private let form: NumberedMachine<LinkForm>
  private let limit: Int

  init(_ rule: ComponentRule, _ form: NumberedMachine<LinkForm>, limit: Int) {
    own = NumberedMachine(RuleMachine([rule]))
    self.form = form
    self.limit = limit
  }

  struct Found {
    /// A path with its query and fragment; `nil` if there is none, or the search ended before.
    var link: [UInt8]?
    /// The index of the other machine's rule that decides about it.
    var rule: Int32?
    var isComplete: Bool

    /// Whether there is no such link.
    var isNone: Bool { link == nil && isComplete }
  }

  /// A shortest link that the rule matches and that a wanted rule of another machine decides.
  func firstLink(
    in other: NumberedMachine<RuleMachine>, where isWanted: (Int32?) -> Bool
  ) -> Found {
    var search = LinkSearch(form, [MachineTable(own), MachineTable(other)])
    var found: (visit: Int, rule: Int32?)?
    let isComplete = search.run(limit: limit) { states, visit, isLink in
      let isMatching = own.verdicts[Int(own.verdict(in: states[1]))] != nil
      if isLink, isMatching {
        let rule = other.verdicts[Int(other.verdict(in: states[2]))]
        if isWanted(rule) {
          found = (visit, rule)
          return .stop
        }
      }
      return own.isSettled(states[1]) && !isMatching ? .prune : .goOn
    }
    return Found(
      link: found.map { search.link(of: $0.visit) }, rule: found?.rule, isComplete: isComplete)
  }
}
