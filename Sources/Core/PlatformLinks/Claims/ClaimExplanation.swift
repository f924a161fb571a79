package import Diagnostics

/// Why a link opens the app or the browser, for people.
package struct ClaimExplanation: Sendable, Hashable {
  /// A rule or filter that was tried ahead of the one that decided, and refused the link.
  package struct Refusal: Sendable, Hashable {
    /// The place of the rule.
    package let position: SourcePosition
    /// The name of the activity that has the filter; `nil` for a rule of a website's file.
    package let activity: String?
    /// The parts of the link that it refuses, each in one word; at least one.
    package let parts: [String]
    /// Why: one clause per part.
    package let message: String
    /// How near the rule is to the link: the higher, the likelier it was meant; negative for a
    /// filter without data, which is not about links.
    let nearness: Int
  }

  /// What opens; `nil` if the files of the platform do not decide about the link.
  package let verdict: LinkVerdict?
  /// The rule that decided; `nil` if none did.
  package let position: SourcePosition?
  /// What it matches, or why no rule decided: one clause.
  package let message: String
  /// Further facts: clauses.
  package let notes: [String]
  /// The names of the activities that can open the link; the user chooses one. Empty on iOS.
  package let activities: [String]
  /// The rules that were tried and did not match, in order.
  package let refusals: [Refusal]

  /// The refusals that say most, in order: all if they are few, else those nearest to the link.
  /// Filters without data, which are not about links, are never among them.
  package var shownRefusals: [Refusal] {
    let candidates = refusals.enumerated().filter { $0.element.nearness >= 0 }
    guard candidates.count > Self.refusalsShownMax else { return candidates.map { $0.element } }
    // Sorting is stable, so that of equally near ones the first are kept.
    let nearest = candidates.filter { $0.element.nearness > 0 }
      .sorted { $0.element.nearness > $1.element.nearness }.prefix(Self.refusalsShownMax)
    return nearest.sorted { $0.offset < $1.offset }.map { $0.element }
  }

  /// The number of other rules and the parts of the link that they refuse: one clause, `nil` if all
  /// are shown.
  package var summaryOfOthers: String? {
    var counts: [(part: String, count: Int)] = []
    for refusal in refusals { count(refusal, 1, in: &counts) }
    for refusal in shownRefusals { count(refusal, -1, in: &counts) }
    let total = counts.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    let others = counts.filter { $0.count > 0 }
    let start = "\(total) more refuse\(total == 1 ? "s" : "") the link"
    guard others.count > 1 else { return start + others.map { " by its \($0.part)" }.joined() }
    return "\(start): " + others.map { "\($0.count) by \($0.part)" }.joined(separator: ", ")
  }

  /// Adds to the number of rules that refuse a part first.
  private func count(
    _ refusal: Refusal, _ change: Int, in counts: inout [(part: String, count: Int)]
  ) {
    guard let part = refusal.parts.first else { return }
    if let index = counts.firstIndex(where: { $0.part == part }) {
      counts[index].count += change
    } else {
      counts.append((part, change))
    }
  }

  /// Refusals that fit on a screen with the rest of the answer.
  private static let refusalsShownMax = 5
}

extension LinkClaims {
  /// Explains the decision about a link.
  ///
  /// - Returns: `nil` if there is no file for the platform.
  /// - Complexity: O(rules × bytes of the link), for patterns of a given size.
  package func explanation(on platform: Platform, _ link: [UInt8]) -> ClaimExplanation? {
    decision(on: platform, link).map { decision in
      var writer = ExplanationWriter(claims: self, decision: decision, link: link)
      return writer.explanation()
    }
  }
}
