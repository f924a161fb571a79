public import Diagnostics

/// The apps of a website by its file `assetlinks.json` (Digital Asset Links).
public struct AssetLinks: Hashable, Sendable {
  /// A statement about an Android app.
  public struct Statement: Hashable, Sendable {
    /// What the app may do, such as `delegate_permission/common.handle_all_urls`.
    public let relations: [[UInt8]]
    /// The app's package name.
    public let package: [UInt8]
    /// The SHA-256 fingerprints of the certificates that the app may be signed with.
    public let fingerprints: [[UInt8]]
    /// The dynamic rules for links, of Android 15; `nil` if there are none or they are malformed.
    public let dynamicRules: [ComponentRule]?
    /// The start of the statement.
    public let position: SourcePosition

    /// A statement about an app.
    public init(
      relations: [[UInt8]], package: [UInt8], fingerprints: [[UInt8]],
      dynamicRules: [ComponentRule]?, at position: SourcePosition
    ) {
      self.relations = relations
      self.package = package
      self.fingerprints = fingerprints
      self.dynamicRules = dynamicRules
      self.position = position
    }

    /// Whether the app may open the website's links.
    public var handlesLinks: Bool { relations.contains(AssetLinks.linkRelation) }
  }

  /// What the file says about a link and an app. It can only narrow what the app's manifest says.
  public enum Decision: Hashable, Sendable {
    /// No statement lets the app open links.
    case notAssociated
    /// The statement at this position lets it open all links of the manifest.
    case unrestricted(SourcePosition)
    /// Dynamic rules decide; no match means that the link does not open.
    case rules(RuleDecision)
  }

  /// The relation of apps that may open links.
  public static let linkRelation = Array("delegate_permission/common.handle_all_urls".utf8)

  /// The statements in order.
  public let statements: [Statement]

  /// A file with these statements.
  public init(statements: [Statement]) {
    self.statements = statements
  }

  /// Decides whether a link opens an app. The dynamic rules of several statements about one app are
  /// tried in the order of the file, which is not documented.
  /// - Parameters:
  ///   - package: The app's package name.
  ///   - isBrief: Whether refusals name only the first refused part, which takes less time.
  /// - Complexity: O(rules × bytes of the link), for patterns of a given size.
  public func decision(
    for link: URLParts, package: [UInt8], isBrief: Bool = false
  ) -> Decision {
    let own = statements.enumerated().filter {
      $0.element.package == package && $0.element.handlesLinks
    }
    guard let first = own.first else { return .notAssociated }
    guard link.isWeb else { return .rules(RuleDecision(.scheme)) }
    guard own.contains(where: { $0.element.dynamicRules != nil }) else {
      return .unrestricted(first.element.position)
    }
    let rules = own.lazy.flatMap { group, statement in
      (statement.dynamicRules ?? []).enumerated().lazy.map { number, rule in
        (RuleDecision.Index(group: group, rule: number, position: rule.position), rule)
      }
    }
    return .rules(RuleDecision(rules, link: link, isBrief: isBrief))
  }
}

extension AssetLinks.Decision {
  /// What dynamic rules say; `nil` if there are none for the app.
  var rules: RuleDecision? {
    if case .rules(let decision) = self { decision } else { nil }
  }
}
