package import Diagnostics
import Languages
package import PlatformLinks

/// Links that two versions of a website's rules decide differently, by a search through all links
/// of a host. Each was confirmed by the platform's matcher.
package struct AssociationComparison {
  /// A link that opens an app by one version and the browser by the other.
  package struct Difference: Hashable, Sendable {
    package let link: String
    /// Whether the first version opens the app.
    package let opensByFirst: Bool
    /// The rules that decide in both; `nil` if none does.
    package let first: SourcePosition?
    package let second: SourcePosition?
  }

  /// At most one for each version that opens the app, a shortest link of its kind.
  package private(set) var differences: [Difference] = []
  /// Whether all links in usual spellings were compared; otherwise the search ended at its limits.
  package let isComplete: Bool
  /// The same for unusual spellings: letters that need no escape, and doubled slashes.
  package let isSpellingComplete: Bool
  /// The work of the searches.
  package let work: Int

  /// The work that all comparisons of a website's files may do.
  package static let totalWorkMax = LinkSearch.totalWorkMax

  /// Compares the rules for one app.
  ///
  /// - Parameters:
  ///   - host: The website's name.
  ///   - workMax: The work that the searches may do.
  package init(
    _ first: [ComponentRule], _ second: [ComponentRule], host: String,
    workMax: Int = LinkSearch.workMax
  ) {
    let start = Array("https://\(host)".utf8)
    let machines = [first, second].map { Memoized(RuleMachine($0)) }
    var links: [Bool: [UInt8]] = [:]
    func opens(_ rules: [ComponentRule], _ verdict: Int32) -> Bool {
      verdict >= 0 && !rules[Int(verdict)].isExcluded
    }
    // The machines are built from all rules.
    var work = (first.count + second.count) * LinkSearch.workPerRule
    func search(_ spelling: LinkForm.Spelling) -> Bool {
      let form = LinkForm(
        spelling: spelling, isCustomScheme: false, order: Self.order(first + second))
      var search = LinkSearch(Memoized(form), machines)
      var visits: [Bool: Int] = [:]
      let workMax = min(LinkSearch.workMax, workMax - work)
      let isComplete = search.run(workMax: workMax) { states, visit, isLink in
        guard isLink else { return .goOn }
        let isFirst = opens(first, machines[0].verdict(in: states[1]))
        guard isFirst != opens(second, machines[1].verdict(in: states[2])),
          links[isFirst] == nil
        else { return .goOn }
        visits[isFirst] = visits[isFirst] ?? visit
        return visits.count + links.count == 2 ? .stop : .goOn
      }
      for (isFirst, visit) in visits { links[isFirst] = start + search.link(of: visit) }
      // What the machines did counts for the next search, which has the same, too.
      work += search.work - machines.reduce(0) { $0 + $1.work }
      return isComplete
    }
    isComplete = search(.usual)
    // Without more to find, one that is complete.
    isSpellingComplete = links.count < 2 && isComplete ? search(.any) : isComplete
    self.work = work + machines.reduce(0) { $0 + $1.work }
    for (isFirst, link) in links.sorted(by: { $0.value.count < $1.value.count }) {
      guard let parts = URLParts(link) else { continue }
      let decisions = [first, second].map { rules in
        AppleAssociation(details: [
          .init(apps: [[]], rules: rules, at: SourcePosition(file: "", line: 1, column: 1))
        ]).decision(for: parts, app: [])
      }
      let areOpen = decisions.map { $0.outcome == .match }
      guard areOpen[0] == isFirst, areOpen[1] != isFirst else { continue }
      differences.append(
        Difference(
          link: String(decoding: link, as: UTF8.self), opensByFirst: isFirst,
          first: decisions[0].decidedBy?.position, second: decisions[1].decidedBy?.position))
    }
  }

  /// The order to try the items of queries in; `nil` if a rule compares whole queries.
  private static func order(_ rules: [ComponentRule]) -> QueryOrder? {
    var names: [[UInt8]] = []
    for query in rules.compactMap({ $0.query }) {
      guard case .items(let items) = query else { return nil }
      names += items.map { $0.name }
    }
    return QueryOrder(names)
  }
}
