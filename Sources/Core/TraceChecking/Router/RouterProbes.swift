import Analysis
import Diagnostics
import Links
package import Navigation
import RouteAnalysis
import RouteProofs

/// Links that show whether a router opens what the definition opens: for each route its own links,
/// and their neighbours, which open another route or nothing.
///
/// A pure function of definition, number and seed.
package struct RouterProbes: Sendable {
  /// In the order in which they were chosen.
  package let probes: [RouterProbe]
  /// How many more links there would be.
  package let leftOutCount: Int

  /// - Parameters:
  ///   - countMax: The most links. Every route has its first link of every kind before one has a
  ///     second.
  ///   - seed: Decides which are left out.
  package init(of definition: AppDefinition, countMax: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let survey = RouteSurvey(definition.table)
    let samples = SampleValues()
    let routes = definition.routes.indices.shuffled(using: &random).prefix(countMax)
    // The links of each route by their kinds, the next one last.
    var links = routes.map { route in
      var links = Dictionary(
        grouping: RouteProbes(route, of: definition, survey, samples).candidates
      ) {
        $0.rule
      }.mapValues { $0.map { $0.link } }
      for rule in ProbeRule.allCases {
        guard let found = links[rule] else { continue }
        links[rule] = found.dropFirst().shuffled(using: &random) + found.prefix(1)
      }
      return links
    }
    var known: Set<TextBytes> = []
    var probes: [RouterProbe] = []
    var areLeft = true
    while areLeft {
      areLeft = false
      for rule in ProbeRule.allCases {
        for (place, route) in routes.enumerated() {
          while let link = links[place][rule]?.popLast() {
            guard known.insert(TextBytes(link)).inserted else { continue }
            areLeft = true
            guard probes.count < countMax else { break }
            let expected = definition.screenResolution(of: link)
            probes.append(RouterProbe(link: link, rule: rule, route: route, expected: expected))
            break
          }
        }
      }
    }
    self.probes = probes
    leftOutCount = known.count - probes.count
  }
}

extension AppDefinition {
  /// What a link opens, if that is a screen of the app.
  func screenResolution(of link: String) -> Resolution? {
    guard let found = try? resolve(link), case .screen = self[found.route].target else {
      return nil
    }
    return found
  }
}

/// The links of one route, those of each kind with the most telling first.
private struct RouteProbes {
  private(set) var candidates: [(rule: ProbeRule, link: String)] = []
  private let definition: AppDefinition
  private let survey: RouteSurvey
  private let samples: SampleValues
  private let route: Int

  init(
    _ route: Int, of definition: AppDefinition, _ survey: RouteSurvey, _ samples: SampleValues
  ) {
    (self.route, self.definition, self.survey, self.samples) = (route, definition, survey, samples)
    let table = definition.table
    let isInternal = definition.routes[route].isInternal
    let bases = isInternal ? Array(table.bases.indices) : table.bases(of: route)
    let main =
      bases.first { table.bases[$0].shape.isWebHost }
      ?? bases.first { !table.bases[$0].shape.isOpen } ?? bases.first
    let variants = table.routes[route].variants
    guard !isInternal else {
      for variant in variants where main != nil {
        guard let texts = survey.sampleSegments(of: variant, 0) else { continue }
        add(
          .inside,
          ProbeLink(
            base: main, variant: table.variants[variant], segments: texts,
            items: survey.plainQuery(of: route) ?? []))
      }
      return
    }
    let starts = variants.compactMap { start(of: $0, base: main) }
    guard !starts.isEmpty else {
      // Few links open it, or the proof of one takes too long.
      for link in survey.coveringLinks(of: route) { add(.plain, link) }
      return
    }
    for start in starts { addOwn(start) }
    addShared(base: main)
    for start in starts { addNeighbours(start) }
    for start in starts {
      addHosts(start)
      for base in bases where base != main {
        add(.otherBase, start.with { $0.base = base })
      }
    }
  }

  private mutating func add(_ rule: ProbeRule, _ link: String) {
    // A line of its own for each link; others are in no link that an app opens.
    guard link.utf8.allSatisfy({ $0 > 0x20 }) else { return }
    candidates.append((rule, link))
  }

  private mutating func add(_ rule: ProbeRule, _ link: ProbeLink) {
    add(rule, link.text(survey))
  }

  // MARK: Links of the route

  /// A link of a variant that opens the route, with values that differ where they can.
  private func start(of variant: Int, base: Int?) -> ProbeLink? {
    let items = survey.plainQuery(of: route)
    for number in 0..<samplesTried {
      guard let items, let texts = survey.sampleSegments(of: variant, number) else { continue }
      let sample = ProbeLink(
        base: base, variant: definition.table.variants[variant], segments: texts, items: items)
      let distinct = sample.with { link in
        for (place, value) in sample.values.enumerated() {
          guard let text = value.type.value(number + place, samples) else { continue }
          link.segments[value.index].text = percentEncoded(text, keepingSlashes: false)
        }
      }
      if let link = [distinct, sample].first(where: opensRoute) { return link }
    }
    return nil
  }

  private func opensRoute(_ link: ProbeLink) -> Bool {
    survey.winner(of: link.text(survey)) == route
  }

  /// The query items that the route declares and the path does not have.
  private var declared: [Parameter] {
    definition.routes[route].parameters.filter { $0.place == .query }
  }

  private mutating func addOwn(_ start: ProbeLink) {
    switch definition.routes[route].target {
    case .redirect, .value: add(.redirected, start)
    case .screen, .browser, .nothing: add(.plain, start)
    }
    for (index, type) in start.values {
      for text in type.edges(samples) where !text.isEmpty {
        let encoded = percentEncoded(text, keepingSlashes: false)
        add(type.fits(text) ? .value : .misfit, start.with { $0.segments[index].text = encoded })
      }
    }
    for parameter in declared {
      let others = start.items.filter { !names($0, parameter.name) }
      func item(_ value: String) -> String {
        QueryItem(name: parameter.name, value: value).encoded
      }
      func link(_ values: String...) -> ProbeLink {
        start.with { $0.items = others + values.map(item) }
      }
      let fitting = (0..<2).compactMap { parameter.type.value($0, samples) }
      for value in fitting { add(.item, link(value)) }
      for value in parameter.type.edges(samples) {
        add(parameter.type.fits(value) ? .value : .misfit, link(value))
      }
      if others.count < start.items.count { add(.missingItem, link()) }
      if let first = fitting.first, let last = fitting.last {
        let second = sameBytes(first, last) ? parameter.type.edges(samples).last ?? "" : last
        add(.repeatedItem, link(first, second))
        add(.repeatedItem, link(second, first))
        add(
          .encodedValue,
          start.with { $0.items = others + ["\(item(""))\(encodedFirst(of: first))"] })
      }
    }
    add(.unknownItem, start.with { $0.items.append("zz=1") })
    add(.unknownItem, start.with { $0.items.insert("zz", at: 0) })
  }

  private func names(_ item: String, _ name: String) -> Bool {
    item.utf8.starts(with: QueryItem(name: name, value: "").encoded.utf8)
  }

  private mutating func addShared(base: Int?) {
    let own = survey.plainQuery(of: route) ?? []
    for (path, other) in survey.sharedPaths(of: route, countMax: sharedMax) {
      let theirs = survey.plainQuery(of: other) ?? []
      for items in [own, theirs, own + theirs.filter { !own.contains($0) }] {
        let query = items.isEmpty ? "" : "?" + items.map { $0.encoded }.joined(separator: "&")
        add(.shared, survey.link(path: path, query: query, base: base))
      }
    }
  }

  // MARK: Neighbours

  private mutating func addNeighbours(_ start: ProbeLink) {
    func segment(_ text: String) -> ProbeLink.Segment { .init(text: text, kind: .other) }
    let count = start.segments.count
    add(.segmentMore, start.with { $0.segments.append(segment("zz")) })
    add(.segmentAhead, start.with { $0.segments.insert(segment("zz"), at: 0) })
    if count > 0 {
      add(.segmentLess, start.with { $0.segments.removeLast() })
      add(.trailingSlash, start.with { $0.end = "/" })
    }
    if count > 1 {
      add(.segmentLess, start.with { $0.segments.removeFirst() })
      add(.emptySegment, start.with { $0.segments.insert(segment(""), at: count - 1) })
      add(
        .encodedSlash,
        start.with { link in
          let last = link.segments.removeLast().text
          link.segments[count - 2].text += "%2F" + last
        })
    }
    if count > 0, start.base != nil {
      add(.emptySegment, start.with { $0.segments.insert(segment(""), at: 0) })
    }
    for index in start.literals.reversed() {
      let text = start.segments[index].text
      func add(_ rule: ProbeRule, _ changed: String) {
        self.add(rule, start.with { $0.segments[index].text = changed })
      }
      add(.longerStart, "zz" + text)
      add(.longerEnd, text + "zz")
      if text.utf8.count > 1, let letter = text.utf8.last, letter.isLetter {
        add(.typo, String(decoding: text.utf8.dropLast(), as: UTF8.self))
      }
      let other = text.utf8.map { $0.isLetter ? $0 ^ 0x20 : $0 }
      // An escape has letters too, in which case makes no difference.
      if !text.utf8.contains(UInt8(ascii: "%")), !other.elementsEqual(text.utf8) {
        add(.otherCase, String(decoding: other, as: UTF8.self))
        add(.encodedLetter, encodedFirst(of: text))
      }
    }
    for (index, type) in start.values {
      func add(_ rule: ProbeRule, _ changed: String) {
        self.add(rule, start.with { $0.segments[index].text = changed })
      }
      let text = start.segments[index].text
      if !text.utf8.contains(UInt8(ascii: "%")) { add(.encodedValue, encodedFirst(of: text)) }
      if case .string = type {
        add(.encodedValue, "a%20b")
        add(.encodedValue, "%C3%A9")
        add(.encodedValue, "50%25")
        add(.encodedSlash, "a%2Fb")
      }
    }
  }

  private mutating func addHosts(_ start: ProbeLink) {
    guard let base = start.base else { return }
    let shape = definition.table.bases[base].shape
    let text = start.text(survey)
    guard !shape.isAnyHost, let mark = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    guard shape.isWebHost else { return add(.otherHost, "x" + text) }
    let host = text.utf8.index(mark, offsetBy: 3)
    let end = text.utf8[host...].firstIndex { "/:?#".utf8.contains($0) } ?? text.utf8.endIndex
    func link(_ name: String) -> String { text[..<host] + name + text[end...] }
    add(.otherHost, link("other.example"))
    add(.otherHost, link("zz" + text[host..<end]))
    add(.otherHost, link(text[host..<end] + ".other.example"))
  }
}

/// A text with its first byte percent-encoded.
private func encodedFirst(of text: String) -> String {
  guard let byte = text.utf8.first else { return text }
  return "%" + zeroPadded(byte, 2, radix: 16).uppercased()
    + String(decoding: text.utf8.dropFirst(), as: UTF8.self)
}

/// The samples of a variant that are tried for one that opens its route.
private let samplesTried = 4
/// The routes that share links with one of which a shared link is tried.
private let sharedMax = 8
