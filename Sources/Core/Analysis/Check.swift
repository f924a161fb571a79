public import Diagnostics
public import Navigation
import RouteProofs

/// Finds problems of a whole definition, beyond the errors that prevent loading it.
///
///     let findings = Check.findings(in: plugins, of: try AppDefinition(plugins: plugins))
///
/// Every claim about links holds for all links of the table, and comes with a link that the table
/// confirms.
public enum Check {
  /// All findings, ordered by file, line, column and code.
  ///
  /// - Parameters:
  ///   - plugins: The drafts that the definition is built from.
  ///   - definition: Nil if the plugins are rejected; then only their path texts are checked.
  ///   - hints: Whether to look for notes that need no action if intended: links that
  ///     routes or redirects lose.
  public static func findings(
    in plugins: [PluginDraft], of definition: AppDefinition?, hints: Bool = true
  ) -> [Diagnostic] {
    findings(in: plugins, of: definition, lacking: DefinitionGaps(), hints: hints)
  }

  /// The findings that are errors, in the same order, without searching for warnings.
  ///
  /// - Parameter stepsLeft: The steps of questions about links; reduced by those taken.
  package static func errors(
    in plugins: [PluginDraft], of definition: AppDefinition, stepsLeft: inout Int
  ) -> [Diagnostic] {
    var routes = RouteCheck(
      definition, findsHints: false, stepsMax: min(stepsLeft, RouteProofs.Limits.surveyStepsMax))
    let stepsMax = routes.survey.stepsLeft
    defer { stepsLeft -= stepsMax - routes.survey.stepsLeft }
    var findings = routes.reachFindings()
    findings += RedirectCheck(definition, routes, DefinitionGaps()).findings(hints: false)
    findings += GateCheck(plugins, definition).findings()
    findings += ScreenCheck(definition, routes, DefinitionGaps()).findings()
    return inOrder(findings.filter { $0.severity == .error })
  }

  /// Everything that is wrong with plugins that may have errors, in the same order.
  ///
  /// - Parameters:
  ///   - inspected: The same plugins.
  ///   - hints: Whether to look for notes that need no action if intended.
  package static func diagnostics(
    in plugins: [PluginDraft], _ inspected: InspectedPlugins, hints: Bool
  ) -> [Diagnostic] {
    inspected.errors
      + findings(in: plugins, of: inspected.definition, lacking: inspected.gaps, hints: hints)
  }

  private static func findings(
    in plugins: [PluginDraft], of definition: AppDefinition?, lacking gaps: DefinitionGaps,
    hints: Bool
  ) -> [Diagnostic] {
    guard let definition else { return inOrder(TextCheck(plugins).findings()) }
    var routes = RouteCheck(definition, findsHints: hints)
    var findings = routes.findings()
    findings += routes.slowness()
    findings += RedirectCheck(definition, routes, gaps).findings(hints: hints)
    // Without the whole tree it is not known what is hidden.
    let gates = GateCheck(plugins, definition)
    if gaps.isTreeKnown { findings += gates.findings() }
    if gaps.isEmpty { findings += gates.unused() }
    findings += ScreenCheck(definition, routes, gaps).findings()
    findings += SourceCheck(definition).findings()
    findings += IntentCheck(definition).findings(hints: hints)
    findings += (gaps.isEmpty ? TextCheck(routes) : TextCheck(plugins)).findings()
    return inOrder(findings)
  }

  /// Sorts findings by file, line, column and code; those without a position come first.
  ///
  /// Sorts small keys, since findings are large and can be many.
  public static func inOrder(_ findings: [Diagnostic]) -> [Diagnostic] {
    let files = Set(findings.compactMap { $0.position.map { TextBytes($0.file) } })
      .sorted { bytesPrecede($0.text, $1.text) }
    let ranks = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1, $0) })
    let keys = findings.map { finding in
      (
        finding.position.flatMap { ranks[TextBytes($0.file)] } ?? -1, finding.position?.line ?? 0,
        finding.position?.column ?? 0, finding.code.rawValue
      )
    }
    return keys.indices.sorted { keys[$0] < keys[$1] }.map { findings[$0] }
  }
}
