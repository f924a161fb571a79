import Diagnostics

extension NavigationState {
  /// The violated invariants, one clause each; empty for every state that `apply` produces.
  ///
  /// Checks that the tree is well formed, that no screen in it requires a closed gate (neither a
  /// visible screen nor one that `back` could reveal), and that the challenge of every waiting link
  /// is in the tree (docs/navigation.md, "The state").
  public func violations(in definition: AppDefinition) -> [String] {
    let count = definition.coordinators.count
    guard stacks.count == count, selections.count == count,
      subjects.count == definition.gates.count,
      openedMilliseconds.count == definition.gates.count
    else { return ["the state belongs to another definition"] }
    return entryViolations(in: definition) + treeViolations(in: definition)
      + layerViolations(in: definition) + gateViolations(in: definition)
  }

  private func entryViolations(in definition: AppDefinition) -> [String] {
    var faults: [String] = []
    var seen: Set<UInt64> = []
    forEachEntry { entry, coordinator in
      let name = definition.name(of: entry)
      if !seen.insert(entry.id).inserted || entry.id >= nextEntry {
        faults.append("\(name) has the id \(entry.id) of another screen")
      }
      if definition.screen(of: entry) == nil { faults.append("\(name) is not a screen") }
      if entry.values.count != definition[entry.route].parameters.count {
        faults.append("\(name) has \(entry.values.count) values")
      }
      let missing = definition.demands(of: entry, in: coordinator)
        .subtracting(openGates(to: entry, in: definition))
      if let gate = missing.first {
        faults.append("\(name) requires gate \(definition[gate].name), which is closed")
      }
      if definition.isShut(entry.route, while: openGates) {
        faults.append("\(name) is for guests, but its gate is open")
      }
    }
    return faults
  }

  private func treeViolations(in definition: AppDefinition) -> [String] {
    var faults: [String] = []
    if visibleStack(in: definition).isEmpty || stacks[visibleBase(in: definition)].isEmpty {
      faults.append("nothing is shown")
    }
    for (index, coordinator) in definition.coordinators.enumerated() {
      let name = coordinator.name
      if stacks[index].count > Limits.stackDepthMax { faults.append("\(name) is too deep") }
      if coordinator.kind != .stack, !stacks[index].isEmpty { faults.append("\(name) has a stack") }
      let isSelectable =
        coordinator.children.isEmpty
        ? selections[index] == 0 : coordinator.children.indices.contains(selections[index])
      if !isSelectable { faults.append("\(name) selects child \(selections[index])") }
      guard isSelectable, !coordinator.children.isEmpty else { continue }
      let child = childToShow(of: Identifier(index), given: openGates, in: definition)
      if let child, child != selections[index] { faults.append("\(name) shows the wrong child") }
    }
    return faults + tabViolations(in: definition)
  }

  private func tabViolations(in definition: AppDefinition) -> [String] {
    var faults: [String] = []
    for (index, tab) in earlierTabs.enumerated() {
      let name = definition[tab].name
      let parent = definition[tab].parent
      if parent.map({ definition[$0].back == .history }) != true {
        faults.append("\(name) is remembered, but no history is kept")
      }
      if parent.flatMap({ child(of: $0, in: definition) }) == tab {
        faults.append("\(name) is selected, but remembered as an earlier tab")
      }
      if !definition[tab].gates.isSubset(of: openGates) {
        faults.append("\(name) is remembered, but requires a closed gate")
      }
      if earlierTabs.prefix(index).contains(tab) { faults.append("\(name) is remembered twice") }
    }
    return faults
  }

  private func layerViolations(in definition: AppDefinition) -> [String] {
    var faults: [String] = []
    if layers.count > Limits.layersMax { faults.append("too many layers") }
    for layer in layers {
      let name = definition[layer.coordinator].name
      if layer.stack.isEmpty { faults.append("a layer of \(name) is empty") }
      if layer.stack.count > Limits.stackDepthMax {
        faults.append("a layer of \(name) is too deep")
      }
      if layer.kind == .flow, definition[layer.coordinator].kind != .flow {
        faults.append("\(name) runs but is not a flow")
      }
    }
    return faults
  }

  private func gateViolations(in definition: AppDefinition) -> [String] {
    var faults: [String] = []
    for (index, gate) in definition.gates.enumerated() {
      let isOpen = openGates.contains(Identifier(index))
      if isOpen, !gate.requires.isSubset(of: openGates) {
        faults.append("gate \(gate.name) is open but a gate that it requires is closed")
      }
      if !isOpen, openedMilliseconds[index] != nil {
        faults.append("closed gate \(gate.name) has a time")
      }
      if !isOpen, subjects[index] != nil { faults.append("closed gate \(gate.name) has a subject") }
    }
    let waiting = deferred.map { $0.gate }
    if zip(waiting, waiting.dropFirst()).contains(where: { $0 >= $1 }) {
      faults.append("two links wait for one gate")
    }
    for link in deferred {
      let name = definition[link.gate].name
      if openGates.contains(link.gate), !isForOtherAccount(link, in: definition) {
        faults.append("a link waits for the open gate \(name)")
      }
      if link.expiresMilliseconds <= nowMilliseconds { faults.append("an expired link waits") }
      if !showsChallenge(of: link.gate, in: definition) {
        faults.append("a link waits for gate \(name), whose challenge is not in the tree")
      }
    }
    if let request, !isReady || !layers.contains(where: { $0.stack.first?.id == request.screen }) {
      faults.append("a link waits for consent, but no screen asks for it")
    }
    if isReady, !queue.isEmpty { faults.append("links wait for ready after it came") }
    if queue.count > Limits.queuedLinksMax { faults.append("too many links wait for ready") }
    return faults
  }

  /// Whether a link can wait although its gate is open: for another account.
  func isForOtherAccount(_ waiting: DeferredLink, in definition: AppDefinition) -> Bool {
    definition.accountGates.contains(waiting.gate) && waiting.subject != nil
      && !sameBytes(subjects[waiting.gate.index], waiting.subject)
  }
}
