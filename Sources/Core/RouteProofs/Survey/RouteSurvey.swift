package import Languages
package import Links

/// Answers questions about all links of a table, each with a link that the table itself confirms.
///
/// A route accepts a regular language of paths, a set of queries, and some bases; ranks decide
/// which route opens a link that several accept. So "does any link open this route" is a question
/// about languages. The answer is proven, unless the proof would take more than
/// `Limits.surveyStepsMax` steps; then it is "undecided".
///
/// See also `RouteSurvey+Opening` (a link that opens a route), `+Targets` (whether a target opens
/// anything), and `RouteAnalysis`, which asks more.
///
/// A class, because it caches what it computes.
package final class RouteSurvey {
  package let table: RouteTable
  /// Most tables need none: a sample opens each route.
  package private(set) lazy var index = OverlapIndex(table)
  package var stepsLeft: Int
  /// The steps that lookups may still take. They have their own, so that links of the other routes
  /// are found after one route has used up all steps.
  private var lookupStepsLeft: Int
  private lazy var stepsPerLookup = 1 + triesMax / 8
  private var automata: [Int: NFA] = [:]
  /// Variants that are written alike have one automaton.
  private var automataByExpression: [Expression: NFA] = [:]
  private var shortestPaths: [Int: [Symbol]?] = [:]
  private var prefixes: [Int: [Symbol]] = [:]
  private var plainQueries: [Int: [QueryItem]?] = [:]
  private let scratch = MatchScratch()

  /// - Parameters:
  ///   - stepsMax: The steps that all answers together may take.
  ///   - lookupStepsMax: Those of the lookups of links.
  package init(
    _ table: RouteTable, stepsMax: Int = Limits.surveyStepsMax,
    lookupStepsMax: Int = Limits.lookupStepsMax
  ) {
    (self.table, stepsLeft, lookupStepsLeft) = (table, stepsMax, lookupStepsMax)
  }

  package func automaton(_ variant: Int) -> NFA {
    if let known = automata[variant] { return known }
    let expression = table.variants[variant].expression
    let automaton = automataByExpression[expression] ?? NFA(expression)
    automataByExpression[expression] = automaton
    automata[variant] = automaton
    return automaton
  }

  /// The symbols that all paths of a variant begin with.
  package func literalPrefix(of variant: Int) -> [Symbol] {
    if let known = prefixes[variant] { return known }
    let prefix = table.variants[variant].expression.literalPrefix
    prefixes[variant] = prefix
    return prefix
  }

  /// The items that a route requires, with a sample value each; nil if there is none, or if the
  /// steps ran out.
  package func plainQuery(of route: Int) -> [QueryItem]? {
    if let known = plainQueries[route] { return known }
    let items = QueryChoices.plain(for: [table.routes[route]], &stepsLeft)
    if stepsLeft > 0 { plainQueries[route] = items }
    return items
  }

  /// Every variant that could share a path with one of the table, including that one.
  package func neighbours(of variant: TableVariant) -> [Int] {
    index.neighbours(of: variant, &stepsLeft)
  }

  /// The shortest path that both accept; nil if there is none, or if the steps ran out.
  package func overlap(_ left: NFA, _ right: NFA) -> [Symbol]? {
    var search = OverlapSearch(left, right, stepsLeft: stepsLeft)
    defer { stepsLeft = search.stepsLeft }
    return search.shortest()
  }

  // MARK: Links

  /// The text of a link.
  ///
  /// - Parameter base: An index into the table's bases; nil for an in-app path.
  package func link(_ path: [Symbol], _ items: [QueryItem], base: Int?) -> String {
    link(path: SymbolText.path(path), query: SymbolText.query(items), base: base)
  }

  /// The text of a link.
  ///
  /// - Parameters:
  ///   - path: A path that begins with `/`, already encoded.
  ///   - query: Empty, or from the `?` on.
  ///   - base: An index into the table's bases; nil for an in-app path.
  package func link(path: String, query: String, base: Int?) -> String {
    guard let base else { return path + query }
    let shape = table.bases[base].shape
    let labels = shape.isWildcard ? shape.freeLabel(among: table.bases.map { $0.shape }) : ""
    return shape.link(path: path, query: query, labels: labels)
  }

  /// The route that a link opens; nil if it opens none or is ambiguous, or if the steps of lookups
  /// ran out. Then no steps are left at all, so that the caller does not take nil for a proof.
  package func winner(of text: String) -> Int? {
    guard lookupStepsLeft > 0 else {
      stepsLeft = 0
      return nil
    }
    lookupStepsLeft -= stepsPerLookup
    var text = text
    return text.withUTF8 {
      table.match(UnsafeRawBufferPointer($0), scratch, stepsLeft: &lookupStepsLeft).route
    }
  }

  /// Whether a route accepts a link, regardless of other routes.
  package func accepts(route: Int, _ text: String) -> Bool {
    guard let link = try? Link(text) else { return false }
    return table.accepts(route: route, link: link)
  }

  // MARK: Samples

  /// The first in-app link that opens a route and is wanted, of those that are cheap to find: with
  /// a few plain values, or the shortest if the pattern has pieces other than whole segments.
  ///
  /// - Parameter count: The number of values that are tried in each place.
  @discardableResult
  package func firstSample(
    of route: Int, count: Int = SegmentMatcher.sampleTexts.count,
    where isWanted: (String) -> Bool = { _ in true }
  ) -> String? {
    guard let items = plainQuery(of: route) else { return nil }
    for number in 0..<count {
      for variant in table.routes[route].variants {
        guard let path = samplePath(of: variant, number) else { continue }
        let link = link(path, items, base: nil)
        if winner(of: link) == route, isWanted(link) { return link }
      }
    }
    return nil
  }

  /// A path that a variant accepts, with the same text in all its parameters; a variant with pieces
  /// other than whole segments has only the path of number 0.
  ///
  /// - Parameter number: The number of the values, from 0; they repeat after the last.
  package func samplePath(of variant: Int, _ number: Int) -> [Symbol]? {
    var result: [Symbol] = []
    for matcher in table.variants[variant].segments {
      guard let bytes = matcher.sample(number) else {
        return number == 0 ? shortestPath(of: variant) : nil
      }
      result.append(separator)
      result += bytes.map { Symbol($0) }
    }
    switch table.variants[variant].rest {
    case nil: return result
    case .all:
      return result + [separator] + SegmentMatcher.sampleText(number).utf8.map { Symbol($0) }
    case .program: return number == 0 ? shortestPath(of: variant) : nil
    }
  }

  private func shortestPath(of variant: Int) -> [Symbol]? {
    if let known = shortestPaths[variant] { return known }
    let automaton = automaton(variant)
    let path = overlap(automaton, automaton)
    shortestPaths[variant] = path
    return path
  }
}

extension SegmentMatcher {
  /// Values for parameters that accept any text.
  package static let sampleTexts = ["a", "b2", "zz", "x-1"]

  static func sampleText(_ number: Int) -> String { sampleTexts[number % sampleTexts.count] }

  /// A segment that this matcher accepts; nil if finding one takes a search.
  package func sample(_ number: Int) -> [UInt8]? {
    switch self {
    case .literal(let bytes), .foldedLiteral(let bytes): return bytes
    case .free: return Array(Self.sampleText(number).utf8)
    case .typed(.oneOf(let texts)):
      return texts.isEmpty ? nil : Array(texts[number % texts.count].utf8)
    case .typed(let type):
      let fitting = Self.typedTexts.filter(type.fits)
      return fitting.isEmpty ? nil : Array(fitting[number % fitting.count].utf8)
    case .piece: return nil
    }
  }

  private static let typedTexts = [
    "0", "7", "42", "1007", "true", "false", "1.5", "00000000-0000-0000-0000-000000000000",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479", "2024-02-29", "1999-12-31",
  ]
}
