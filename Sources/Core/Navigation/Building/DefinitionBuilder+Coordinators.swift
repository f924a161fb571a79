import Diagnostics

extension DefinitionBuilder {
  /// Determines the parent and the gates of every coordinator; reports keys that do not fit the
  /// kind, cycles, and a missing or second root.
  mutating func linkCoordinators() {
    if coordinatorDrafts.isEmpty {
      if gaps.areParentsKnown { report(.noCoordinators(at: plugins.first?.name.position)) }
      // Everything else can still be checked.
      gaps.isTreeKnown = false
      coordinatorDrafts = [CoordinatorDraft(name: Located("", at: nil), kind: .stack)]
      coordinatorDrafts[0].isWhole = false
    }
    coordinatorParents = coordinatorDrafts.map { _ in nil }
    var places: [Int: (parent: Int, position: SourcePosition?)] = [:]
    for (parent, draft) in coordinatorDrafts.enumerated() {
      if draft.isWhole { checkShape(draft) } else { loseTree() }
      for name in draft.children {
        guard let child = lookUp(name, in: coordinatorIndex, .coordinator) else {
          loseTree()
          continue
        }
        if let existing = places[child] {
          report(
            .severalParents(
              child: name.value, first: coordinatorDrafts[existing.parent].name.value,
              second: draft.name.value, at: name.position, existing: existing.position))
          continue
        }
        if coordinatorDrafts[child].kind == .flow {
          report(.flowAsChild(name.value, of: draft.name.value, at: name.position))
        }
        places[child] = (parent, name.position)
        coordinatorParents[child] = parent
      }
    }
    breakCoordinatorCycles()
    if gaps.areParentsKnown { reportRoots() }
    let ownGates = coordinatorDrafts.map { gateOrder($0.gates) }
    coordinatorGates = coordinatorDrafts.indices.map { coordinator in
      var lists: [[Identifier<Gate>]] = []
      var ancestor: Int? = coordinator
      while let current = ancestor {
        lists.append(ownGates[current])
        ancestor = coordinatorParents[current]
      }
      return orderedUnion(lists.reversed())
    }
  }

  /// The names from the root to a coordinator, joined with slashes.
  func path(of coordinator: Int) -> String {
    var names: [String] = []
    var next: Int? = coordinator
    while let current = next {
      names.append(coordinatorDrafts[current].name.value)
      next = coordinatorParents[current]
    }
    names.reverse()
    return names.joined(separator: "/")
  }

  private mutating func checkShape(_ draft: CoordinatorDraft) {
    let name = draft.name.value
    if draft.back != nil, draft.kind != .tabs {
      report(.back(withoutTabs: name, at: draft.name.position))
    }
    switch draft.kind {
    case .stack, .flow:
      if let child = draft.children.first { report(.children(ofStack: name, at: child.position)) }
      if draft.start == nil { report(.noStart(of: name, at: draft.name.position)) }
    case .tabs, .switch:
      if draft.children.isEmpty { report(.noChildren(of: name, at: draft.name.position)) }
      if let start = draft.start { report(.start(withoutStack: name, at: start.position)) }
    }
  }

  /// Parents of coordinators, and with them the tree, are not known.
  private mutating func loseTree() {
    gaps.areParentsKnown = false
    gaps.isTreeKnown = false
  }

  /// Reports cycles of parents, and removes one parent of each.
  private mutating func breakCoordinatorCycles() {
    var isSettled = [Bool](repeating: false, count: coordinatorDrafts.count)
    for start in coordinatorDrafts.indices {
      var chain: [Int] = []
      var next: Int? = start
      while let current = next, !isSettled[current] {
        if let first = chain.firstIndex(of: current) {
          let circle = chain[first...] + [current]
          report(
            .coordinatorCycle(
              names: circle.map { coordinatorDrafts[$0].name.value },
              at: coordinatorDrafts[current].name.position))
          coordinatorParents[current] = nil
          loseTree()
          break
        }
        chain.append(current)
        next = coordinatorParents[current]
      }
      for coordinator in chain { isSettled[coordinator] = true }
    }
  }

  private mutating func reportRoots() {
    guard let first = roots.first else {
      return report(.noRoot(at: coordinatorDrafts[0].name.position))
    }
    for second in roots.dropFirst() {
      report(
        .severalRoots(
          first: coordinatorDrafts[first].name.value, second: coordinatorDrafts[second].name.value,
          at: coordinatorDrafts[second].name.position,
          existing: coordinatorDrafts[first].name.position))
    }
  }
}
