import Diagnostics
import PlatformLinks

extension PlatformComparison {
  /// Reports rules that decide about no link, however it is spelled.
  mutating func findDeadRules() {
    if claims.apple != nil {
      findDeadRules(prepared.apple, deciding: decidingRules, .component)
    }
    if let dynamic = prepared.dynamic {
      findDeadRules(dynamic, deciding: decidingDynamicRules, .dynamicRule)
    }
    for filter in claims.android?.manifest.activities.flatMap(\.filters) ?? [] {
      for path in filter.paths where path.matcher.isKnown && !path.matcher.matchesAnyPath {
        findings.append(.neverDecides(.path, at: path.position, by: nil, link: nil))
      }
    }
  }

  private mutating func findDeadRules(
    _ rules: [ComponentRule], deciding: Set<Int>, _ kind: ClaimFinding.DeadRule
  ) {
    let all = NumberedMachine(RuleMachine(rules))
    let form = NumberedMachine(LinkForm(spelling: .any, isCustomScheme: false, order: nil))
    for index in rules.indices where !deciding.contains(index) {
      let own = NumberedMachine(RuleMachine([rules[index]]))
      var search = LinkSearch(form, [own, all])
      var decides = false
      var matching: (visit: Int, rule: Int32)?
      let isComplete = search.run(limit: limit) { states, visit, isLink in
        let isMatching = own.verdicts[Int(own.verdict(in: states[1]))] != nil
        if isLink, isMatching, let rule = all.verdicts[Int(all.verdict(in: states[2]))] {
          if rule == index { decides = true }
          if matching == nil { matching = (visit, rule) }
        }
        return decides ? .stop : own.isSettled(states[1]) && !isMatching ? .prune : .goOn
      }
      guard isComplete, !decides else { continue }
      let link = matching.map {
        String(decoding: search.link(of: $0.visit), as: UTF8.self)
      }
      findings.append(
        .neverDecides(
          kind, at: rules[index].position, by: matching.map { rules[Int($0.rule)].position },
          link: link))
    }
  }
}
