package import Diagnostics
import RouteProofs

/// Plugins that may have errors: everything that is wrong with them, and a definition of the rest.
/// Only to look for more faults: the definition may lack gates.
package struct InspectedPlugins: Sendable {
  /// Sorted by position.
  package let errors: [Diagnostic]
  /// What has no errors and does not depend on anything that has; `nil` if a limit of the whole
  /// definition is exceeded.
  package let definition: AppDefinition?
  package let gaps: DefinitionGaps

  /// Builds as much of a definition as the plugins allow.
  package init(_ plugins: [PluginDraft]) {
    var stepsLeft = RouteProofs.Limits.comparisonStepsMax
    self.init(plugins, comparisonStepsLeft: &stepsLeft)
  }

  /// The same.
  ///
  /// - Parameter comparisonStepsLeft: The steps that comparisons of routes may take; reduced by
  ///   those taken.
  package init(_ plugins: [PluginDraft], comparisonStepsLeft: inout Int) {
    let stepsMax = min(comparisonStepsLeft, RouteProofs.Limits.comparisonStepsMax)
    var builder = DefinitionBuilder(plugins: plugins, comparisonStepsMax: stepsMax)
    definition = builder.build().map { AppDefinition(parts: $0) }
    errors = builder.errors
    gaps = builder.gaps
    comparisonStepsLeft -= stepsMax - builder.comparisonStepsLeft
  }
}
