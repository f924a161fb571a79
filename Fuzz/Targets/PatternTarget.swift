import Diagnostics
import Links
import RouteProofs

/// Patterns and expressions: whatever is accepted can be added to a table and has witnesses that
/// the table confirms.
enum PatternTarget {
  /// - Parameter bytes: Patterns, one per line.
  static func fault(of bytes: [UInt8]) -> String? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 5)
    return fault(of: lines.map { String(decoding: $0, as: UTF8.self) }, texts: [])
  }

  /// - Parameter bytes: An expression, then subject texts, one per line.
  static func fault(ofExpression bytes: [UInt8]) -> String? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 5)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let expression = lines.first else { return nil }
    return fault(of: ["/:x(\(expression))"], texts: Array(lines.dropFirst()))
  }

  private static func fault(of patterns: [String], texts: [String]) -> String? {
    var specifications: [RouteSpecification] = []
    for text in patterns {
      do throws(Diagnostic) {
        var specification = RouteSpecification(try Pattern(text))
        specification.position = SourcePosition(file: "", line: specifications.count, column: 1)
        specifications.append(specification)
      } catch {
        if error.message.isEmpty { return "an error without a message" }
      }
    }
    do throws(RouteTableErrors) {
      return fault(of: try RouteTable(specifications), specifications, texts)
    } catch {
      return error.diagnostics.lazy.compactMap { fault(of: $0, specifications) }.first
    }
  }

  private static func fault(
    of table: RouteTable, _ specifications: [RouteSpecification], _ texts: [String]
  ) -> String? {
    for text in texts {
      let path = "/" + percentEncoded(text, keepingSlashes: false)
      if let link = try? Link(path) { _ = try? table.match(link) }
    }
    let survey = RouteSurvey(table)
    for route in specifications.indices {
      guard let witness = survey.link(opening: route) else { continue }
      guard let link = try? Link(witness) else { return "the witness '\(witness)' is not a link" }
      guard let match = try? table.match(link), match.route == route else {
        return "the witness '\(witness)' does not open its route"
      }
      let values = zip(table.parameters(of: route), match.values).compactMap { parameter, value in
        value.map { (name: parameter.name, value: $0) }
      }
      // The builder checks the links that it builds.
      _ = try? table.build(route: route, values: values)
    }
    return nil
  }

  /// Both sides of a conflict must accept its witness.
  private static func fault(
    of error: Diagnostic, _ specifications: [RouteSpecification]
  ) -> String? {
    guard !error.message.isEmpty else { return "an error without a message" }
    guard error.code == .routeConflict else { return nil }
    guard let witness = error.witness, let link = try? Link(witness) else {
      return "the witness '\(error.witness ?? "")' is not a link"
    }
    for specification in specifications
    where [error.position, error.other].contains(specification.position) {
      guard let table = try? RouteTable([specification]) else { continue }
      guard table.accepts(route: 0, link: link) else {
        return "'\(specification.label)' does not accept the witness '\(witness)'"
      }
    }
    return nil
  }
}
