import Diagnostics

struct ExplanationWriter {
  private let claims: LinkClaims
  private let decision: ClaimDecision
  private let link: [UInt8]
  private var notes: [String] = []
  private var activities: [String] = []
  private var refusals: [ClaimExplanation.Refusal] = []

  init(claims: LinkClaims, decision: ClaimDecision, link: [UInt8]) {
    (self.claims, self.decision, self.link) = (claims, decision, link)
  }

  mutating func explanation() -> ClaimExplanation {
    let message = message()
    if case .manifest = decision.reason, decision.isClaimed, let parts = URLParts(link),
      parts.isWeb, let host = parts.host, claims.isAssumed(host)
    {
      notes.append("the assetlinks.json of the host is not given, and assumed to name the app")
    }
    return ClaimExplanation(
      verdict: claims.verdict(of: decision, link),
      position: decision.position(in: claims), message: message, notes: notes,
      activities: activities, refusals: refusals)
  }

  private mutating func message() -> String {
    switch decision.reason {
    case .otherHost: return "the host is none of the app's web links"
    case .notEntitled: return "no entitlement of the app names the host"
    case .scheme(nil): return "the app registers no such scheme"
    case .scheme: return "the app registers the scheme"
    case .tooLong: return "links of more than \(URLParts.bytesMax) bytes are not compared"
    case .rules(let rules):
      guard rules.obstacle == nil else {
        return "the association file is only about http and https links"
      }
      return message(of: rules) { [claims] in claims.apple?.association.rule(at: $0) }
    case .manifest(let manifest, let website): return message(of: manifest, website)
    }
  }

  // MARK: Rules of a website

  private mutating func message(
    of decision: RuleDecision, rule: (RuleDecision.Index) -> ComponentRule?
  ) -> String {
    let path = URLParts(link)?.path ?? []
    for refusal in decision.refusals {
      guard let refusing = rule(refusal.index) else { continue }
      refusals.append(
        ClaimExplanation.Refusal(
          position: refusal.index.position, activity: nil, parts: words(of: refusal.parts),
          message: refusing.explanation(ofRefusing: refusal.parts),
          nearness: nearness(of: refusing, refusal.parts, to: path)))
    }
    guard let deciding = decision.decidedBy.flatMap(rule) else {
      return decision.refusals.isEmpty ? "there is no rule for the app" : "no rule matches"
    }
    return (deciding.isExcluded ? "excludes " : "matches ") + deciding.explanation
  }

  private func words(of parts: [ComponentRule.Part]) -> [String] {
    parts.map { $0.word }.reduce(into: []) { words, word in
      if words.last != word { words.append(word) }
    }
  }

  /// A rule that matches the path is nearest, then one that shares the start of its path.
  private func nearness(
    of rule: ComponentRule, _ refused: [ComponentRule.Part], to path: [UInt8]
  ) -> Int {
    guard refused.contains(.path), let pattern = rule.path else { return Int.max }
    let slash = UInt8(ascii: "/")
    let given = pattern.trimsSlashes ? path.drop { $0 == slash } : path[...]
    return zip(pattern.glob.literalStart, given).prefix { $0 == $1 }.count
  }

  // MARK: The manifest

  private mutating func message(
    of manifest: ManifestDecision, _ website: AssetLinks.Decision?
  ) -> String {
    let declared = claims.android?.manifest.activities ?? []
    for (activity, decision) in zip(declared, manifest.activities) { add(decision, of: activity) }
    activities = manifest.taking.compactMap { declared[at: $0] }.map { $0.text }
    let taking = manifest.taking.compactMap { index in
      declared[at: index].flatMap { taken(manifest.activities[at: index], of: $0) }
    }
    guard let first = taking.first else {
      return refusals.isEmpty && notes.isEmpty
        ? "the manifest has no filter" : "no filter takes the link"
    }
    if website.map({ $0.rules == nil }) ?? true, let reason = claims.unverified(decision, link) {
      notes += taking.dropFirst().map { $0.clause }
      if claims.verdict(of: decision, link) == .browser { activities = [] }
      return "\(first.name) takes \(first.parts), but \(reason.clause)"
    }
    switch website {
    case nil, .unrestricted?, .notAssociated?:
      if case .unrestricted(let position)? = website {
        notes.append("\(position) allows every link of the manifest")
      }
      notes += taking.dropFirst().map { "\($0.clause), so Android asks the user" }
      return "\(first.name) takes \(first.parts)"
    case .rules(let rules)?:
      notes += taking.map { $0.clause }
      if rules.outcome != .match { activities = [] }
      return message(of: rules) { [claims] in claims.android?.assetLinks?.rule(at: $0) }
    }
  }

  /// A filter that takes the link.
  private struct Taking {
    let name: String
    /// The parts of the filter that match.
    let parts: String
    let position: SourcePosition

    var clause: String { "\(position) of \(name) takes \(parts)" }
  }

  private func taken(_ decision: ActivityDecision?, of activity: AndroidActivity) -> Taking? {
    guard let last = decision?.filters.indices.last, let filter = activity.filters[at: last],
      let parts = decision?.filters[last].explanation(of: filter)
    else { return nil }
    return Taking(name: activity.text, parts: parts, position: filter.position)
  }

  private mutating func add(_ decision: ActivityDecision, of activity: AndroidActivity) {
    for (filter, result) in zip(activity.filters, decision.filters) {
      guard case .refuses(let refusal) = result else { continue }
      refusals.append(
        ClaimExplanation.Refusal(
          position: filter.position, activity: activity.text, parts: [refusal.part],
          message: result.explanation(of: filter),
          nearness: filter.schemes.isEmpty && filter.mimeTypes.isEmpty ? -1 : refusal.nearness))
    }
    guard let obstacle = decision.obstacle, decision.filters.last?.isTaken == true,
      let taken = taken(decision, of: activity)
    else { return }
    notes.append("\(taken.clause), but \(obstacle.clause)")
  }
}

extension ClaimDecision {
  /// Whether the files decide about the link: not about links that are too long, and on iOS only
  /// about those of `http` and `https`.
  package var isDecided: Bool {
    switch reason {
    case .tooLong: false
    case .rules(let rules): rules.obstacle != .scheme
    case .manifest, .otherHost, .notEntitled, .scheme: true
    }
  }
}

extension AppleAssociation {
  package func rule(at index: RuleDecision.Index) -> ComponentRule? {
    details[at: index.group]?.rules[at: index.rule]
  }
}

extension AssetLinks {
  package func rule(at index: RuleDecision.Index) -> ComponentRule? {
    statements[at: index.group]?.dynamicRules?[at: index.rule]
  }
}

extension AndroidActivity {
  /// The name, or words if it is missing.
  fileprivate var text: String {
    name.isEmpty ? "an activity without a name" : shortened(String(decoding: name, as: UTF8.self))
  }
}

extension FilterRefusal {
  /// How much of the link matches ahead of the part that is refused.
  fileprivate var nearness: Int {
    switch self {
    case .noScheme, .scheme: 0
    case .action, .categories, .mimeType: 1
    case .host, .schemeSpecificPart: 2
    case .port: 3
    case .path: 4
    case .blocked: 5
    }
  }
}

extension ActivityDecision.Obstacle {
  /// Why the activity does not open.
  fileprivate var clause: String {
    switch self {
    case .appDisabled: "the app is disabled"
    case .disabled: "the activity is disabled"
    case .notExported: "the activity is not exported"
    }
  }
}
