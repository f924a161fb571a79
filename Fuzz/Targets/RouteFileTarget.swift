import Diagnostics
import Links
import Navigation
import RouteFiles
import RouteProofs

/// Route files: every file yields an app or errors with messages, and an app starts in a valid
/// state.
enum RouteFileTarget {
  static func fault(of bytes: [UInt8]) -> String? {
    let (plugin, errors) = RouteFolder.parse(bytes, file: "fuzz.yaml")
    if let fault = errors.lazy.compactMap(fault(of:)).first { return fault }
    guard let plugin else { return errors.isEmpty ? "neither a plugin nor an error" : nil }
    guard errors.isEmpty else { return nil }
    do throws(DiagnosticList) {
      return fault(of: try AppDefinition(plugins: [plugin]))
    } catch {
      guard !error.diagnostics.isEmpty else { return "refused without an error" }
      return error.diagnostics.lazy.compactMap(fault(of:)).first
    }
  }

  private static func fault(of error: Diagnostic) -> String? {
    return error.message.isEmpty ? "an error without a message" : nil
  }

  private static func fault(of definition: AppDefinition) -> String? {
    let state = NavigationState(of: definition)
    if let violation = state.violations(in: definition).first { return violation }
    let survey = RouteSurvey(definition.table)
    for route in definition.routes.indices.prefix(routesTriedMax) {
      guard let witness = survey.link(opening: route) else { continue }
      guard let link = try? Link(witness),
        (try? definition.table.match(link))?.route == route
      else { return "the witness '\(witness)' does not open its route" }
      var state = state
      _ = state.apply(.open(witness, from: .outside), in: definition)
      if let violation = state.violations(in: definition).first { return violation }
    }
    return nil
  }
}

/// Enough to find faults, few enough to keep iterations fast.
private let routesTriedMax = 20
