extension DefinitionBuilder {
  /// Checks that no switch hides a challenge while its gate is asked for by a link to a screen that
  /// can be shown.
  ///
  /// A gate is asked for while it is closed, or open for another account, and the gates that it
  /// requires are open; all others can be open or closed. A coordinator is hidden while the gates
  /// of a rival are open, and more open gates only hide more. So for each rival of a challenge it
  /// suffices to check the state where only the gates required so far are open.
  mutating func checkChallenges(_ parts: DefinitionParts) {
    let definition = AppDefinition(parts: parts)
    var known: [Asking]?
    var checksLeft = Limits.challengeChecksMax
    for (index, gate) in parts.gates.enumerated() {
      guard let owner = definition.owner(ofLinkTo: gate.challenge.route) else {
        continue
      }
      let asked = Identifier<Gate>(index)
      for rival in definition.rivals(of: owner) {
        // The gate is asked for while it is open only by links that name an account.
        let isOpen = definition[rival].gates.contains(asked)
        guard !isOpen || definition.accountGates.contains(asked) else { continue }
        let open = gate.requires.union(definition[rival].gates)
        let askings = known ?? askings(definition)
        known = askings
        checksLeft -= askings.count
        guard checksLeft > 0 else { return }
        let isHidden = askings.contains {
          $0.asks(for: asked, while: open) && (!isOpen || $0.accounts.contains(asked))
        }
        guard isHidden else { continue }
        report(
          .hiddenChallenge(
            gate: gate.name, link: gate.challenge.link, shown: definition[rival].name,
            at: gateDrafts[index].challenge.position, rival: definition[rival].position))
        break
      }
    }
  }

  /// The links from outside that require gates, each kind once.
  private func askings(_ definition: AppDefinition) -> [Asking] {
    var askings: Set<Asking> = []
    for route in definition.routes {
      guard case .screen = route.target else { continue }
      let gates = definition.gatesOnTheWay(to: route)
      guard !gates.isEmpty else { continue }
      let rivals = route.owner(home: definition.home).map { definition.rivals(of: $0) } ?? []
      askings.insert(
        Asking(
          gates: gates, accounts: GateSet(route.accounts.map { $0.gate }),
          rivals: Set(rivals.map { definition[$0].gates })))
    }
    return Array(askings)
  }

  /// What decides whether a link asks for a gate and can be shown once it has opened.
  private struct Asking: Hashable {
    /// The gates that the link requires.
    let gates: GateSet
    /// Those of them that it requires for one account.
    let accounts: GateSet
    /// For each rival of its coordinator, the gates that let it hide the coordinator.
    let rivals: Set<GateSet>

    func asks(for gate: Identifier<Gate>, while open: GateSet) -> Bool {
      gates.contains(gate) && !rivals.contains { $0.isSubset(of: open.union(gates)) }
    }
  }
}
