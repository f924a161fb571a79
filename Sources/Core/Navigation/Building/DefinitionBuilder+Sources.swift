import Diagnostics
import Links
import RouteProofs

/// The sources of links, and the routes that open links from some of them only.
extension DefinitionBuilder {
  /// Collects the sources of all plugins after `inside` and `outside`, of which a plugin can say
  /// that the latter asks for consent.
  mutating func collectSources() {
    sources = AppDefinition.builtInSources
    for draft in unique(plugins.flatMap { $0.sources }, .source, name: { $0.name }) {
      let name = draft.name.value
      if let consent = draft.consent { consents.append(consent) }
      if draft.rule == .named, sameBytes(name, sources[AppDefinition.outside.index].name) {
        sources[AppDefinition.outside.index] = Source(
          name: name, rule: .named, consent: draft.consent.map { Template($0.value) },
          position: draft.name.position)
        continue
      }
      if sources.prefix(2).contains(where: { sameBytes($0.name, name) }) {
        report(.duplicate(.source, name: name, at: draft.name.position, existing: nil))
        continue
      }
      if draft.rule == .invalid, let other = sources.first(where: { $0.rule == .invalid }) {
        report(.invalidSources(name, other: other, at: draft.name.position))
        continue
      }
      sources.append(
        Source(
          name: name, rule: draft.rule, consent: draft.consent.map { Template($0.value) },
          position: draft.name.position))
    }
    sourceIndex = index(sources) { $0.name }
  }

  /// The sources whose links a route opens; `nil` for all.
  mutating func admission(of draft: RouteDraft, _ parameters: [Parameter]) -> Route.Admission? {
    guard let names = draft.sources else { return nil }
    let admitted = names.compactMap { lookUp($0, in: sourceIndex, .source) }
    // If a name is unknown, the others say too little.
    guard admitted.count == names.count else { return nil }
    if admitted.isEmpty {
      report(.noSource(of: draft.path.value, at: draft.path.position))
      return nil
    }
    let otherwise = draft.otherwise.map { Template($0.value) }
    if draft.guests == nil, let otherwise { checkOtherwise(otherwise, of: draft, parameters) }
    return Route.Admission(
      sources: SourceSet(admitted.map { Identifier<Source>($0) }), otherwise: otherwise)
  }

  /// Whether a route asks before it opens links; `nil` if their source decides.
  mutating func consent(of draft: RouteDraft) -> Route.Consent? {
    guard let consent = draft.consent else { return nil }
    if sameBytes(consent.value, AppDefinition.noConsent) { return .never }
    consents.append(consent)
    return .ask(Template(consent.value))
  }

  /// Checks the links to screens that ask for consent.
  mutating func checkConsents(_ definition: AppDefinition) {
    for consent in consents {
      let template = Template(consent.value)
      var why: String?
      if let name = template.names.first(where: {
        !sameBytes($0, AppDefinition.linkParameter.name)
      }) {
        why = "has ':\(name)', and only ':link' is known there"
      } else if !gaps.mayMatch(template.text) {
        do throws(Refusal) {
          _ = try definition.consentScreen(template, for: "/")
        } catch {
          if case .forbidden = error {
            why =
              "cannot always be shown on top: it must be a sheet or a cover without 'in', "
              + "gates and guests"
          } else {
            why = "opens nothing: " + error.message
          }
        }
      }
      if let why { report(.consent(consent.value, why: why, at: consent.position)) }
    }
  }

  /// Checks the names in a link under `else`; for a route with `from`, `:link` takes the link.
  mutating func checkOtherwise(
    _ template: Template, of draft: RouteDraft, _ parameters: [Parameter]
  ) {
    let known = draft.sources == nil ? parameters : parameters + [AppDefinition.linkParameter]
    for (name, nearest) in template.unknownNames(among: known) {
      report(
        .otherwiseParameter(
          of: draft.path.value, name: name, nearest: nearest, at: draft.otherwise?.position))
    }
  }

  /// Why a screen that no link opens, such as a start, cannot be on a route; `nil` if it can.
  func whyNotFromInside(_ route: Route) -> String? {
    guard let admission = route.admission, !admission.sources.contains(AppDefinition.inside) else {
      return nil
    }
    return "opens no links from inside"
  }

  /// Checks the routes with `from`: a link to each from a source that it lacks must open something
  /// under `else`; and no link may place a parent's screen that it could not open itself.
  mutating func checkSources(_ definition: AppDefinition) {
    var survey: RouteSurvey?
    for (index, route) in definition.routes.enumerated() {
      checkParents(of: index, route, definition)
      guard let admission = route.admission, let template = admission.otherwise,
        !gaps.mayMatch(template.text),
        let other = definition.sourceIDs.last(where: { !admission.sources.contains($0) })
      else { continue }
      let known = survey ?? RouteSurvey(definition.table)
      survey = known
      let failure = failure(of: template, from: index, definition, known) {
        link throws(Refusal) in try definition.resolve(link, from: other)
      }
      guard let failure else { continue }
      report(
        .otherwiseOfSource(
          of: route.pattern, link: template.text, source: definition[other].name,
          why: failure.refusal.message, at: routeDrafts[index].otherwise?.position,
          witness: failure.link))
    }
  }

  private mutating func checkParents(of index: Int, _ route: Route, _ definition: AppDefinition) {
    let id = definition.routeIdentifier(index)
    for parent in route.parents {
      let below = definition[parent.route]
      guard
        let source = definition.sourceIDs.first(where: { source in
          guard source != AppDefinition.inside, route.admission?.sources.contains(source) ?? true
          else { return false }
          let isAsked =
            definition.consent(to: id, from: source) != nil
            || definition.consent(to: parent.route, from: source) == nil
          return !(below.admission?.sources.contains(source) ?? true) || !isAsked
        })
      else { continue }
      report(
        .parentOfSource(
          pattern: route.pattern, parent: below.pattern, source: definition[source].name,
          at: routeDrafts[index].path.position, parentAt: below.position))
    }
  }
}

extension Diagnostic {
  fileprivate static func invalidSources(
    _ name: String, other: Source, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeSource, "'\(name)' and '\(other.name)' are both for links with an invalid signature",
      advice: "Remove one of them.", at: position, other: other.position)
  }

  fileprivate static func consent(
    _ link: String, why: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeSource, "the link '\(link)' under 'consent' \(why)",
      advice: "Name the screen that shows the link and asks, as in '/confirm?link=:link'.",
      at: position)
  }

  fileprivate static func noSource(of pattern: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .routeSource, "route '\(pattern)' opens links from no source",
      advice: "Name a source, or remove 'from'.", at: position)
  }

  fileprivate static func otherwiseOfSource(
    of pattern: String, link: String, source: String, why: String, at position: SourcePosition?,
    witness: String
  ) -> Self {
    Diagnostic(
      .routeSource,
      "the link '\(link)' under 'else' of route '\(pattern)' opens nothing from '\(source)': "
        + why,
      advice: "Set it to a link of this app that opens from every source that 'from' lacks.",
      at: position, witness: witness)
  }

  fileprivate static func parentOfSource(
    pattern: String, parent: String, source: String, at position: SourcePosition?,
    parentAt: SourcePosition?
  ) -> Self {
    Diagnostic(
      .routeSource,
      "a link from '\(source)' to route '\(pattern)' places its parent '\(parent)', which opens "
        + "no links from there, or not without consent",
      advice: "Give the route the 'from' and 'consent' of its parent, or another parent.",
      at: position,
      other: parentAt)
  }
}
