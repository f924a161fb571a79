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

/// Whether a text is in Unicode's normal form C (UAX #15), in which nearly all programs write
/// links: an accented letter is a single character if Unicode has one.
///
/// The standard library compares texts by canonical equivalence and has no public normal form.
/// Compositions are therefore found by comparing single characters with a pair; characters that are
/// never normal are listed in a table.
func isNormalised(_ text: String) -> Bool {
  guard text.utf8.contains(where: { $0 >= 0x80 }) else { return true }
  var starter: Unicode.Scalar?
  var lastClass: UInt8 = 0
  for scalar in text.unicodeScalars {
    guard !isNeverNormal(scalar) else { return false }
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    guard combiningClass == 0 || lastClass <= combiningClass else { return false }
    // A mark of the same class in between keeps the two apart.
    let isAdjacent = lastClass == 0 || lastClass < combiningClass
    if let starter, isAdjacent, composes(starter, scalar) { return false }
    if combiningClass == 0 { starter = scalar }
    lastClass = combiningClass
  }
  return true
}

private func composes(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
  guard second.value >= 0x300 else { return false }
  var pair = String.UnicodeScalarView()
  pair.append(first)
  pair.append(second)
  return composites.contains(String(pair))
}

/// All characters that can equal a pair. Canonically equivalent strings are one element of the set.
private let composites: Set<String> = {
  let ranges: [ClosedRange<UInt32>] = [
    0xC0...0x1FFF, 0x2190...0x22FF, 0x3040...0x30FF, 0xAC00...0xD7A3, 0x11000...0x11FFF,
    0x16100...0x161FF,
  ]
  var composites: Set<String> = []
  for value in ranges.joined() {
    if let scalar = Unicode.Scalar(value), !isNeverNormal(scalar) {
      composites.insert(String(scalar))
    }
  }
  return composites
}()

private func isNeverNormal(_ scalar: Unicode.Scalar) -> Bool {
  var low = 0
  var high = neverNormal.count
  while low < high {
    let middle = (low + high) / 2
    if neverNormal[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
  }
  return low < neverNormal.count && neverNormal[low].contains(scalar.value)
}

/// The characters with `NFC_Quick_Check=No` (DerivedNormalizationProps.txt), which normal form C
/// replaces. By Unicode's stability policy, no existing character will become one of them.
private let neverNormal: [ClosedRange<UInt32>] = [
  0x340...0x341, 0x343...0x344, 0x374...0x374, 0x37E...0x37E, 0x387...0x387, 0x958...0x95F,
  0x9DC...0x9DD, 0x9DF...0x9DF, 0xA33...0xA33, 0xA36...0xA36, 0xA59...0xA5B, 0xA5E...0xA5E,
  0xB5C...0xB5D, 0xF43...0xF43, 0xF4D...0xF4D, 0xF52...0xF52, 0xF57...0xF57, 0xF5C...0xF5C,
  0xF69...0xF69, 0xF73...0xF73, 0xF75...0xF76, 0xF78...0xF78, 0xF81...0xF81, 0xF93...0xF93,
  0xF9D...0xF9D, 0xFA2...0xFA2, 0xFA7...0xFA7, 0xFAC...0xFAC, 0xFB9...0xFB9, 0x1F71...0x1F71,
  0x1F73...0x1F73, 0x1F75...0x1F75, 0x1F77...0x1F77, 0x1F79...0x1F79, 0x1F7B...0x1F7B,
  0x1F7D...0x1F7D, 0x1FBB...0x1FBB, 0x1FBE...0x1FBE, 0x1FC9...0x1FC9, 0x1FCB...0x1FCB,
  0x1FD3...0x1FD3, 0x1FDB...0x1FDB, 0x1FE3...0x1FE3, 0x1FEB...0x1FEB, 0x1FEE...0x1FEF,
  0x1FF9...0x1FF9, 0x1FFB...0x1FFB, 0x1FFD...0x1FFD, 0x2000...0x2001, 0x2126...0x2126,
  0x212A...0x212B, 0x2329...0x232A, 0x2ADC...0x2ADC, 0xF900...0xFA0D, 0xFA10...0xFA10,
  0xFA12...0xFA12, 0xFA15...0xFA1E, 0xFA20...0xFA20, 0xFA22...0xFA22, 0xFA25...0xFA26,
  0xFA2A...0xFA6D, 0xFA70...0xFAD9, 0xFB1D...0xFB1D, 0xFB1F...0xFB1F, 0xFB2A...0xFB36,
  0xFB38...0xFB3C, 0xFB3E...0xFB3E, 0xFB40...0xFB41, 0xFB43...0xFB44, 0xFB46...0xFB4E,
  0x1D15E...0x1D164, 0x1D1BB...0x1D1C0, 0x2F800...0x2FA1D,
]
