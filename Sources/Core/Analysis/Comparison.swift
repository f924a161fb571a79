public import Diagnostics
import Links
public import Navigation
import RouteComparison
import RouteProofs

/// How two versions of an app answer the same links.
///
///     let comparison = Comparison(old: try AppDefinition(plugins: released), new: definition)
///     comparison.differences.filter { $0.kind == .lost }
///
/// Paths are compared as languages, under every base and through redirects. Each pair of an old and
/// a new answer that any link has is reported once, with a link that both versions confirm. Routes
/// that could not be compared are reported, too.
public struct Comparison: Sendable {
  /// A class of links that differ in the same way.
  public struct Difference: Sendable, Hashable {
    /// How the answer to the links changed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// They opened something and no longer open anything, or anything from outside.
      case lost
      /// They open something else: another route, screen or coordinator, or through other gates.
      case changed
      /// They opened nothing before, or nothing from outside.
      case new
    }

    /// How the answer to the links changed.
    public let kind: Kind
    /// One of the links.
    public let link: String
    /// What it opened.
    public let old: LinkOutcome
    /// What it opens.
    public let new: LinkOutcome
  }

  /// One for each class of links, lost ones first, in the order of the old and the new paths.
  public let differences: [Difference]
  /// Routes whose links may differ in unreported ways: the steps ran out, or the target of a
  /// redirect is not built from its path's values in their order.
  public let undecided: [Located<String>]
  /// Whether no more than a thousand differences were found, which are all that are listed.
  public let areAll: Bool

  /// Compares two versions.
  public init(old: AppDefinition, new: AppDefinition) {
    self.init(old: old, new: new, stepsMax: RouteComparison.Limits.comparedStepsMax)
  }

  /// - Parameter stepsMax: About how many steps all searches may take together.
  package init(old: AppDefinition, new: AppDefinition, stepsMax: Int) {
    var answers = Answers()
    let tables = TableComparison(
      old: answers.table(of: old), new: answers.table(of: new), stepsMax: stepsMax)
    var found: [Difference] = []
    var seen: Set<Pair> = []
    var areAll = true
    var samplesLeft = samplesTotalMax
    func add(_ link: String) {
      guard areAll else { return }
      let before = LinkOutcome(of: link, in: old)
      let after = LinkOutcome(of: link, in: new)
      guard before != after, before.isOpen || after.isOpen,
        seen.insert(Pair(old: before, new: after)).inserted
      else { return }
      guard found.count < differencesMax else {
        areAll = false
        return
      }
      let (opened, opens) = (old.opensFromOutside(link), new.opensFromOutside(link))
      let kind: Difference.Kind =
        !after.isOpen || opened && !opens
        ? .lost : !before.isOpen || opens && !opened ? .new : .changed
      found.append(Difference(kind: kind, link: link, old: before, new: after))
    }
    var undecided: [Located<String>] = []
    let values = SampleValues()
    for (index, route) in old.routes.enumerated() where areAll {
      let answer = tables.differences(from: index)
      answer.links.forEach(add)
      guard !answer.isDecided else { continue }
      undecided.append(route.path)
      let samples = old.links(withTextsOf: index, values).prefix(samplesLeft)
      samplesLeft -= samples.count
      samples.forEach(add)
    }
    for (index, route) in new.routes.enumerated() where areAll {
      let answer = tables.gains(of: index)
      answer.links.forEach(add)
      if !answer.isDecided { undecided.append(route.path) }
    }
    // The links of these routes differ where the links that they contain do.
    let contained = found.map { $0.link }
    for definition in [old, new] {
      for route in definition.routes.indices where areAll {
        guard let links = definition.links(containing: contained, in: route, values) else {
          continue
        }
        links.links.prefix(samplesLeft).forEach(add)
        let isCut = links.links.count > samplesLeft
        samplesLeft = max(0, samplesLeft - links.links.count)
        if !links.areAll || isCut, !found.isEmpty {
          undecided.append(definition.routes[route].path)
        }
      }
    }
    differences = Difference.Kind.allCases.flatMap { kind in found.filter { $0.kind == kind } }
    self.undecided = undecided
    self.areAll = areAll
  }

  private struct Pair: Hashable {
    let old: LinkOutcome
    let new: LinkOutcome
  }
}

extension AppDefinition {
  fileprivate func opensFromOutside(_ link: String) -> Bool {
    (try? resolve(link, from: Self.outside)) != nil
  }

  /// Links of a route that redirects to a value, each with the link of the first screen, one of
  /// some links, or a text of its list as the value; nil for another route.
  ///
  /// - Returns: The links, and whether no others can differ in other ways.
  fileprivate func links(
    containing contained: [String], in index: Int, _ samples: SampleValues
  ) -> (links: [String], areAll: Bool)? {
    let route = routes[index]
    guard case .value(let parameter) = route.target else { return nil }
    var values = [self[home].start.map { $0.link }].compactMap { $0 } + contained.prefix(samplesMax)
    var areAll = contained.count <= samplesMax
    switch route.parameters[parameter].type {
    case .oneOf(let texts):
      values = Array(texts.prefix(samplesMax))
      areAll = texts.count <= samplesMax
    case .string: break
    default: areAll = false
    }
    let others = route.parameters.indices.compactMap { other -> (name: String, value: String)? in
      let known = route.parameters[other]
      guard other != parameter, !known.isOptional else { return nil }
      return samples.value(of: known.type, 0).map { (name: known.name, value: $0) }
    }
    let name = route.parameters[parameter].name
    let links = values.compactMap {
      try? table.build(route: index, values: others + [(name: name, value: $0)])
    }
    return (links, areAll)
  }

  /// Links of a route with every text of its lists, and with some values of its other types.
  fileprivate func links(withTextsOf route: Int, _ samples: SampleValues) -> [String] {
    let parameters = routes[route].parameters
    let counts = parameters.map { parameter in
      if case .oneOf(let texts) = parameter.type { texts.count } else { samplesMin }
    }
    return (0..<min(counts.max() ?? 1, samplesMax)).compactMap { number in
      let values = parameters.compactMap { parameter in
        samples.value(of: parameter.type, number).map { (name: parameter.name, value: $0) }
      }
      return try? table.build(route: route, values: values)
    }
  }
}

/// The least number of values of a type that are tried.
private let samplesMin = 7
/// The most links of a route that are tried.
private let samplesMax = 1000
/// The most links of all routes that are tried.
private let samplesTotalMax = 20_000
/// The most differences that are listed.
private let differencesMax = 1000

/// What a link opens after redirects, in terms that can be compared between two versions of an app.
public enum LinkOutcome: Hashable, Sendable {
  /// A screen, or the browser.
  case opens(Opened)
  /// Nothing; the reason is a word such as `not-found`.
  case refused(reason: String)

  /// Where a link leads.
  public struct Opened: Hashable, Sendable {
    /// The path of the route that the link matches, before redirects.
    public let route: String
    /// Where that path is written.
    public let position: SourcePosition?
    /// The screen; nil for the browser.
    public let screen: String?
    /// The owning coordinator; nil if the route has none.
    public let coordinator: String?
    /// The gates that an external link requires: those of the route, of the screens beneath its
    /// screen, and of the coordinators of both; `login(:account)` if only for one account.
    public let gates: [String]
    /// The gate that must be closed, and where the link goes otherwise: `login, else /home`.
    public let guests: String?
    /// The sources whose links it opens, and where others go: `inside, own, else /review`; nil for
    /// all.
    public let sources: String?

    /// The outcome of a link that matches the route `first` and ends at `route`; without redirects
    /// they are the same.
    init(_ route: Route, by first: Route, in definition: AppDefinition) {
      self.route = first.pattern
      position = first.position
      var screen: String?
      if case .screen(let id) = route.target { screen = definition[id].name }
      self.screen = screen
      coordinator = route.coordinator.map { definition[$0].name }
      gates = definition.names(
        of: definition.gatesOnTheWay(to: route).members, requiredBy: route)
      guests = definition.guestsText(of: route)
      sources = definition.sourcesText(of: route)
    }

    /// Compares all but the position.
    public static func == (left: Self, right: Self) -> Bool {
      left.bytes == right.bytes
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    private var bytes: [[UInt8]] {
      ([route, screen ?? "", coordinator ?? "", guests ?? "", sources ?? ""] + gates)
        .map { Array($0.utf8) }
    }
  }

  /// Resolves a link.
  public init(of link: String, in definition: AppDefinition) {
    do throws(Refusal) {
      let found = try definition.resolve(link)
      let route = definition[found.route]
      let first = definition[found.hops.first?.route ?? found.route]
      self = .opens(Opened(route, by: first, in: definition))
    } catch {
      self = .refused(reason: error.reason)
    }
  }

  /// Whether it opens anything.
  public var isOpen: Bool {
    if case .opens = self { true } else { false }
  }
}

/// Numbers what routes open: routes of any definition that open the same get the same number.
struct Answers {
  private var numbers: [[[UInt8]]: Int] = [:]

  /// The part of a definition that is compared.
  mutating func table(of definition: AppDefinition) -> ComparedTable {
    ComparedTable(
      definition.table,
      targets: definition.routes.map { route in
        guard case .redirect(let template) = route.target else { return nil }
        return template.target(of: route)
      },
      destinationIDs: definition.routes.map { number(of: $0, in: definition) },
      end: { link in definition.end(ofLink: link)?.index })
  }

  private mutating func number(of route: Route, in definition: AppDefinition) -> Int {
    let opened = LinkOutcome.Opened(route, by: route, in: definition)
    var words =
      [opened.screen, opened.coordinator, opened.guests, opened.sources].map { $0 ?? "" }
      + opened.gates
    switch route.target {
    case .nothing: words = []
    case .value(let parameter): words = [route.parameters[parameter].name]
    case .screen, .browser, .redirect: break
    }
    let key = words.map { Array($0.utf8) }
    let number = numbers[key] ?? numbers.count
    numbers[key] = number
    return number
  }
}
