import Diagnostics
import Links
import LinksOracle
import RouteProofs

/// The routes of a case as a table.
///
/// Every link is matched four times: with the routes in the given and in reverse order, by the tree
/// and by the flat table. All results must agree.
struct CaseTable {
  /// A route with the source's names for it and its parameters.
  struct Route {
    /// The source's names; several if different routes of the source are one route here.
    let labels: [String]
    let specification: RouteSpecification
    /// The source's name of each path parameter, in pattern order; `nil` if it has none and its
    /// value is not compared.
    let names: [String?]

    init(_ labels: [String], _ specification: RouteSpecification, names: [String?]) {
      self.labels = labels
      self.specification = specification
      self.names = names
    }

    /// Under one base; paths from inside match regardless of bases.
    init(
      _ labels: [String], _ pattern: PatternWriter,
      types: [(name: String, type: ValueType)] = [], isCaseSensitive: Bool = true,
      base: String = relativeBase
    ) throws {
      self.labels = labels
      names = pattern.names
      specification = RouteSpecification(
        try Pattern(pattern.text), types: types, bases: [try Base(base)],
        isCaseSensitive: isCaseSensitive)
    }
  }

  /// The result of matching a link.
  enum Answer: Equatable {
    case route([String], Values)
    /// No match, and why.
    case nothing(String)
    /// The orders or matchers disagree.
    case contradiction(String)
  }

  let routes: [Route]
  private let table: RouteTable
  private let reversed: RouteTable

  /// - Throws: The fault of a pattern, or a conflict.
  init(_ routes: [Route]) throws {
    self.routes = routes
    table = try RouteTable(routes.map(\.specification))
    reversed = try RouteTable(routes.reversed().map(\.specification))
  }

  /// Matches the text of a link.
  func answer(_ text: String) -> Answer {
    let found = Result { try match(text, in: table) }
    let other = Result { try match(text, in: reversed) }
    switch (found, other) {
    case (.success(let match), .success(let otherMatch)):
      guard match.route == routes.count - 1 - otherMatch.route, match.values == otherMatch.values
      else { return .contradiction("depends on the order of the routes") }
      return .route(routes[match.route].labels, values(of: match))
    case (.failure(let fault as CorpusFault), _), (_, .failure(let fault as CorpusFault)):
      return .contradiction(fault.description)
    case (.failure(let error), .failure): return .nothing("\(error)")
    default: return .contradiction("depends on the order of the routes")
    }
  }

  /// Whether a route matches the link, even if another one wins.
  func accepts(_ text: String, route: Int) throws -> Bool {
    table.accepts(route: route, link: try Link(text))
  }

  /// The link that a route builds from values by the source's names; unknown names are ignored.
  func build(_ values: Values, route: Int = 0, base: Base? = nil) throws(Diagnostic) -> String {
    let parameters = table.parameters(of: route)
    let given = zip(parameters, routes[route].names).compactMap { parameter, name in
      name.flatMap { values[$0] }.map { (name: parameter.name, value: $0) }
    }
    return try table.build(route: route, values: given, base: base)
  }

  private func match(_ text: String, in table: RouteTable) throws -> RouteMatch {
    if let fault = table.disagreement(about: Array(text.utf8)) { throw CorpusFault(fault) }
    return try table.match(Link(text))
  }

  private func values(of match: RouteMatch) -> Values {
    var values = Values()
    for (name, value) in zip(routes[match.route].names, match.values) {
      if let name, let value { values[name] = value }
    }
    return values
  }
}

extension Verdict {
  /// Compares a match with a case's expectation.
  ///
  /// - Parameters:
  ///   - route: The label of the expected route; `nil` if none is expected.
  ///   - values: The expected values; `nil` if the case does not state them.
  init(_ answer: CaseTable.Answer, route: String?, values: Values?) {
    switch answer {
    case .route(let found, let foundValues):
      let isSame = route.map(found.contains) ?? false && (values.map { $0 == foundValues } ?? true)
      self = Verdict(isSame, otherwise: "opens \(found.joined(separator: " or ")) \(foundValues)")
    case .nothing(let why): self = Verdict(route == nil, otherwise: "opens nothing: \(why)")
    case .contradiction(let what): self = .fails(what)
    }
  }

  /// Runs a case on a table that may be refused. A refused table fails the case, even one that
  /// expects no match.
  init(
    in table: () throws -> CaseTable, _ run: (CaseTable) throws -> Verdict
  ) {
    do {
      self = try run(try table())
    } catch {
      self = .fails("refused: \(error)")
    }
  }
}
