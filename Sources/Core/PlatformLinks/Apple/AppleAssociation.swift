public import Diagnostics

/// The universal links of a website by its file `apple-app-site-association`.
///
/// - SeeAlso: developer.apple.com/documentation/bundleresources/applinks. Where recorded answers of
///   Apple's `swcutil` differ from it, this follows the answers.
public struct AppleAssociation: Hashable, Sendable {
  /// An entry of `details`: apps, and the rules for their links.
  public struct Detail: Hashable, Sendable {
    /// The app ids, such as `ABCDE12345.com.example.app`.
    public let apps: [[UInt8]]
    /// The rules in order.
    public let rules: [ComponentRule]
    /// The start of the entry.
    public let position: SourcePosition

    /// Apps with their rules.
    public init(apps: [[UInt8]], rules: [ComponentRule], at position: SourcePosition) {
      self.apps = apps
      self.rules = rules
      self.position = position
    }
  }

  /// The entries in order.
  public let details: [Detail]

  /// A file with these entries.
  public init(details: [Detail]) {
    self.details = details
  }

  /// All app ids, each once, in the order of the file.
  public var apps: [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return details.flatMap { $0.apps }.filter { seen.insert($0).inserted }
  }

  /// Decides whether a link opens an app: the first rule that matches does, over all entries that
  /// name the app.
  /// - Parameters:
  ///   - domain: The host whose file this is; `nil` if the link's host is not compared. A link
  ///     without a host is one of the domain's.
  ///   - isBrief: Whether refusals name only the first refused part, which takes less time.
  /// - Complexity: O(rules × bytes of the link), for patterns of a given size.
  public func decision(
    for link: URLParts, app: [UInt8], domain: [UInt8]? = nil, isBrief: Bool = false
  ) -> RuleDecision {
    if let obstacle = obstacle(to: link, domain: domain) { return RuleDecision(obstacle) }
    let rules = details.enumerated().lazy.filter { $0.element.apps.contains(app) }
      .flatMap { Self.rules(of: $0.element, group: $0.offset) }
    return RuleDecision(rules, link: link, isBrief: isBrief)
  }

  /// Decides for every app whether a link opens it.
  /// - Returns: The rule that decides for each app, in the order of `apps`; apps whose rules do not
  ///   match are absent.
  /// - Complexity: O(rules × bytes of the link + apps)
  public func decisions(
    for link: URLParts, domain: [UInt8]? = nil
  ) -> [(app: [UInt8], outcome: RuleDecision.Outcome, decidedBy: RuleDecision.Index)] {
    guard obstacle(to: link, domain: domain) == nil else { return [] }
    var decisions: [[UInt8]: (RuleDecision.Outcome, RuleDecision.Index)] = [:]
    for (group, detail) in details.enumerated() {
      let decision = RuleDecision(Self.rules(of: detail, group: group), link: link)
      guard let index = decision.decidedBy else { continue }
      for app in detail.apps where decisions[app] == nil {
        decisions[app] = (decision.outcome, index)
      }
    }
    return apps.compactMap { app in
      decisions[app].map { (app: app, outcome: $0.0, decidedBy: $0.1) }
    }
  }

  private static func rules(
    of detail: Detail, group: Int
  ) -> some Sequence<(RuleDecision.Index, ComponentRule)> {
    detail.rules.enumerated().lazy.map { number, rule in
      (RuleDecision.Index(group: group, rule: number, position: rule.position), rule)
    }
  }

  private func obstacle(to link: URLParts, domain: [UInt8]?) -> RuleDecision.Obstacle? {
    guard link.isWeb else { return .scheme }
    guard let domain, let host = link.host, host != domain.map({ $0.folded }) else { return nil }
    return .host
  }
}
