import Diagnostics
import Links

extension DefinitionBuilder {
  /// Collects the declarations of all plugins in an order independent of theirs, and reports
  /// duplicates.
  ///
  /// - Returns: Whether everything is within the limits.
  mutating func collectNames() -> Bool {
    _ = unique(plugins, .plugin) { $0.name }
    gateDrafts = unique(plugins.flatMap(\.gates), .gate) { $0.name }
    coordinatorDrafts = unique(plugins.flatMap(\.coordinators), .coordinator) { $0.name }
    screenDrafts = unique(plugins.flatMap(\.screens) + screensMadeElsewhere(), .screen) { $0.name }
    coordinatorIndex = index(coordinatorDrafts) { $0.name.value }
    screenIndex = index(screenDrafts) { $0.name.value }
    routeDrafts = plugins.enumerated().flatMap { number, plugin in
      plugin.routes.map { (draft: $0, plugin: number) }
    }.sorted(byBytesOf: \.draft.path.value)
    _ = unique(routeDrafts.compactMap { $0.draft.name }, .route) { $0 }
    return areFew()
  }

  /// Whether everything is within the limits; reports what exceeds them.
  private mutating func areFew() -> Bool {
    var areFew = true
    func check(_ count: Int, _ name: String, _ bound: Int, at position: SourcePosition? = nil) {
      guard count > bound else { return }
      areFew = false
      report(.limit(name: name, bound: bound, at: position))
    }
    check(coordinatorDrafts.count, "coordinators", Limits.coordinatorsMax)
    check(routeDrafts.count, "routes", Limits.routesMax)
    check(gateDrafts.count, "gates", Limits.gatesMax)
    for screen in screenDrafts {
      check(screen.taps.count, "taps of one screen", Limits.tapsMax, at: screen.name.position)
    }
    for plugin in plugins {
      check(plugin.bases.count, "links of one plugin", Limits.basesMax, at: plugin.name.position)
    }
    for (route, _) in routeDrafts {
      let position = route.path.position
      check(route.parents.count, "parents of one route", Limits.parentsMax, at: position)
      check(route.values.count, "values of one route", Limits.valuesMax, at: position)
      check(route.query.count, "query items of one route", Limits.queryItemsMax, at: position)
    }
    return areFew
  }

  func index<Draft>(_ drafts: [Draft], name: (Draft) -> String) -> [TextBytes: Int] {
    Dictionary(
      drafts.enumerated().map { (TextBytes(name($1)), $0) }, uniquingKeysWith: { $1 })
  }

  /// The index of a name; reports an unknown name with the nearest known one.
  mutating func lookUp(
    _ name: Located<String>, in index: [TextBytes: Int], _ subject: DefinitionError.Subject
  ) -> Int? {
    if let found = index[TextBytes(name.value)] { return found }
    guard !isFull else { return nil }
    suggestionsLeft -= index.count
    let known = suggestionsLeft < 0 ? [] : index.keys.map(\.text)
    report(
      .unknown(
        subject, name: name.value, nearest: nearest(to: name.value, in: known), at: name.position))
    return nil
  }

  /// Screens that a plugin's factory or process creates and no file describes.
  private func screensMadeElsewhere() -> [ScreenDraft] {
    var known = Set(plugins.flatMap(\.screens).map { TextBytes($0.name.value) })
    return plugins.filter(\.makesScreens).flatMap(\.routes).compactMap(\.screen)
      .filter { known.insert(TextBytes($0.value)).inserted }
      .map { name in
        var draft = ScreenDraft(name: name)
        draft.isDescribed = false
        return draft
      }
  }

  private mutating func unique<Draft>(
    _ drafts: [Draft], _ subject: DefinitionError.Subject, name: (Draft) -> Located<String>
  ) -> [Draft] {
    var seen: [TextBytes: SourcePosition?] = [:]
    seen.reserveCapacity(drafts.count)
    var kept: [Draft] = []
    for draft in drafts {
      let name = name(draft)
      if let existing = seen[TextBytes(name.value)] {
        report(.duplicate(subject, name: name.value, at: name.position, existing: existing))
      } else {
        seen[TextBytes(name.value)] = .some(name.position)
        kept.append(draft)
      }
    }
    return kept.sorted(byBytesOf: { name($0).value })
  }
}
