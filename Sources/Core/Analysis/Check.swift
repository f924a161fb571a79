public import Diagnostics
import Links
public import Navigation

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
  public static func findings(
    in plugins: [PluginDraft], of definition: AppDefinition?
  ) -> [Finding] {
    guard let definition else { return TextCheck(plugins).findings().sorted(by: precedes) }
    var routes = RouteCheck(definition)
    var findings = routes.findings()
    findings += routes.slowness()
    findings += RedirectCheck(definition, routes).findings()
    findings += GateCheck(plugins, definition).findings()
    findings += ScreenCheck(definition, routes).findings()
    findings += TextCheck(plugins, links: routes.links).findings()
    return findings.sorted(by: precedes)
  }

  /// The order of a report: file, line, column, code; findings without a position come first.
  public static func precedes(_ left: any Diagnostic, _ right: any Diagnostic) -> Bool {
    if let one = left.position, let two = right.position, one != two { return one < two }
    if (left.position == nil) != (right.position == nil) { return left.position == nil }
    return left.code.rawValue < right.code.rawValue
  }
}
