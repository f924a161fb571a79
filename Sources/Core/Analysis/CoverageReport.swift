package import Diagnostics
package import Navigation

/// A coverage with the names and places of the parts of an app.
package struct CoverageReport: Sendable {
  /// A part of the app, or a gate with all its uses.
  package struct Row: Sendable, Hashable {
    package let kind: Coverage.Kind
    /// The route's pattern, or the name.
    package let name: String
    /// The screen of a tap; `nil` for others.
    package var screen: String?
    package var position: SourcePosition?
    /// How often it was used; for a gate, how often in the rarest way.
    package var count = 0
    /// The uses that a gate lacks; empty for other parts.
    package var missing: [Coverage.GateUse] = []
  }

  /// The parts by kind, each kind in the order of the definition. Routes that refuse their links
  /// are left out, since nothing can open them.
  package let rows: [Row]

  package init(_ coverage: Coverage, of definition: AppDefinition) {
    rows = Coverage.Kind.allCases.flatMap { coverage.rows(of: $0, in: definition) }
  }

  /// How many parts of these kinds were used.
  package func share(of kinds: [Coverage.Kind]) -> Share {
    let rows = rows.filter { kinds.contains($0.kind) }
    return Share(rows.count { $0.count > 0 }, of: rows.count)
  }

  /// How many of the declared parts were used: what `--coverage-min` compares.
  package var share: Share { share(of: Coverage.Kind.declared) }

  /// The parts of these kinds that were not used: those with a place in the order of the files,
  /// then the others.
  package func unused(of kinds: [Coverage.Kind]) -> [Row] {
    let left = rows.filter { kinds.contains($0.kind) && $0.count == 0 }
    let placed = left.filter { $0.position != nil }.sorted { left, right in
      guard let left = left.position, let right = right.position else { return false }
      return left < right
    }
    return placed + left.filter { $0.position == nil }
  }
}

extension Coverage.Kind {
  /// The kinds of parts that route files declare.
  package static let declared = allCases.filter { $0.isDeclared }

  private var isDeclared: Bool {
    switch self {
    case .route, .screen, .tap, .gate, .coordinator: true
    case .outcome, .refusal, .transition: false
    }
  }
}

extension Coverage {
  fileprivate func rows(of kind: Kind, in definition: AppDefinition) -> [CoverageReport.Row] {
    switch kind {
    case .route:
      return definition.routes.indices.compactMap { index in
        let route = definition.routes[index]
        if case .nothing = route.target { return nil }
        return row(Item(kind, index), route.pattern, at: route.position)
      }
    case .screen:
      return definition.screens.indices.map { index in
        let screen = definition.screens[index]
        return row(Item(kind, index), screen.name, at: screen.position)
      }
    case .tap:
      return definition.screens.indices.flatMap { index in
        let screen = definition.screens[index]
        return screen.taps.indices.map { part in
          let tap = screen.taps[part]
          return row(Item(kind, index, part: part), tap.name, of: screen.name, at: tap.position)
        }
      }
    case .gate: return definition.gates.indices.map { row(ofGate: $0, in: definition) }
    case .coordinator:
      return definition.coordinators.indices.map { index in
        let coordinator = definition.coordinators[index]
        return row(Item(kind, index), coordinator.name, at: coordinator.position)
      }
    case .outcome:
      let asked: [Outcome.Name] = definition.asksForConsent ? [] : [.asked]
      return rows(kind, Outcome.kinds, without: asked)
    case .refusal:
      var impossible: [Refusal.Name] = definition.asksForConsent ? [] : [.nothingToAnswer]
      if definition.lapsingGates.isEmpty { impossible.append(.inBackground) }
      if definition.sources.count == AppDefinition.builtInSourceCount {
        impossible += [.source, .unknownSource]
      }
      return rows(kind, Refusal.reasons, without: impossible)
    case .transition:
      var impossible: [Transition.Name] = definition.asksForConsent ? [] : [.ask, .accept]
      if definition.lapsingGates.isEmpty { impossible += [.background, .foreground] }
      if definition.routes.allSatisfy({ $0.repeatPolicy != .update }) { impossible.append(.update) }
      return rows(kind, Transition.kinds, without: impossible)
    }
  }

  private func row(ofGate index: Int, in definition: AppDefinition) -> CoverageReport.Row {
    let gate = definition.gates[index]
    let counts = GateUse.allCases.map { count(of: Item(.gate, index, part: $0.rawValue)) }
    return CoverageReport.Row(
      kind: .gate, name: gate.name, position: gate.position, count: counts.min() ?? 0,
      missing: zip(GateUse.allCases, counts).filter { $0.1 == 0 }.map { $0.0 })
  }

  /// - Parameter impossible: What an app cannot do, as without sources, consent, lapses and
  ///   updates, is not missed.
  private func rows<Name: RawRepresentable<String>>(
    _ kind: Kind, _ names: [String], without impossible: [Name]
  ) -> [CoverageReport.Row] {
    names.indices
      .filter { index in !impossible.contains { sameBytes($0.rawValue, names[index]) } }
      .map { row(Item(kind, $0), names[$0]) }
  }

  private func row(
    _ item: Item, _ name: String, of screen: String? = nil, at position: SourcePosition? = nil
  ) -> CoverageReport.Row {
    CoverageReport.Row(
      kind: item.kind, name: name, screen: screen, position: position, count: count(of: item))
  }
}

extension CoverageReport.Row {
  /// A part of an app that was not used: context for a coverage, not a fault.
  package var note: Diagnostic {
    switch kind {
    case .route: note(.coverageRoute, "the route '\(name)' is not opened")
    case .screen: note(.coverageScreen, "the screen '\(name)' is not shown")
    case .tap: note(.coverageTap, "the tap '\(name)' of '\(screen ?? "")' is not performed")
    case .gate:
      note(
        .coverageGate,
        "the gate '\(name)' is " + missing.map { "not \($0.word)" }.joined(separator: " and "))
    case .coordinator: note(.coverageCoordinator, "the coordinator '\(name)' is not entered")
    case .outcome, .refusal, .transition:
      note(.coverageKind, "the \(kind) '\(name)' does not occur")
    }
  }

  private func note(_ code: DiagnosticCode, _ message: String) -> Diagnostic {
    Diagnostic(code, message, severity: .note, at: position)
  }
}

extension Coverage.GateUse {
  fileprivate var word: String {
    switch self {
    case .askedFor: "asked for"
    case .opened: "opened"
    case .closed: "closed"
    }
  }
}
