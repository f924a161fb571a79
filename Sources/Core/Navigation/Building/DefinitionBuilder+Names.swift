import Diagnostics

extension DefinitionBuilder {
  /// Collects the declarations of all plugins in an order independent of theirs, and reports
  /// duplicates.
  ///
  /// - Returns: Whether everything is within the limits.
  mutating func collectNames() -> Bool {
    // A plugin without a name could not be read.
    _ = unique(plugins.filter { !$0.name.value.utf8.isEmpty }, .plugin) { $0.name }
    gateDrafts = unique(plugins.flatMap { $0.gates }, .gate) { $0.name }
    collectSources()
    let coordinators = plugins.flatMap { $0.coordinators }
    coordinatorDrafts = unique(coordinators, .coordinator) { $0.name }
    if coordinatorDrafts.count < coordinators.count { gaps.areParentsKnown = false }
    screenDrafts = unique(screens() + screensMadeElsewhere(), .screen) { $0.name }
    coordinatorIndex = index(coordinatorDrafts) { $0.name.value }
    screenIndex = index(screenDrafts) { $0.name.value }
    routeDrafts = DeclaredRoutes(of: plugins)
    _ = unique(routeDrafts.compactMap { $0.name }, .route) { $0 }
    return areFew()
  }

  /// Whether the definition is within the limits; reports what exceeds them, at the first that is
  /// too many.
  private mutating func areFew() -> Bool {
    var areFew = true
    func check(_ positions: [SourcePosition?], _ name: String, _ bound: Int) {
      guard positions.count > bound else { return }
      areFew = false
      let sorted = positions.compactMap { $0 }.inOrder(by: <)
      let first = sorted.indices.contains(bound) ? sorted[bound] : sorted.last
      report(.limit(name: name, bound: bound, at: first))
    }
    check(coordinatorDrafts.map { $0.name.position }, "coordinators", Limits.coordinatorsMax)
    check(sources.map { $0.position }, "sources of links", Limits.sourcesMax)
    check(gateDrafts.map { $0.name.position }, "gates", Limits.gatesMax)
    if routeDrafts.count > Limits.routesMax {
      check(routeDrafts.map { $0.path.position }, "routes", Limits.routesMax)
    }
    for index in screenDrafts.indices where screenDrafts[index].taps.count > Limits.tapsMax {
      let screen = screenDrafts[index]
      let position = screen.taps[Limits.tapsMax].name.position ?? screen.name.position
      report(.limit(name: "taps of one screen", bound: Limits.tapsMax, at: position))
      screenDrafts[index].taps.removeSubrange(Limits.tapsMax...)
    }
    for index in plugins.indices where plugins[index].bases.count > Limits.basesMax {
      let position = plugins[index].bases[Limits.basesMax].position ?? plugins[index].name.position
      report(.limit(name: "links of one plugin", bound: Limits.basesMax, at: position))
      plugins[index].bases.removeSubrange(Limits.basesMax...)
    }
    for index in routeDrafts.indices { cutRoute(index) }
    return areFew
  }

  /// Removes the parts of a route that exceed a limit, and reports the first of them.
  private mutating func cutRoute(_ index: Int) {
    func report(_ name: String, _ bound: Int, at position: SourcePosition?) {
      self.report(
        .limit(name: name, bound: bound, at: position ?? routeDrafts[index].path.position))
    }
    if routeDrafts[index].parents.count > Limits.parentsMax {
      let first = routeDrafts[index].parents[Limits.parentsMax]
      report("parents of one route", Limits.parentsMax, at: first.position)
      routeDrafts[index].parents.removeSubrange(Limits.parentsMax...)
    }
    if let bases = routeDrafts[index].bases, bases.count > Limits.basesMax {
      report("links of one route", Limits.basesMax, at: bases[Limits.basesMax].position)
      routeDrafts[index].bases?.removeSubrange(Limits.basesMax...)
    }
    if routeDrafts[index].values.count > Limits.valuesMax {
      let first = routeDrafts[index].values[Limits.valuesMax].name
      report("values of one route", Limits.valuesMax, at: first.position)
      routeDrafts[index].values.removeSubrange(Limits.valuesMax...)
      routeDrafts[index].unread.insert(.values)
    }
    if routeDrafts[index].query.count > Limits.queryItemsMax {
      let first = routeDrafts[index].query[Limits.queryItemsMax].name
      report("query items of one route", Limits.queryItemsMax, at: first.position)
      routeDrafts[index].query.removeSubrange(Limits.queryItemsMax...)
      routeDrafts[index].unread.insert(.links)
    }
  }

  func index<Draft>(_ drafts: [Draft], name: (Draft) -> String) -> [TextBytes: Int] {
    Dictionary(
      drafts.enumerated().map { (TextBytes(name($1)), $0) }, uniquingKeysWith: { $1 })
  }

  /// The index of a name; reports an unknown name with the nearest known one.
  mutating func lookUp(
    _ name: Located<String>, in index: [TextBytes: Int], _ subject: Subject
  ) -> Int? {
    if let found = index[TextBytes(name.value)] { return found }
    // It may be declared where nothing could be read.
    if gaps.unread.contains(subject.part) { return nil }
    guard !isFull else { return nil }
    suggestionsLeft -= index.count
    let known = suggestionsLeft < 0 ? [] : index.keys.map { $0.text }
    report(
      .unknown(
        subject, name: name.value, nearest: nearest(to: name.value, in: known), at: name.position),
      about: subject)
    return nil
  }

  /// The declared screens, without those that say nothing and that another plugin declares, too.
  private func screens() -> [ScreenDraft] {
    var owners: [TextBytes: (plugin: Int, isBlank: Bool)] = [:]
    for (index, plugin) in plugins.enumerated() {
      for screen in plugin.screens {
        let owner = owners[TextBytes(screen.name.value)]
        guard owner.map({ $0.isBlank && !screen.isBlank }) ?? true else { continue }
        owners[TextBytes(screen.name.value)] = (index, screen.isBlank)
      }
    }
    return plugins.enumerated().flatMap { index, plugin in
      plugin.screens.filter {
        !$0.isBlank || owners[TextBytes($0.name.value)]?.plugin == index
      }
    }
  }

  /// Screens that a plugin's factory or process creates and no file describes.
  private func screensMadeElsewhere() -> [ScreenDraft] {
    guard plugins.contains(where: { $0.makesScreens }) else { return [] }
    var known = Set(plugins.flatMap { $0.screens }.map { TextBytes($0.name.value) })
    return plugins.filter { $0.makesScreens }.flatMap { $0.routes }.compactMap { $0.screen }
      .filter { known.insert(TextBytes($0.value)).inserted }
      .map { name in
        var draft = ScreenDraft(name: name)
        draft.isDescribed = false
        return draft
      }
  }

  mutating func unique<Draft>(
    _ drafts: [Draft], _ subject: Subject, name: (Draft) -> Located<String>
  ) -> [Draft] {
    unique(drafts.map(name), subject).map { drafts[$0] }
  }

  /// The places of the first of each name, in byte order of the names. Reports the others.
  private mutating func unique(_ names: [Located<String>], _ subject: Subject) -> [Int] {
    var seen: [TextBytes: SourcePosition?] = [:]
    seen.reserveCapacity(names.count)
    var kept: [Int] = []
    for (place, name) in names.enumerated() {
      if let existing = seen[TextBytes(name.value)] {
        report(
          .duplicate(subject, name: name.value, at: name.position, existing: existing),
          about: subject)
      } else {
        seen[TextBytes(name.value)] = .some(name.position)
        kept.append(place)
      }
    }
    return kept.sorted(byBytesOf: { names[$0].value })
  }
}
