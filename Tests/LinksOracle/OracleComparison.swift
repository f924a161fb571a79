import Diagnostics
import Links
import RouteProofs
public import TestSupport

/// Compares the route table with the oracle on generated tables and links.
public struct OracleComparison {
  private let routes: [OracleRoute]
  private let precedence: OraclePrecedence
  private let table: RouteTable
  /// Faults in the conflicts found while the table was built.
  public private(set) var faults: [String] = []

  /// Generates a table.
  public init?(_ choices: inout some ChoiceSource) {
    var routes = (0..<(2 + choices.below(9))).map { _ in OracleRoute.random(&choices) }
    // Remove conflicting routes until the table can be built.
    while true {
      guard let specifications = try? routes.map({ try $0.specification() }) else { return nil }
      do {
        table = try RouteTable(Self.numbered(specifications))
        self.routes = routes
        precedence = OraclePrecedence(routes)
        return
      } catch {
        faults += Self.faults(of: error, routes)
        let refused = Set(error.diagnostics.compactMap { $0.position?.line })
        guard !refused.isEmpty else { return nil }
        routes = routes.indices.filter { !refused.contains($0) }.map { routes[$0] }
      }
    }
  }

  /// Generates a link and describes how the table and the oracle disagree about it.
  public func disagreement(_ choices: inout some ChoiceSource) -> String? {
    let raw = OracleRoute.randomPath(&choices, routes)
    let items = OracleRoute.randomItems(&choices)
    let scheme = choices.chance(50) ? nil : choices.pick(["x", "y"])
    return disagreement(path: raw, items, scheme: scheme)
  }

  /// Describes how the table and the oracle disagree about a link; empty if it is malformed.
  ///
  /// - Parameters:
  ///   - path: Without `?` and `#`.
  ///   - scheme: nil for a path from inside.
  public func disagreement(
    path: String, _ items: [(name: String, value: String)], scheme: String?
  ) -> String? {
    let rest = String(decoding: path.utf8.drop { $0 == 0x2F }, as: UTF8.self)
    let query =
      items.isEmpty ? "" : "?" + items.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let text = (scheme.map { "\($0)://" } ?? "/") + rest + query
    guard let link = try? Link(text) else { return nil }
    let expected = OracleAnswer.find(
      precedence, OraclePath(Array(("/" + rest).utf8)), items, scheme: scheme)
    if let fault = table.disagreement(about: Array(text.utf8)) { return "\(text): \(fault)" }
    return agrees(link, expected, scheme: scheme)
      ? nil : "\(text): the rules say \(expected), patterns \(patterns)"
  }

  private var patterns: [String] {
    routes.map { (try? $0.specification().pattern.text) ?? "?" }
  }

  private func agrees(_ link: Link, _ expected: OracleAnswer, scheme: String?) -> Bool {
    do {
      let match = try table.match(link)
      var values: [String: String] = [:]
      for (parameter, value) in zip(table.parameters(of: match.route), match.values)
      where parameter.place == .path {
        values[parameter.name] = value
      }
      return expected == .route(match.route, values)
        && table.accepts(route: match.route, link: link)
    } catch {
      switch error {
      case .ambiguous(_, let tied):
        return expected == .tie(tied) && scheme == nil
          && !tied.contains { routes[$0].schemes?.isEmpty ?? false }
      case .notFound: return expected == .nothing
      case .foreign: return !table.bases.map(\.text).contains("\(scheme ?? "")://")
      }
    }
  }

  /// The routes, with their indices as line numbers for errors.
  private static func numbered(_ specifications: [RouteSpecification]) -> [RouteSpecification] {
    specifications.enumerated().map { index, specification in
      var specification = specification
      specification.position = SourcePosition(file: "", line: index, column: 1)
      return specification
    }
  }

  /// Conflicts that the oracle does not confirm: both routes must tie on the witness, under a base
  /// that they share.
  private static func faults(of error: RouteTableErrors, _ routes: [OracleRoute]) -> [String] {
    var faults: [String] = []
    let precedence = OraclePrecedence(routes)
    for error in error.diagnostics where error.code == .routeConflict {
      guard let first = error.other, let second = error.position, let witness = error.witness else {
        faults.append("\(error.summary) lacks a route or a link")
        continue
      }
      let parts = witness.split(separator: "?", omittingEmptySubsequences: false)
      guard let link = try? Link(witness) else {
        faults.append("\(witness) is no link")
        continue
      }
      let items = link.query.map { (name: $0.name, value: $0.value) }
      let isInside = [first, second].contains { routes[$0.line].schemes?.isEmpty ?? false }
      let isConfirmed = (isInside ? [nil] : ["x", "y"]).contains { scheme in
        let answer = OracleAnswer.find(
          precedence, OraclePath(Array(parts[0].utf8)), items, scheme: scheme)
        guard case .tie(let tied) = answer else { return false }
        return tied.contains(first.line) && tied.contains(second.line)
      }
      if !isConfirmed {
        faults.append("routes \(first.line) and \(second.line) do not tie on \(witness)")
      }
    }
    return faults
  }
}
