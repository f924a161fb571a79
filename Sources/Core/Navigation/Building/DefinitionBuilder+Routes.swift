import Diagnostics
import Links
import RouteProofs

extension DefinitionBuilder {
  mutating func checkRoutes() {
    for index in routeDrafts.indices {
      let draft = routeDrafts[index]
      let fault: Diagnostic? =
        switch (draft.screen != nil, draft.redirect != nil, draft.presentation.entersNoScreen) {
        case (true, true, _): .screenAndRedirect(of: draft.path)
        case (false, false, false): .noTarget(of: draft.path)
        case (_, _, true) where draft.screen != nil || draft.redirect != nil:
          .target(of: draft.path, as: draft.presentation)
        case (false, _, _) where !draft.values.isEmpty: .valuesWithoutScreen(of: draft.path)
        default: nil
        }
      if let fault, !draft.unread.contains(.target) {
        report(fault)
        routeDrafts[index].unread.insert(.target)
      }
      if let screen = draft.screen, undeclaredScreens[TextBytes(screen.value)] == nil,
        lookUp(screen, in: screenIndex, .screen) == nil
      {
        // A screen without content, so that nothing else is wrong with the route.
        undeclaredScreens[TextBytes(screen.value)] = screenDrafts.count
        screenDrafts.append(ScreenDraft(name: screen))
      }
      checkOwner(of: draft)
      // A route file has the gates of accounts among the others.
      let ofAccounts = draft.accounts.map { $0.gate }.filter { gate in
        !draft.gates.contains { sameBytes($0.value, gate.value) }
      }
      routeGates.append(gateOrder(draft.gates + ofAccounts))
    }
  }

  /// Compiles the patterns of all routes. Leaves out those with errors, and those that conflict
  /// with an earlier one.
  ///
  /// - Returns: `nil` if no table could be built, after reporting why.
  mutating func makeTable() -> RouteTable? {
    let bases = readBases()
    var specifications: [RouteSpecification] = []
    specifications.reserveCapacity(routeDrafts.count)
    var broken: Set<Int> = []
    for index in routeDrafts.indices {
      let plugin = routeDrafts.plugin(of: index)
      do throws(Diagnostic) {
        let specification = try specification(
          of: routeDrafts[index], plugins[plugin], bases[index])
        if routeDrafts[index].unread.contains(.links) {
          broken.insert(index)
        } else {
          specifications.append(specification)
        }
      } catch {
        // A path that could not be read is empty.
        if !routeDrafts[index].path.value.utf8.isEmpty { report(error) }
        broken.insert(index)
      }
    }
    _ = leaveOut(broken)
    while true {
      do throws(RouteTableErrors) {
        return try RouteTable(specifications, stepsLeft: &comparisonStepsLeft)
      } catch {
        for fault in error.diagnostics { report(fault) }
        guard !error.routes.isEmpty else { return nil }
        specifications = leaveOut(error.routes).map { specifications[$0] }
        // Otherwise only single routes had errors, and the others have not been compared yet.
        if error.areCompared { return try? RouteTable(unchecked: specifications) }
      }
    }
  }

  /// Removes routes with errors; returns the indices of the others.
  private mutating func leaveOut(_ routes: Set<Int>) -> [Int] {
    guard !routes.isEmpty else { return [] }
    for index in routes { gaps.leaveOut(routeDrafts[index]) }
    let kept = routeDrafts.indices.filter { !routes.contains($0) }
    routeDrafts.keep(kept)
    routeGates = kept.map { routeGates[$0] }
    return kept
  }

  private func specification(
    of draft: RouteDraft, _ plugin: PluginDraft, _ bases: [Base]?
  ) throws(Diagnostic) -> RouteSpecification {
    var specification = RouteSpecification(
      try Pattern(draft.path.value, at: draft.path.position),
      types: draft.params.map { ($0.name.value, $0.type) },
      query: draft.query.map { item in
        QueryParameter(
          name: item.name.value, type: item.type, isOptional: item.isOptional,
          ignoresMisfits: draft.ignoredMisfits.contains { sameBytes($0, item.name.value) })
      },
      parts: draft.parts, bases: bases, isCaseSensitive: plugin.isCaseSensitive,
      position: draft.path.position)
    specification.typePositions = draft.params.map { $0.name.position }
    return specification
  }

  private mutating func checkOwner(of draft: RouteDraft) {
    guard let name = draft.coordinator,
      let owner = lookUp(name, in: coordinatorIndex, .coordinator)
    else { return }
    guard [.tabs, .switch].contains(coordinatorDrafts[owner].kind) else { return }
    report(.noStack(of: name.value, pattern: draft.path.value, at: name.position))
  }
}
