import Diagnostics
import Links
import Navigation

/// What is odd about paths as they are written; needs no table, so that it is told beside the
/// errors that refuse one.
struct TextCheck {
  /// What tells one written path from every other.
  struct Key: Hashable {
    let pattern: TextBytes
    let position: SourcePosition?

    init(pattern: String, position: SourcePosition?) {
      self.pattern = TextBytes(pattern)
      self.position = position
    }
  }

  /// A route whose path could be read.
  private struct Written {
    let draft: RouteDraft
    let pattern: Pattern
    /// None: every base.
    let bases: [Base]
    let isCaseSensitive: Bool

    var place: Finding.Place {
      Finding.Place(pattern: draft.path.value, position: draft.path.position)
    }
  }

  private let routes: [Written]
  /// Links that open the routes, where that is known.
  private let links: [Key: String]

  init(_ plugins: [PluginDraft], links: [Key: String] = [:]) {
    self.links = links
    let routes = plugins.flatMap { plugin in
      let bases = plugin.bases.compactMap { try? Base($0.value) }
      return plugin.routes.compactMap { draft in
        (try? Pattern(draft.path.value)).map {
          Written(
            draft: draft, pattern: $0, bases: bases, isCaseSensitive: plugin.isCaseSensitive)
        }
      }
    }
    self.routes = routes.sorted { left, right in
      guard let one = left.place.position, let two = right.place.position else {
        return left.place.position == nil && right.place.position != nil
      }
      return one < two
    }
  }

  func findings() -> [Finding] {
    routes.compactMap(notNormalised) + twins(isFolded: true) + twins(isFolded: false)
  }

  private func link(_ route: Written) -> String? {
    links[Key(pattern: route.draft.path.value, position: route.draft.path.position)]
  }

  private func notNormalised(_ route: Written) -> Finding? {
    route.pattern.literalTexts.first { !isNormalised($0) }.map {
      .notNormalised(route.place, text: $0, link: link(route))
    }
  }

  /// Each route with the first before it that is its twin.
  private func twins(isFolded: Bool) -> [Finding] {
    var groups: [PatternSkeleton: [Int]] = [:]
    for index in routes.indices where !isFolded || routes[index].isCaseSensitive {
      groups[PatternSkeleton(routes[index].pattern, isFolded: isFolded), default: []].append(index)
    }
    return groups.values.filter { $0.count > 1 }.flatMap { group in
      group.indices.compactMap { place -> Finding? in
        let route = routes[group[place]]
        let twin = group[..<place].lazy.map { routes[$0] }.first { other in
          isFolded ? areCaseTwins(other, route) : areSlashTwins(other, route)
        }
        guard let twin else { return nil }
        return isFolded
          ? .caseTwin(route.place, other: twin.place, link: link(route))
          : .slashTwin(route.place, other: twin.place, link: link(route))
      }
    }
  }

  private func areCaseTwins(_ left: Written, _ right: Written) -> Bool {
    shareBase(left, right) && !leadToOnePlace(left.draft, right.draft)
      && PatternSkeleton(left.pattern, isFolded: false)
        != PatternSkeleton(right.pattern, isFolded: false)
  }

  private func areSlashTwins(_ left: Written, _ right: Written) -> Bool {
    let slash = UInt8(ascii: "/")
    let ends = [left, right].map { $0.draft.path.value.utf8.last == slash }
    return ends[0] != ends[1] && shareBase(left, right)
  }

  private func shareBase(_ left: Written, _ right: Written) -> Bool {
    left.bases.isEmpty || right.bases.isEmpty || left.bases.contains(where: right.bases.contains)
  }

  /// Whether one is meant as another spelling of the other.
  private func leadToOnePlace(_ left: RouteDraft, _ right: RouteDraft) -> Bool {
    func same(_ one: Located<String>?, _ two: Located<String>?) -> Bool {
      guard let one, let two else { return false }
      return sameBytes(one.value, two.value)
    }
    return same(left.screen, right.screen) || same(left.redirect, right.redirect)
      || same(left.redirect, right.path) || same(right.redirect, left.path)
  }
}
