import Diagnostics
import Links
import Navigation

/// The check for suspicious spellings of paths. Needs no table, so it also runs on rejected drafts.
struct TextCheck {
  /// A route whose path is a valid pattern.
  private struct Written {
    let place: Located<String>
    let pattern: Pattern
    /// `nil` if the route is under every base.
    let bases: [Base]?
    let isCaseSensitive: Bool
    let screen: String?
    let redirect: String?
    /// A link that opens the route, if one is known.
    var link: String?
  }

  private let routes: [Written]

  /// The routes of a definition that has no errors.
  init(_ routes: RouteCheck) {
    let definition = routes.definition
    self.routes = definition.routes.indices.map { index in
      let specification = definition.table.specification(of: index)
      var screen: String?
      var redirect: String?
      switch definition.routes[index].target {
      case .screen(let id): screen = definition[id].name
      case .redirect(let template): redirect = template.text
      case .value(let parameter):
        redirect = ":\(definition.routes[index].parameters[parameter].name)"
      case .browser, .nothing: break
      }
      return Written(
        place: routes.place(index), pattern: specification.pattern, bases: specification.bases,
        isCaseSensitive: specification.isCaseSensitive, screen: screen, redirect: redirect,
        link: routes.opening[index])
    }
  }

  init(_ plugins: [PluginDraft]) {
    routes = plugins.flatMap { plugin in
      let bases = plugin.bases.isEmpty ? nil : plugin.bases.compactMap { try? Base($0.value) }
      return plugin.routes.compactMap { draft in
        (try? Pattern(draft.path.value)).map {
          Written(
            place: draft.path,
            pattern: $0,
            bases: draft.bases.map { $0.compactMap { try? Base($0.value) } } ?? bases,
            isCaseSensitive: plugin.isCaseSensitive,
            screen: draft.screen?.value, redirect: draft.redirect?.value)
        }
      }
    }
  }

  func findings() -> [Diagnostic] {
    var findings = routes.indices.compactMap(notNormalised) + routes.compactMap(notation)
    for group in candidates() { findings += twins(in: group) }
    return findings
  }

  private func notNormalised(_ index: Int) -> Diagnostic? {
    let pattern = routes[index].pattern
    // Other texts are ASCII.
    guard pattern.text.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "%") }) else {
      return nil
    }
    return pattern.literalTexts.first { !isNormalised($0) }.map {
      .notNormalised(routes[index].place, text: $0, link: routes[index].link)
    }
  }

  /// A path with segments such as `{id}`, `<int:id>` or `[id]`, which other routers read as
  /// parameters, and which are literal text here.
  private func notation(_ route: Written) -> Diagnostic? {
    guard route.pattern.text.utf8.contains(where: { "{[<".utf8.contains($0) }) else { return nil }
    let segments = route.pattern.text.split(separator: "/", omittingEmptySubsequences: false)
    let names = segments.map { parameterName($0) }
    guard let first = names.firstIndex(where: { $0 != nil }) else { return nil }
    let meant = zip(segments, names).map { segment, name in name.map { ":" + $0 } ?? segment }
    return .notation(
      route.place, segment: String(segments[first]), meant: meant.joined(separator: "/"),
      link: route.link)
  }

  private func parameterName(_ segment: Substring) -> Substring? {
    guard let first = segment.first, let last = segment.last, segment.count > 2,
      let isNameLast = ["{}": false, "[]": false, "<>": true][String([first, last])]
    else { return nil }
    // `{id:int}`, but `<int:id>`.
    let words = segment.dropFirst().dropLast().split(
      separator: ":", omittingEmptySubsequences: false)
    guard let name = isNameLast ? words.last : words.first,
      let pattern = try? Pattern("/:" + name), pattern.parameters.map({ $0.name }) == [String(name)]
    else { return nil }
    return name
  }

  /// The groups of routes that may be twins, each in the order of the files. Comparing digests
  /// first is faster than hashing whole patterns.
  private func candidates() -> [[Int]] {
    let digests = routes.indices.map { index in
      (digest: PatternSkeleton.digest(of: routes[index].pattern), index: index)
    }.sorted { $0 < $1 }
    var groups: [[Int]] = []
    var start = 0
    for end in digests.indices.dropFirst() + [digests.count]
    where end == digests.count || digests[end].digest != digests[start].digest {
      if end > start + 1 { groups.append(inOrder(digests[start..<end].map { $0.index })) }
      start = end
    }
    return groups
  }

  /// Routes in the order of the files.
  private func inOrder(_ indices: [Int]) -> [Int] {
    indices.sorted { left, right in
      guard let one = routes[left].place.position, let two = routes[right].place.position else {
        return routes[left].place.position == nil && routes[right].place.position != nil
      }
      return one < two
    }
  }

  /// Each route of a group with its first earlier twin of either kind.
  private func twins(in group: [Int]) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let folded = group.map { PatternSkeleton(routes[$0].pattern, folding: .unicode) }
    let exact = group.map { PatternSkeleton(routes[$0].pattern, folding: .none) }
    let spellings = group.map { index in
      PatternSkeleton(
        routes[index].pattern, folding: routes[index].isCaseSensitive ? .none : .ascii)
    }
    var earlierFolded: [PatternSkeleton: [Int]] = [:]
    var earlierExact: [PatternSkeleton: [Int]] = [:]
    for (place, index) in group.enumerated() {
      let route = routes[index]
      let caseTwin = earlierFolded[folded[place]]?.prefix(twinsComparedMax).first { other in
        spellings[other] != spellings[place]
          && routes[group[other]].isCaseSensitive == route.isCaseSensitive
          && shareBase(routes[group[other]], route)
          && !leadToOnePlace(routes[group[other]], route)
      }
      if let caseTwin {
        findings.append(
          .caseTwin(route.place, other: routes[group[caseTwin]].place, link: route.link))
      }
      let slashTwin = earlierExact[exact[place]]?.prefix(twinsComparedMax).first { other in
        endsWithSlash(routes[group[other]]) != endsWithSlash(route)
          && shareBase(routes[group[other]], route)
      }
      if let slashTwin {
        findings.append(
          .slashTwin(route.place, other: routes[group[slashTwin]].place, link: route.link))
      }
      earlierFolded[folded[place], default: []].append(place)
      earlierExact[exact[place], default: []].append(place)
    }
    return findings
  }

  private func endsWithSlash(_ route: Written) -> Bool {
    route.pattern.text.utf8.last == UInt8(ascii: "/")
  }

  private func shareBase(_ left: Written, _ right: Written) -> Bool {
    guard let one = left.bases, let other = right.bases, !one.isEmpty, !other.isEmpty else {
      return true
    }
    return one.contains(where: other.contains)
  }

  /// Whether one route is an intended spelling of the other.
  private func leadToOnePlace(_ left: Written, _ right: Written) -> Bool {
    func same(_ one: String?, _ two: String?) -> Bool { one != nil && sameBytes(one, two) }
    return same(left.screen, right.screen) || same(left.redirect, right.redirect)
      || same(left.redirect, right.pattern.text) || same(right.redirect, left.pattern.text)
  }
}

/// Spellings of one path that a further one is compared with.
private let twinsComparedMax = 100

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
