package import Navigation

/// The verdicts about an app's rules: first by a proof for every depth, then, for what that leaves
/// open, by a search for a real way.
package struct PolicyCheck {
  /// How much work is done at most.
  package struct Bounds: Sendable {
    /// The events that the proof applies.
    package var stepsMax = 100_000_000
    /// The events of a way that is searched for.
    package var depthMax = 1_000
    /// The views that the search visits.
    package var viewsMax = 200_000

    package init() {}
  }

  /// One for each rule, in their order.
  package private(set) var verdicts: [Verdict]
  /// The faults that the proof also shows.
  package let findings: [ProofFinding]
  package private(set) var proof: ElementProof
  package private(set) var search: ViewSearch

  /// Explores an app.
  ///
  /// - Parameter isStopped: Asked now and then whether to stop; what is not known then stays open.
  package init(
    of definition: AppDefinition, rules: [PolicyRule], bounds: Bounds = Bounds(),
    isStopped: () -> Bool = { false }
  ) {
    let alphabet = Alphabet(of: definition)
    proof = ElementProof(of: definition, alphabet)
    proof.run(stepsMax: bounds.stepsMax, isStopped: isStopped)
    findings = proof.findings
    search = ViewSearch(of: definition, alphabet)
    var verdicts = [Verdict](repeating: .open, count: rules.count)
    for (index, rule) in rules.enumerated() where rule.isProved(by: proof) {
      verdicts[index] = .proved
    }
    var open = rules.indices.filter { verdicts[$0] == .open }
    if !open.isEmpty {
      search.run(depthMax: bounds.depthMax, viewsMax: bounds.viewsMax, isStopped: isStopped) {
        state, way in
        for index in open {
          guard let events = rules[index].breach(in: state, of: definition) else { continue }
          verdicts[index] = .broken(way() + events)
        }
        open.removeAll { verdicts[$0] != .open }
        return !open.isEmpty
      }
    }
    self.verdicts = verdicts
  }
}
