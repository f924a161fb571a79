import Diagnostics
import Languages
import Links
import Navigation
import PlatformLinks

/// What claims links on a platform.
struct Claim: Hashable {
  let platform: Platform
  /// The place of the rule, or of the path of a filter.
  let rule: SourcePosition?
}

/// An example of links that open the app and nothing in it.
struct ClaimExample {
  var link: [UInt8]
  /// What to write instead, if the rule was probably not meant to take the link.
  var advice: String?
  /// The same as an edit of the file.
  var change: Repair.Change?
}

extension PlatformComparison {
  /// The best example of the links that a rule claims and no route matches: one that shows a trap,
  /// then one that differs from a route's links in more than a slash at its end or a length.
  ///
  /// - Parameter link: The shortest one.
  func example(
    _ link: [UInt8], _ claim: Claim, _ fate: LinkFate, _ site: ClaimedSite
  ) -> ClaimExample {
    func example(_ trap: Trap, _ text: String, _ candidates: [[UInt8]]) -> ClaimExample? {
      candidates.first { isClaimedOnly($0, by: claim, site) }
        .map {
          ClaimExample(link: $0, advice: trap.advice(for: text), change: trap.change(of: text))
        }
    }
    let routed = routedLinks[claim] ?? []
    let crossings = routed.first.map { Respelling.withSlashes($0) } ?? []
    let text: String
    var found: ClaimExample?
    switch claim.platform {
    case .ios:
      guard let rule = fate.ios?.rule else { return ClaimExample(link: link) }
      text = prepared.apple[rule].path?.source ?? ""
      let hasWildcard = text.utf8.contains(where: "*?".utf8.contains)
      found = hasWildcard ? example(.starTakesSlash, text, crossings) : nil
      // An exclusion that does more, or less, is no advice.
      if let crossing = found?.link,
        !excludes(Trap.longer(than: text), crossing, butNot: routed)
      {
        found = ClaimExample(link: crossing)
      }
      if found == nil, !routed.isEmpty, takesByOptionalRest(prepared.apple[rule], link) {
        found = example(.optionalRest, text, [link])
      }
    case .android:
      guard let taking = fate.android?.taking, case .path(let index)? = taking.part else {
        return ClaimExample(link: link)
      }
      let matcher = site.filters[taking.filter].filter.paths[index].matcher
      text = String(decoding: matcher.text, as: UTF8.self)
      if let trap = matcher.misreading, trap != .firstOccurrence {
        found = example(trap, text, [link])
      } else if matcher.kind == .simpleGlob {
        found = example(.dotTakesSlash, text, crossings)
      } else if matcher.kind == .prefix, matcher.text.last != UInt8(ascii: "/"), !routed.isEmpty {
        let path = link.prefix { !"?#".utf8.contains($0) }
        let origin = path.dropLast(URLParts(link)?.path.count ?? 0)
        found = example(
          .prefixIsText, text, [origin + matcher.text, path[...]].map { $0 + Array("s".utf8) })
      }
    }
    if let found { return found }
    // A link that ends where a wildcard begins says less than one that goes on.
    let literal = text.utf8.prefix { !"*?.".utf8.contains($0) }
    let stem = Respelling.path(of: link)
    guard routed.isEmpty, !stem.isEmpty, stem == Respelling.path(of: Array(literal)) else {
      return ClaimExample(link: link)
    }
    let end = link.last == UInt8(ascii: "/") ? "x" : "/x"
    let longer = link + Array(end.utf8)
    return ClaimExample(link: isClaimedOnly(longer, by: claim, site) ? longer : link)
  }

  /// Whether a rule claims a link that no route matches.
  private func isClaimedOnly(_ link: [UInt8], by claim: Claim, _ site: ClaimedSite) -> Bool {
    guard (try? Link(bytes: link)) != nil, matchedRoute(link) == nil, !site.isAllowed(link),
      let decision = claims.decision(on: claim.platform, link, isBrief: true)
    else { return false }
    return decision.isClaimed && decision.claimPosition(in: claims) == claim.rule
  }

  /// Whether a component with a path matches a link, and none of the others nor, if a route takes
  /// more segments, a longer one.
  private func excludes(_ path: String, _ link: [UInt8], butNot others: [[UInt8]]) -> Bool {
    var faults: [Glob.Fault] = []
    let glob = Glob(parsing: Array(path.utf8), variables: nil, faults: &faults)
    let pattern = PartPattern(glob.trimmed, isDecoded: false, trimsSlashes: true)
    func isExcluded(_ link: [UInt8]) -> Bool {
      URLParts(link).map { pattern.matches($0.path) } ?? false
    }
    return isExcluded(link)
      && !others.contains { other in
        let longer = Respelling.withSlashes(other).first ?? other
        return isExcluded(other) || isExcluded(longer) && matchedRoute(longer) != nil
      }
  }

  /// The trap by which a rule decides about a link that it was probably not written for.
  func trap(of rule: ComponentRule, _ link: [UInt8]) -> Trap? {
    if excludesByAbsence(rule, link) { return .emptyQueryItem }
    let isMeant = meantExclusions.contains(rule.position)
    return rule.isExcluded && !isMeant && takesByOptionalRest(rule, link) ? .optionalRest : nil
  }

  /// Notes a rule that excludes a link of a route by what its path says.
  mutating func noteExclusion(_ fate: LinkFate, _ link: [UInt8]) {
    guard fate.route != nil, let rule = fate.ios?.rule.map({ prepared.apple[$0] }),
      rule.isExcluded, !takesByOptionalRest(rule, link)
    else { return }
    meantExclusions.insert(rule.position)
  }

  /// Whether the path of a rule matches a link only since a `/*` at its end also matches nothing.
  private func takesByOptionalRest(_ rule: ComponentRule, _ link: [UInt8]) -> Bool {
    guard let pattern = rule.path, pattern.glob.elements.last == .oneOf(Glob.optionalRest),
      let path = URLParts(link)?.path
    else { return false }
    let rest: [Glob.Element] = [.byte(UInt8(ascii: "/")), .any, .run]
    let required = PartPattern(
      Glob(pattern.glob.elements.dropLast() + rest), isDecoded: pattern.isDecoded,
      trimsSlashes: pattern.trimsSlashes)
    return pattern.matches(path) && !required.matches(path)
  }

  /// Whether a rule excludes a link by the absence of a query item that it names.
  private func excludesByAbsence(_ rule: ComponentRule, _ link: [UInt8]) -> Bool {
    guard rule.isExcluded, case .items(let items)? = rule.query, let parts = URLParts(link) else {
      return false
    }
    let query = parts.query ?? []
    let names = query.split(separator: UInt8(ascii: "&")).map { item in
      Array(item.prefix { $0 != UInt8(ascii: "=") })
    }
    return items.contains { $0.value.matches([]) && !names.contains($0.name) }
  }
}

extension AndroidTextMatcher {
  /// Why the text matches other paths than it seems to; `nil` if nothing is known.
  var misreading: Trap? {
    guard isKnown else { return nil }
    if text.contains(UInt8(ascii: "?")), kind != .advancedGlob { return .queryInPath }
    guard kind == .simpleGlob else { return nil }
    if text.contains(where: "+[{".utf8.contains) { return .plainCharacter }
    let hasSearch = SimpleGlob(utf16Units(text)).items.contains {
      if case .upTo = $0 { true } else { false }
    }
    return hasSearch ? .firstOccurrence : nil
  }

  /// The bytes of a pattern that is matched in every way.
  private static let searchedMax = 256

  /// Whether a path that does not match is one that the text seems to match.
  func seemsToMatch(_ path: [UInt16]) -> Bool {
    switch misreading {
    case .queryInPath?:
      var start = Array(text.prefix { $0 != UInt8(ascii: "?") })
      while start.last == UInt8(ascii: "\\") { start.removeLast() }
      return (try? AndroidTextMatcher(kind, start))?.matches(path) ?? false
    case .plainCharacter?:
      return (try? AndroidTextMatcher(.advancedGlob, text))?.matches(path) ?? false
    case .firstOccurrence? where text.count <= Self.searchedMax:
      let glob = Glob(SimpleGlob(utf16Units(text)).items.flatMap { $0.meant })
      return PartPattern(glob, isDecoded: false)
        .matches(Array(String(decoding: path, as: UTF16.self).utf8))
    default: return false
    }
  }
}

extension SimpleGlob.Item {
  /// The item in a pattern that tries every way to match.
  fileprivate var meant: [Glob.Element] {
    switch self {
    case .unit(let unit): Self.literal(unit)
    case .any: [.any]
    case .repeated(let unit): Self.literal(unit) + [.run]
    case .upTo(let unit): [.run] + Self.literal(unit)
    case .rest: [.run]
    }
  }

  private static func literal(_ unit: UInt16) -> [Glob.Element] {
    String(decoding: [unit], as: UTF16.self).utf8.map { .byte($0) }
  }
}
