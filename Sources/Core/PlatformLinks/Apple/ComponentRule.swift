public import Diagnostics

/// One rule of an association file, with its defaults and variables resolved: a component, an entry
/// of `paths`, or one of Android's dynamic rules.
public struct ComponentRule: Hashable, Sendable {
  /// A part of a link that a rule can refuse.
  public enum Part: Hashable, Sendable {
    case path
    case query
    /// The item with this name, of a query that is an object.
    case queryItem([UInt8])
    case fragment
  }

  /// `/`; `nil` matches every path.
  public let path: PartPattern?
  /// `?`; `nil` matches every query.
  public let query: QueryPattern?
  /// `#`; `nil` matches every fragment.
  public let fragment: PartPattern?
  /// Whether `fragment` compares an absent fragment as the empty text (Apple); otherwise it refuses
  /// it (Android).
  public let matchesAbsentFragment: Bool
  /// Whether links that match do not open the app.
  public let isExcluded: Bool
  /// The start of the rule in its file.
  public let position: SourcePosition

  /// A rule; a part that is `nil` matches everything.
  public init(
    path: PartPattern? = nil, query: QueryPattern? = nil, fragment: PartPattern? = nil,
    matchesAbsentFragment: Bool = true, isExcluded: Bool = false, at position: SourcePosition
  ) {
    self.path = path
    self.query = query
    self.fragment = fragment
    self.matchesAbsentFragment = matchesAbsentFragment
    self.isExcluded = isExcluded
    self.position = position
  }

  /// The parts of a link that do not match, in the order path, query, fragment; none if the rule
  /// matches.
  /// - Parameter isBrief: Whether only the first of them is wanted, which takes less time.
  public func mismatches(with link: URLParts, isBrief: Bool = false) -> [Part] {
    var parts: [Part] = []
    if let path, !path.matches(link.path) {
      parts.append(.path)
      if isBrief { return parts }
    }
    switch query {
    case nil: break
    case .text(let pattern)?: if !pattern.matches(link.query ?? []) { parts.append(.query) }
    case .items(let items)?:
      parts += items.filter { !$0.matches(link.query ?? []) }.map { .queryItem($0.name) }
    }
    if isBrief, let first = parts.first { return [first] }
    if let fragment {
      let isAbsent = link.fragment == nil && !matchesAbsentFragment
      if isAbsent || !fragment.matches(link.fragment ?? []) { parts.append(.fragment) }
    }
    return parts
  }
}

/// What a list of rules says about a link: the first rule that matches decides.
public struct RuleDecision: Hashable, Sendable {
  /// Whether the link opens the app.
  public enum Outcome: Hashable, Sendable {
    /// A rule matches.
    case match
    /// A rule with `exclude` matches.
    case block
    /// No rule matches.
    case noMatch
  }

  /// Why no rule was tried.
  public enum Obstacle: Hashable, Sendable {
    /// The scheme is neither `https` nor `http`.
    case scheme
    /// The link has another host than the file's.
    case host
  }

  /// A rule and its place in the file.
  public struct Index: Hashable, Sendable {
    /// The index of the entry of `details`, or of the statement.
    public let group: Int
    /// The index of the rule in that entry.
    public let rule: Int
    /// The start of the rule.
    public let position: SourcePosition

    /// The place of a rule.
    public init(group: Int, rule: Int, position: SourcePosition) {
      self.group = group
      self.rule = rule
      self.position = position
    }
  }

  /// A rule that did not match, and the parts of the link that it refused.
  public struct Refusal: Hashable, Sendable {
    /// The rule.
    public let index: Index
    /// The parts, at least one; in a brief decision only the first.
    public let parts: [ComponentRule.Part]
  }

  /// Whether the link opens the app.
  public let outcome: Outcome
  /// The rule that decided; `nil` if none matches.
  public let decidedBy: Index?
  /// The rules ahead of that one, in order.
  public let refusals: [Refusal]
  /// Why no rule was tried.
  public let obstacle: Obstacle?

  /// No rule is tried.
  init(_ obstacle: Obstacle) {
    outcome = .noMatch
    decidedBy = nil
    refusals = []
    self.obstacle = obstacle
  }

  /// Tries rules in order.
  init(_ rules: some Sequence<(Index, ComponentRule)>, link: URLParts, isBrief: Bool = false) {
    var refusals: [Refusal] = []
    var deciding: (index: Index, rule: ComponentRule)?
    for (index, rule) in rules {
      let parts = rule.mismatches(with: link, isBrief: isBrief)
      guard !parts.isEmpty else {
        deciding = (index, rule)
        break
      }
      refusals.append(Refusal(index: index, parts: parts))
    }
    outcome = deciding.map { $0.rule.isExcluded ? .block : .match } ?? .noMatch
    decidedBy = deciding?.index
    self.refusals = refusals
    obstacle = nil
  }
}
