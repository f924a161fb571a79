public import Diagnostics
import Links
public import Navigation

/// Reads a whole definition and tells what is wrong with it, beyond what refuses to load.
///
///     let findings = Check.findings(in: plugins, of: try AppDefinition(plugins: plugins))
///
/// Every claim about links is proven over all links of the table, and carries a link that the table
/// confirms.
public enum Check {
  /// Everything there is to tell, in the order of files, lines, columns and codes.
  ///
  /// - Parameters:
  ///   - plugins: What the definition was made of.
  ///   - definition: Nil where the plugins do not make one: then only the texts of their paths are
  ///     looked at.
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

  /// The order of a report: file, line, column, code; what has no place comes first.
  public static func precedes(_ left: any Diagnostic, _ right: any Diagnostic) -> Bool {
    if let one = left.position, let two = right.position, one != two { return one < two }
    if (left.position == nil) != (right.position == nil) { return left.position == nil }
    return left.code.rawValue < right.code.rawValue
  }
}
