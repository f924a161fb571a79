import Links
import RouteProofs

/// The routes of a case as a table.
///
/// Every link is matched four times: in a table of the routes in the given order and in one of the
/// opposite order, and in each by the quick way too, if it knows the answer. All must agree.
struct CaseTable {
  /// A route, and what the source calls it and its parameters.
  struct Route {
    /// The source's name; several where different routes of the source are one of ours.
    let labels: [String]
    let specification: RouteSpecification
    /// The source's name of each path parameter, in the pattern's order; `nil` for one that the
    /// source does not name, whose value is not looked at.
    let names: [String?]

    init(_ labels: [String], _ specification: RouteSpecification, names: [String?]) {
      self.labels = labels
      self.specification = specification
      self.names = names
    }

    /// Under one base, which paths from inside do not mind.
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

  /// What the text of a link opens.
  enum Answer: Equatable {
    case route([String], Values)
    /// Nothing, and why.
    case nothing(String)
    /// One thing in one order or way, another in the other.
    case contradiction(String)
  }

  let routes: [Route]
  private let table: RouteTable
  private let reversed: RouteTable

  /// - Throws: What is wrong with the patterns, or how they conflict.
  init(_ routes: [Route]) throws {
    self.routes = routes
    table = try RouteTable(routes.map(\.specification))
    reversed = try RouteTable(routes.reversed().map(\.specification))
  }

  /// What the text of a link opens.
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

  /// Whether a route takes the link, whichever wins it.
  func accepts(_ text: String, route: Int) throws -> Bool {
    table.accepts(route: route, link: try Link(text))
  }

  /// The link that a route makes of values by the source's names; those that it does not know are
  /// passed over.
  func build(_ values: Values, route: Int = 0, base: Base? = nil) throws(BuildError) -> String {
    let parameters = table.parameters(of: route)
    let given = zip(parameters, routes[route].names).compactMap { parameter, name in
      name.flatMap { values[$0] }.map { (name: parameter.name, value: $0) }
    }
    return try table.build(route: route, values: given, base: base)
  }

  private func match(_ text: String, in table: RouteTable) throws -> RouteMatch {
    let quick = table.quickMatch(text)
    let match = Result { try table.match(try Link(text)) }
    guard quick == nil || quick == (try? match.get()) else {
      throw CorpusFault("the quick way opens something else")
    }
    return try match.get()
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
  /// Compares what a link opens with what a case expects of it.
  /// - Parameters:
  ///   - route: A label of the route; `nil` where the case expects that there is none.
  ///   - values: `nil` where the case does not say.
  init(_ answer: CaseTable.Answer, route: String?, values: Values?) {
    switch answer {
    case .route(let found, let foundValues):
      let isSame = route.map(found.contains) ?? false && (values.map { $0 == foundValues } ?? true)
      self = Verdict(isSame, otherwise: "opens \(found.joined(separator: " or ")) \(foundValues)")
    case .nothing(let why): self = Verdict(route == nil, otherwise: "opens nothing: \(why)")
    case .contradiction(let what): self = .fails(what)
    }
  }

  /// Runs a case in a table that may be refused; one that is holds in nothing, not even in a case
  /// that expects nothing.
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
