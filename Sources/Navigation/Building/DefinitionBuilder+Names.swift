import Diagnostics

extension DefinitionBuilder {
  /// Collects what the plugins declare, in an order that does not depend on theirs, and reports
  /// what stands twice.
  /// - Returns: Whether there are few enough of everything to go on.
  mutating func collectNames() -> Bool {
    _ = unique(plugins, .plugin) { $0.name }
    gateDrafts = unique(plugins.flatMap(\.gates), .gate) { $0.name }
    coordinatorDrafts = unique(plugins.flatMap(\.coordinators), .coordinator) { $0.name }
    screenDrafts = unique(plugins.flatMap(\.screens) + screensMadeElsewhere(), .screen) { $0.name }
    coordinatorIndex = index(coordinatorDrafts) { $0.name.value }
    screenIndex = index(screenDrafts) { $0.name.value }
    routeDrafts = plugins.flatMap { plugin in plugin.routes.map { ($0, plugin) } }
    routeDrafts.sort { precedes($0.draft.path.value, $1.draft.path.value) }
    _ = unique(routeDrafts.compactMap { $0.draft.name }, .route) { $0 }
    let rows = [
      ("coordinators", coordinatorDrafts.count, Limits.coordinatorsMax),
      ("routes", routeDrafts.count, Limits.routesMax), ("gates", gateDrafts.count, Limits.gatesMax),
      (
        "taps of one screen", screenDrafts.map(\.taps.count).max() ?? 0,
        Limits.tapsMax
      ),
    ]
    let passed = rows.filter { $0.1 > $0.2 }
    for (name, _, bound) in passed { report(.limit(name: name, bound: bound, at: nil)) }
    return passed.isEmpty
  }

  func index<Draft>(_ drafts: [Draft], name: (Draft) -> String) -> [[UInt8]: Int] {
    var index: [[UInt8]: Int] = [:]
    for (number, draft) in drafts.enumerated() { index[Array(name(draft).utf8)] = number }
    return index
  }

  /// The number that a name stands for; an unknown name is reported with the nearest known one.
  mutating func lookUp(
    _ name: Located<String>, in index: [[UInt8]: Int], _ subject: DefinitionError.Subject
  ) -> Int? {
    if let found = index[Array(name.value.utf8)] { return found }
    guard !isFull else { return nil }
    suggestionsLeft -= index.count
    let known =
      suggestionsLeft < 0 ? [] : index.keys.map { String(decoding: $0, as: UTF8.self) }
    report(
      .unknown(
        subject, name: name.value, nearest: nearest(to: name.value, in: known), at: name.position))
    return nil
  }

  /// Screens of plugins whose factory or process makes them: a name is enough.
  private func screensMadeElsewhere() -> [ScreenDraft] {
    var known = Set(plugins.flatMap(\.screens).map { Array($0.name.value.utf8) })
    return plugins.filter(\.makesScreens).flatMap(\.routes).compactMap(\.screen)
      .filter { known.insert(Array($0.value.utf8)).inserted }
      .map { name in
        var draft = ScreenDraft(name: name)
        draft.isDescribed = false
        return draft
      }
  }

  private mutating func unique<Draft>(
    _ drafts: [Draft], _ subject: DefinitionError.Subject, name: (Draft) -> Located<String>
  ) -> [Draft] {
    var seen: [[UInt8]: SourcePosition?] = [:]
    var kept: [Draft] = []
    for draft in drafts {
      let name = name(draft)
      if let existing = seen[Array(name.value.utf8)] {
        report(.duplicate(subject, name: name.value, at: name.position, existing: existing))
      } else {
        seen[Array(name.value.utf8)] = .some(name.position)
        kept.append(draft)
      }
    }
    return kept.sorted { precedes(name($0).value, name($1).value) }
  }
}
