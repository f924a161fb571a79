import Diagnostics
import Navigation
import PlatformComparison
import PlatformGeneration
import PlatformLinks

/// The routes and the platforms' files, with what `compare` finds.
struct ComparedFiles {
  let definition: AppDefinition
  let claims: LinkClaims
  /// The websites that are compared; all if `nil`.
  let hosts: [AssociatedHost]?
  /// What is wrong with the files themselves.
  let faults: [Diagnostic]
  let comparison: PlatformComparison

  /// Compares them.
  init(
    _ definition: AppDefinition, _ claims: LinkClaims, hosts: [AssociatedHost]?,
    from source: Identifier<Source>, faults: [Diagnostic]
  ) {
    var claims = claims
    claims.hosts = hosts ?? definition.associatedHosts
    (self.definition, self.claims, self.hosts, self.faults) = (definition, claims, hosts, faults)
    comparison = PlatformComparison(definition, claims, hosts: hosts, from: source)
  }

  /// All findings, each cause once.
  var findings: [Diagnostic] {
    let own = claims.appleFindings(
      hosts: hosts ?? definition.openHosts, areAll: hosts == nil, schemes: definition.openSchemes)
    return findingsOnce(faults + own, comparison.findings) + claims.neverVerified(hosts: hosts)
  }
}

/// The faults of the files and the findings of the comparison, each cause once: what a rule is for
/// is said by the comparison, and why nothing matches it by the file.
private func findingsOnce(_ faults: [Diagnostic], _ findings: [Diagnostic]) -> [Diagnostic] {
  let causes = Set(findings.flatMap { [$0.position, $0.other] })
  let places = Set(faults.filter { $0.severity != .note }.map(\.position))
  return faults.filter { $0.code != .platformManifestIncomplete || !causes.contains($0.position) }
    + findings.filter {
      $0.code != .compareNeverDecides || $0.witness != nil || !places.contains($0.position)
    }
}
