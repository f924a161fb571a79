package import Links

/// Answers questions about all links of a table, each with a link that the table itself confirms.
///
/// What a route accepts is a regular language of paths, a set of queries, and some bases; which
/// route wins a link is decided by ranks. So "does any link reach this route" is a question about
/// languages, and is proven either way, unless it would take more than `Limits.surveyStepsMax`
/// steps; then the answer is that it is not decided.
///
/// A class, because what is found out once is kept.
package final class RouteSurvey {
  let table: RouteTable
  let index: OverlapIndex
  /// Steps of searches that are left.
  var stepsLeft = Limits.surveyStepsMax
  private var automata: [Int: Closures] = [:]
  private var shortest: [Int: [Symbol]?] = [:]
  private var prefixes: [Int: [Symbol]] = [:]
  private let scratch = MatchScratch()

  /// Begins a survey.
  package init(_ table: RouteTable) {
    self.table = table
    index = OverlapIndex(table)
  }

  /// The automaton of a variant's whole path.
  func automaton(_ variant: Int) -> Closures {
    if let known = automata[variant] { return known }
    let made = Closures(Program(table.variants[variant].expression))
    automata[variant] = made
    return made
  }

  /// What all paths of a variant begin with.
  func literalPrefix(of variant: Int) -> [Symbol] {
    if let known = prefixes[variant] { return known }
    let made = table.variants[variant].expression.literalPrefix
    prefixes[variant] = made
    return made
  }

  /// Paths that a variant accepts, the cheapest to find: with the same text in all its parameters.
  /// Nil if it has other pieces than segments, and this is not the first.
  func samplePath(of variant: Int, _ number: Int) -> [Symbol]? {
    var result: [Symbol] = []
    let segments = table.variants[variant].segments
    for matcher in segments {
      guard let bytes = matcher.sample(number) else {
        return number == 0 ? shortestPath(of: variant) : nil
      }
      result.append(separator)
      result += bytes.map { Symbol($0) }
    }
    switch table.variants[variant].rest {
    case nil: return result
    case .all: return result + [separator] + SegmentMatcher.texts[number].utf8.map { Symbol($0) }
    case .program: return number == 0 ? shortestPath(of: variant) : nil
    }
  }

  private func shortestPath(of variant: Int) -> [Symbol]? {
    if let known = shortest[variant] { return known }
    let wanted = automaton(variant)
    let path = overlap(wanted, wanted)
    shortest[variant] = path
    return path
  }

  /// The shortest path that both accept.
  func overlap(_ left: Closures, _ right: Closures) -> [Symbol]? {
    var search = OverlapSearch(left, right, stepsLeft: stepsLeft)
    defer { stepsLeft = search.stepsLeft }
    return search.shortest(from: .path)
  }

  /// The text of a link.
  /// - Parameter base: Of the table; nil for a path from inside.
  func link(_ path: [Symbol], _ items: [QueryItem], base: Int?) -> String {
    let text = SymbolText.path(path)
    let query = SymbolText.query(items)
    guard let base else { return text + query }
    let shape = table.bases[base].shape
    return shape.link(path: text, query: query, labels: labels(of: shape))
  }

  /// The route that a link opens; nil if it opens none or that is ambiguous.
  package func winner(of text: String) -> Int? {
    var text = text
    return text.withUTF8 { table.match(UnsafeRawBufferPointer($0), scratch).route }
  }

  /// Whether a route by itself accepts a link.
  package func accepts(route: Int, _ text: String) -> Bool {
    guard let link = try? Link(text) else { return false }
    return table.accepts(route: route, link: link)
  }

  /// What stands before the host of a base that takes any: a label that no other base names.
  private func labels(of shape: Base.Shape) -> String {
    guard shape.isWildcard else { return "" }
    for number in 0...table.bases.count {
      let label = number == 0 ? "www." : "www\(number)."
      let host = Array(label.utf8) + shape.host
      let isTaken = table.bases.contains { other in
        host.count >= other.shape.host.count && other.shape.host.count > shape.host.count
          && host.suffix(other.shape.host.count).elementsEqual(other.shape.host)
      }
      if !isTaken { return label }
    }
    return "www."
  }
}

extension SegmentMatcher {
  /// Texts for parameters that take any.
  static let texts = ["a", "b2", "zz", "x-1"]

  /// A segment that this accepts; nil where that is not known at once.
  func sample(_ number: Int) -> [UInt8]? {
    switch self {
    case .literal(let bytes), .foldedLiteral(let bytes): return bytes
    case .free: return Array(Self.texts[number].utf8)
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
