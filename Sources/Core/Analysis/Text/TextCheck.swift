import Diagnostics
import Links
import Navigation

/// The check for suspicious spellings of paths. Needs no table, so it also runs on rejected drafts.
struct TextCheck {
  /// Identifies a written path.
  struct Key: Hashable {
    let pattern: TextBytes
    let position: SourcePosition?

    init(pattern: String, position: SourcePosition?) {
      self.pattern = TextBytes(pattern)
      self.position = position
    }
  }

  /// A route whose path is a valid pattern.
  private struct Written {
    let draft: RouteDraft
    let pattern: Pattern
    /// Empty if the route is under every base.
    let bases: [Base]
    let isCaseSensitive: Bool

    var place: Finding.RoutePlace {
      Finding.RoutePlace(pattern: draft.path.value, position: draft.path.position)
    }
  }

  private let routes: [Written]
  /// Links that open the routes, as far as known.
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

  /// Each route with its first earlier twin.
  private func twins(isFolded: Bool) -> [Finding] {
    var groups: [PatternSkeleton: [Int]] = [:]
    for index in routes.indices {
      let skeleton = PatternSkeleton(
        routes[index].pattern, folding: isFolded ? .unicode : .none)
      groups[skeleton, default: []].append(index)
    }
    let spellings = isFolded ? caseSpellings() : slashSpellings()
    return groups.values.filter { $0.count > 1 }.flatMap { group in
      group.indices.compactMap { place -> Finding? in
        let index = group[place]
        let twin = group[..<place].first { other in
          spellings[other] != spellings[index]
            && (!isFolded || routes[other].isCaseSensitive == routes[index].isCaseSensitive)
            && shareBase(routes[other], routes[index])
            && !(isFolded && leadToOnePlace(routes[other].draft, routes[index].draft))
        }
        guard let twin else { return nil }
        let (route, other) = (routes[index], routes[twin])
        return isFolded
          ? .caseTwin(route.place, other: other.place, link: link(route))
          : .slashTwin(route.place, other: other.place, link: link(route))
      }
    }
  }

  /// A number for each route: equal for routes that differ only in parameter names, and in the case
  /// of ASCII letters if that is ignored.
  private func caseSpellings() -> [Int] {
    var numbers: [PatternSkeleton: Int] = [:]
    return routes.map { route in
      let skeleton = PatternSkeleton(
        route.pattern, folding: route.isCaseSensitive ? .none : .ascii)
      let number = numbers[skeleton] ?? numbers.count
      numbers[skeleton] = number
      return number
    }
  }

  /// For each route, 1 if its path ends with a slash, else 0.
  private func slashSpellings() -> [Int] {
    routes.map { $0.draft.path.value.utf8.last == UInt8(ascii: "/") ? 1 : 0 }
  }

  private func shareBase(_ left: Written, _ right: Written) -> Bool {
    left.bases.isEmpty || right.bases.isEmpty || left.bases.contains(where: right.bases.contains)
  }

  /// Whether one route is an intended spelling of the other.
  private func leadToOnePlace(_ left: RouteDraft, _ right: RouteDraft) -> Bool {
    func same(_ one: Located<String>?, _ two: Located<String>?) -> Bool {
      guard let one, let two else { return false }
      return sameBytes(one.value, two.value)
    }
    return same(left.screen, right.screen) || same(left.redirect, right.redirect)
      || same(left.redirect, right.path) || same(right.redirect, left.path)
  }
}
