import Diagnostics
import Links
import RouteProofs

extension DefinitionBuilder {
  mutating func checkRoutes() {
    for (draft, _) in routeDrafts {
      let fault: DefinitionError.RouteFault? =
        switch (draft.screen != nil, draft.redirect != nil, draft.presentation == .outside) {
        case (true, true, _): .screenAndRedirect
        case (false, false, false): .nothing
        case (_, _, true) where draft.screen != nil || draft.redirect != nil: .screenAndOutside
        case (false, _, _) where !draft.values.isEmpty: .valuesWithoutScreen
        default: nil
        }
      if let fault {
        report(.routeTarget(pattern: draft.path.value, fault: fault, at: draft.path.position))
      }
      if let screen = draft.screen { _ = lookUp(screen, in: screenIndex, .screen) }
      checkOwner(of: draft)
      routeGates.append(gateOrder(draft.gates))
    }
  }

  /// Compiles the patterns of all routes; `nil` if errors were reported.
  mutating func makeTable() -> RouteTable? {
    var specifications: [RouteSpecification] = []
    let bases = readBases()
    for (draft, plugin) in routeDrafts {
      do throws(PatternError) {
        specifications.append(
          try specification(of: draft, plugins[plugin], bases[plugin]))
      } catch {
        report(.pattern(error))
      }
    }
    guard specifications.count == routeDrafts.count else { return nil }
    do throws(RouteTableErrors) {
      return try RouteTable(specifications)
    } catch {
      for error in error.errors { report(.pattern(error)) }
      return nil
    }
  }

  private mutating func readBases() -> [[Base]] {
    plugins.map { plugin in
      plugin.bases.compactMap { base in
        do throws(PatternError) {
          return try Base(base.value, at: base.position)
        } catch {
          report(.pattern(error))
          return nil
        }
      }
    }
  }

  private func specification(
    of draft: RouteDraft, _ plugin: PluginDraft, _ bases: [Base]
  ) throws(PatternError) -> RouteSpecification {
    RouteSpecification(
      try Pattern(draft.path.value, at: draft.path.position),
      types: draft.params.map { ($0.name.value, $0.type) },
      query: draft.query.map {
        QueryParameter(name: $0.name.value, type: $0.type, isOptional: $0.isOptional)
      },
      bases: bases, isCaseSensitive: plugin.isCaseSensitive, position: draft.path.position)
  }

  private mutating func checkOwner(of draft: RouteDraft) {
    guard let name = draft.coordinator,
      let owner = lookUp(name, in: coordinatorIndex, .coordinator)
    else { return }
    guard [.tabs, .switch].contains(coordinatorDrafts[owner].kind) else { return }
    report(
      .shape(
        coordinator: name.value, fault: .noStack(pattern: draft.path.value), at: name.position))
  }
}
