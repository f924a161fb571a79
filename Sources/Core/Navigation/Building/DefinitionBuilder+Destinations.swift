import Diagnostics
import Links
import RouteProofs

extension DefinitionBuilder {
  /// Follows sample links of every redirect: each must come to an end, and one must open a route.
  ///
  /// If all samples fail, a redirect is reported only if its target provably opens nothing for any
  /// values.
  mutating func checkRedirects(_ definition: AppDefinition) {
    var survey: RouteSurvey?
    var chains = RedirectChains()
    for (index, route) in definition.routes.enumerated() {
      guard case .redirect(let template) = route.target,
        !gaps.routesWithoutTarget.contains(index)
      else { continue }
      let known = survey ?? RouteSurvey(definition.table)
      survey = known
      var failure: RefusedSample?
      for sample in samples(of: index, definition, known) {
        let refused = refused(sample, of: index, known) { link throws(Refusal) in
          try definition.resolve(link)
        }
        guard let refused else {
          failure = nil
          break
        }
        failure = failure ?? refused
        if case .forbidden = refused.refusal {
          failure = nil
          break
        }
        guard case .redirectLoop = refused.refusal else { continue }
        failure = nil
        gaps.routesWithoutTarget.insert(index)
        if let chain = chains.chain(from: refused.link, in: definition) { report(chain) }
        break
      }
      guard let failure, !gaps.mayMatch(template.text),
        !definition.leads(failure.link, into: gaps),
        !mayOpen(template, from: index, after: failure.refusal, definition, known)
      else { continue }
      let position = routeDrafts[index].redirect?.position
      guard let end = failure.endFromInside else {
        report(.redirectNothing(link: failure.link, target: template.text, at: position))
        gaps.routesWithoutTarget.insert(index)
        continue
      }
      report(
        definition[end].isInternal
          ? .redirectInside(link: failure.link, target: template.text, at: position)
          : .redirectElsewhere(link: failure.link, target: template.text, at: position))
    }
  }

  private mutating func report(_ chain: RedirectChain) {
    let places = chain.routes.prefix(2).map { routeDrafts[$0].redirect?.position }
    let (at, next) = (places.first ?? nil, places.dropFirst().first ?? nil)
    report(
      chain.isCircle
        ? .redirectLoop(links: chain.links, at: at, next: next)
        : .redirectTooLong(links: chain.links, at: at, next: next))
  }

  mutating func makeGate(
    _ index: Int, _ draft: GateDraft, _ definition: AppDefinition
  ) -> Gate {
    let link = draft.challenge
    guard draft.isWhole else { return gateWithoutChallenge(index, draft) }
    switch destination(link.value, definition) {
    case .failure(let why):
      if let why {
        report(
          .challenge(
            gate: draft.name.value, link: link.value, why: why.text, at: link.position))
      }
      return gateWithoutChallenge(index, draft)
    case .success(let destination):
      let route = definition[destination.route]
      let demanded = definition.gatesOnTheWay(to: route)
      let requires = GateSet(gateRequires[index])
      if let why = whyNotFromInside(route) {
        report(
          .challenge(gate: draft.name.value, link: link.value, why: why, at: link.position))
      }
      if let guests = route.guests?.gate,
        isForAccounts(index)
          || guests.index != index && !gateRequires[guests.index].contains(Identifier(index))
      {
        let why = "is only for guests of gate '\(gateDrafts[guests.index].name.value)'"
        report(
          .challenge(gate: draft.name.value, link: link.value, why: why, at: link.position))
      }
      if let first = demanded.subtracting(requires).first {
        report(
          .gateBehindItself(
            gate: draft.name.value, demanded: gateDrafts[first.index].name.value,
            link: link.value, at: link.position, route: route.position))
      }
      return Gate(
        name: draft.name.value, requires: requires, challenge: destination,
        keepMilliseconds: draft.keepMilliseconds, lapses: draft.lapses,
        position: draft.name.position)
    }
  }

  /// A gate whose challenge has an error, so that identifiers of gates remain indices.
  private mutating func gateWithoutChallenge(_ index: Int, _ draft: GateDraft) -> Gate {
    gaps.isTreeKnown = false
    return Gate(
      name: draft.name.value, requires: GateSet(gateRequires[index]),
      challenge: Destination(
        route: Identifier(0), content: LinkContent(), link: draft.challenge.value),
      keepMilliseconds: draft.keepMilliseconds, lapses: draft.lapses,
      position: draft.name.position)
  }

  mutating func makeCoordinator(
    _ index: Int, _ draft: CoordinatorDraft, _ definition: AppDefinition
  ) -> Coordinator {
    var start: Destination?
    if let link = draft.start {
      switch destination(link.value, definition) {
      case .failure(let why):
        gaps.isTreeKnown = false
        if let why {
          report(
            .start(
              coordinator: draft.name.value, link: link.value, why: why.text, at: link.position))
        }
      case .success(let found):
        if let why = whyNoStart(definition[found.route], of: index) {
          report(
            .start(coordinator: draft.name.value, link: link.value, why: why, at: link.position))
        }
        start = found
      }
    }
    return Coordinator(
      name: draft.name.value, kind: draft.kind,
      parent: coordinatorParents[index].map { Identifier($0) },
      children: draft.children.compactMap { coordinatorIndex[TextBytes($0.value)] }
        .filter { coordinatorParents[$0] == index }.map { Identifier($0) },
      start: start, back: draft.back ?? .firstTab, gates: GateSet(coordinatorGates[index]),
      gateOrder: coordinatorGates[index], path: path(of: index), position: draft.name.position)
  }

  /// Why a route cannot be a coordinator's start: it is presented, or belongs to another
  /// coordinator.
  private func whyNoStart(_ route: Route, of coordinator: Int) -> String? {
    if let kind = route.presentation.layerKind {
      return "is presented as a \(kind.rawValue), not placed on a stack"
    }
    if let guests = route.guests {
      return "is only for guests of gate '\(gateDrafts[guests.gate.index].name.value)'"
    }
    if let why = whyNotFromInside(route) { return why }
    if let account = route.accounts.first {
      return "is only for one account of gate '\(gateDrafts[account.gate.index].name.value)'"
    }
    guard let owner = route.coordinator, owner.index != coordinator else { return nil }
    return "is a route of coordinator '\(coordinatorDrafts[owner.index].name.value)'"
  }

  /// Checks that something can be shown whichever gates are open: from the root down, tabs need a
  /// child that can always be shown, and every child that a switch can show must be showable.
  mutating func checkWaysIn(_ parts: DefinitionParts) {
    var open = [(coordinator: parts.root, gates: GateSet())]
    while let (current, gates) = open.popLast() {
      guard !canAlwaysShow(current, gates, parts) else { continue }
      let coordinator = parts.coordinators[current.index]
      let shown = coordinator.gates.isSubset(of: gates) ? shownChildren(current, gates, parts) : []
      if shown.isEmpty {
        report(.noWayIn(coordinator: coordinator.name, at: coordinator.position))
      }
      for child in shown {
        open.append((child, gates.union(parts.coordinators[child.index].gates)))
      }
    }
  }

  /// Whether a coordinator can show something when at least these gates are open.
  private func canAlwaysShow(
    _ id: Identifier<Coordinator>, _ gates: GateSet, _ parts: DefinitionParts
  ) -> Bool {
    let coordinator = parts.coordinators[id.index]
    guard coordinator.gates.isSubset(of: gates) else { return false }
    if let start = coordinator.start {
      return parts.routes[start.route.index].gates.isSubset(of: gates)
    }
    guard coordinator.kind == .switch else {
      return coordinator.children.contains { canAlwaysShow($0, gates, parts) }
    }
    let shown = shownChildren(id, gates, parts)
    return !shown.isEmpty
      && shown.allSatisfy { child in
        canAlwaysShow(child, gates.union(parts.coordinators[child.index].gates), parts)
      }
  }

  /// The children that a switch can show when at least these gates are open; empty if it may have
  /// none to show, or for other kinds.
  private func shownChildren(
    _ id: Identifier<Coordinator>, _ gates: GateSet, _ parts: DefinitionParts
  ) -> ArraySlice<Identifier<Coordinator>> {
    let coordinator = parts.coordinators[id.index]
    guard coordinator.kind == .switch,
      let last = coordinator.children.firstIndex(where: {
        parts.coordinators[$0.index].gates.isSubset(of: gates)
      })
    else { return [] }
    return coordinator.children[...last]
  }

  private struct Fault: Error { let text: String }
  private enum Answer { case success(Destination), failure(Fault?) }

  /// - Returns: `nil` instead of a fault if the link may lead to something that is left out.
  private func destination(
    _ link: String, _ definition: AppDefinition
  ) -> Answer {
    do throws(Refusal) {
      let found = try definition.resolve(link)
      guard case .screen = definition[found.route].target else {
        let isUnknown = gaps.routesWithoutTarget.contains(found.route.index)
        return .failure(isUnknown ? nil : Fault(text: "belongs in the browser"))
      }
      return .success(
        Destination(route: found.route, content: found.content, link: link))
    } catch {
      if definition.leads(link, into: gaps) { return .failure(nil) }
      return .failure(Fault(text: "opens nothing: \(reason(error, definition))"))
    }
  }

  /// Why a link opens nothing. Commands cannot be advised while the definition has an error.
  private func reason(_ refusal: Refusal, _ definition: AppDefinition) -> String {
    guard case .notFound(let text) = refusal else { return refusal.message }
    let link = try? Link(text)
    let near = link.flatMap { definition.table.misses(of: $0, limit: 1, onlyNear: true).first }
    let nearest = near.map { miss in
      "; the nearest is '\(definition.routes[miss.route].pattern)': \(miss.description)"
    }
    return "no route matches '\(text)'" + (nearest ?? "")
  }
}
