import Links

/// Links that are opened only if the user agrees.
extension EventTransaction {
  /// Shows the screen that asks whether to open a link, on top of everything. It replaces the one
  /// that asks about another link. A link that would be refused is refused at once.
  mutating func ask(
    _ link: String, from source: LinkSource, by template: Template
  ) throws(Refusal) -> Outcome {
    let (screen, kind) = try definition.consentScreen(template, for: link)
    var trial = EventTransaction(cause: cause, state: state, definition: definition)
    trial.mayLoseWork = true
    trial.keepsRequest = keepsRequest
    _ = try trial.open(link, from: source.withConsent)
    let outcome = try attempt { step throws(Refusal) in
      step.dropRequest(why: .superseded)
      let entry = step.makeEntry(screen)
      step.record(.ask(link: link))
      try step.present(kind, [entry], of: step.state.visibleBase(in: step.definition))
      step.state.rare.value.request = ConsentRequest(link: link, source: source, screen: entry.id)
    }
    if case .blocked = outcome { return outcome }
    return .asked(screen: definition.name(ofScreen: definition[screen.route]))
  }

  /// Opens the link that the visible screen asks about, once. If unsaved work blocks it, the
  /// screen stays; if it is refused by now, as after a gate has changed, it is dropped.
  mutating func accept() throws(Refusal) -> Outcome {
    let request = try visibleRequest()
    let (before, count) = (state, transitions.count)
    state.rare.value.request = nil
    record(.accept(link: request.link))
    dismissScreen(of: request)
    do throws(Refusal) {
      let outcome = try open(request.link, from: request.source.withConsent)
      guard case .blocked = outcome else { return outcome == .duplicated ? .moved : outcome }
      rollBack(to: before, transitionCount: count)
      withdrawQuestion(why: .superseded)
      return outcome
    } catch {
      rollBack(to: before, transitionCount: count)
      dropRequest(why: .refused(error))
      return .moved
    }
  }

  /// Forgets the link that the visible screen asks about.
  mutating func decline() throws(Refusal) -> Outcome {
    _ = try visibleRequest()
    return try attempt { step throws(Refusal) in step.dropRequest(why: .declined) }
  }

  private func visibleRequest() throws(Refusal) -> ConsentRequest {
    guard let request = state.request,
      state.visibleEntry(in: definition)?.id == request.screen
    else { throw .nothingToAnswer }
    return request
  }

  /// Drops the link that a screen asks about, and dismisses the screen with everything above it.
  mutating func dropRequest(why: DropReason) {
    guard let request = state.request else { return }
    state.rare.value.request = nil
    record(.drop(gate: nil, link: request.link, why: why))
    dismissScreen(of: request)
  }

  private mutating func dismissScreen(of request: ConsentRequest) {
    let layer = state.layers.firstIndex { $0.stack.first?.id == request.screen }
    if let layer { dismissLayers(above: layer - 1) }
  }

  /// Drops the link whose screen is no longer in the tree.
  mutating func dropRequestWithoutScreen(why: DropReason) {
    guard let request = state.request, !keepsRequest, state.entry(request.screen) == nil else {
      return
    }
    dropRequest(why: why)
  }

  /// Makes a change to the gates, which does not answer what a screen asks: if the change has
  /// dismissed that screen, it is shown again on top.
  mutating func keepingRequest(
    _ change: (inout EventTransaction) throws(Refusal) -> Outcome
  ) throws(Refusal) -> Outcome {
    guard let request = state.request,
      let layer = state.layers.first(where: { $0.stack.first?.id == request.screen })
    else { return try change(&self) }
    keepsRequest = true
    defer { keepsRequest = false }
    let outcome = try change(&self)
    keepsRequest = false
    showAgain(layer)
    return outcome
  }

  /// Shows the screen that asks about a link again, unless it is still in the state.
  ///
  /// - Parameter layer: The layer that it had.
  private mutating func showAgain(_ layer: Layer) {
    guard let entry = layer.stack.first, state.entry(entry.id) == nil else { return }
    do throws(Refusal) {
      try present(layer.kind, [entry], of: state.visibleBase(in: definition))
    } catch {
      dropRequest(why: .displaced)
    }
  }
}

extension AppDefinition {
  /// The text in place of a link under `consent` of a route that opens links at once.
  package static let noConsent = "none"

  /// The link of the screen that asks before a link from a source opens a route; `nil` if the link
  /// opens at once. The route's decides, or else the source's; links from inside are never asked
  /// about.
  package func consent(
    to route: Identifier<Route>, from source: Identifier<Source>
  ) -> Template? {
    guard source != Self.inside, case .screen = self[route].target else { return nil }
    return switch self[route].consent {
    case .ask(let template): template
    case .never: nil
    case nil: self[source].consent
    }
  }

  /// The screen that asks about a link, and its presentation: on top of everything, so that nothing
  /// has to be open or selected for it.
  ///
  /// - Throws: A refusal if the template leads to no such screen, as when the link is too long for
  ///   it.
  func consentScreen(
    _ template: Template, for link: String
  ) throws(Refusal) -> (screen: Destination, kind: Layer.Kind) {
    let text = template.filledAsLink(names: [Self.linkParameter], values: [link])
    let found = try resolve(text)
    guard let kind = consentKind(of: self[found.route]) else {
      throw .forbidden(link: text, pattern: self[found.route].pattern)
    }
    return (Destination(route: found.route, content: found.content, link: text), kind)
  }

  /// The routes whose screens ask for consent.
  package var consentRoutes: Set<Identifier<Route>> {
    guard asksForConsent else { return [] }
    var templates = sources.compactMap { $0.consent }
    for case .ask(let template) in routes.compactMap({ $0.consent }) { templates.append(template) }
    return Set(templates.compactMap { try? consentScreen($0, for: "/").screen.route })
  }

  /// The kind of layer that a route's screen asks in; `nil` if it cannot ask: it is not presented,
  /// belongs to a coordinator, or cannot always be shown.
  func consentKind(of route: Route) -> Layer.Kind? {
    guard case .screen = route.target, route.coordinator == nil, route.gateOrder.isEmpty,
      route.guests == nil
    else { return nil }
    return route.presentation.layerKind
  }
}

extension LinkSource {
  /// The same source of a link that the user has agreed to open.
  package var withConsent: Self {
    var source = self
    source.hasConsent = true
    return source
  }
}
