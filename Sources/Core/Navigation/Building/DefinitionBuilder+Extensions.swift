import Diagnostics

/// What plugins add to the routes of others, such as a gate to an imported route.
extension DefinitionBuilder {
  /// Adds the extensions of each plugin to all routes of the others with the same path, and leaves
  /// out the routes that another plugin omits.
  mutating func extendRoutes() {
    guard plugins.contains(where: { !$0.extensions.isEmpty || !$0.omitted.isEmpty }) else { return }
    var places: [TextBytes: [(plugin: Int, route: Int)]] = [:]
    for (plugin, draft) in plugins.enumerated() {
      for (route, draft) in draft.routes.enumerated() {
        places[TextBytes(draft.path.value), default: []].append((plugin, route))
      }
    }
    func others(_ path: Located<String>, than plugin: Int) -> [(plugin: Int, route: Int)] {
      let found = places[TextBytes(path.value)]?.filter { $0.plugin != plugin } ?? []
      if found.isEmpty { reportExtension(path, known: places.keys) }
      return found
    }
    var omitted = plugins.map { [Bool](repeating: false, count: $0.routes.count) }
    for (index, plugin) in plugins.enumerated() {
      // A path that could not be read is empty.
      let extensions = plugin.extensions.filter { !$0.path.value.utf8.isEmpty }
      for added in unique(extensions, .route, name: { $0.path }) {
        for place in others(added.path, than: index) {
          let route = plugins[place.plugin].routes[place.route].path
          for fault in plugins[place.plugin].routes[place.route].add(added) {
            report(.extends(route, fault, at: added.path.position))
          }
        }
      }
      for path in plugin.omitted {
        for place in others(path, than: index) {
          omitted[place.plugin][place.route] = true
        }
      }
    }
    for (plugin, isOmitted) in omitted.enumerated() where isOmitted.contains(true) {
      let all = plugins[plugin].routes
      func screens(_ ofOmitted: Bool) -> Set<TextBytes> {
        Set(
          all.indices.filter { isOmitted[$0] == ofOmitted }
            .compactMap { all[$0].screen.map { TextBytes($0.value) } })
      }
      let (lost, kept) = (screens(true), screens(false))
      plugins[plugin].routes = all.indices.filter { !isOmitted[$0] }.map { all[$0] }
      // What only they show is not missed, unless more is said about it.
      plugins[plugin].screens.removeAll {
        let name = TextBytes($0.name.value)
        return $0.isBlank && lost.contains(name) && !kept.contains(name)
      }
    }
  }

  private mutating func reportExtension(
    _ path: Located<String>, known: some Collection<TextBytes>
  ) {
    // It may be declared where nothing could be read.
    guard !gaps.unread.contains(.routes), !isFull else { return }
    suggestionsLeft -= known.count
    let texts =
      suggestionsLeft < 0 ? [] : known.map { $0.text }.filter { !sameBytes($0, path.value) }
    report(.extendsNothing(path, nearest: nearest(to: path.value, in: texts)))
  }
}

extension RouteDraft {
  /// Adds the keys of another draft.
  /// - Returns: What is wrong with them: one clause each, about the route.
  fileprivate mutating func add(_ other: RouteDraft) -> [String] {
    var faults: [String] = []
    let entersNoScreen = redirect != nil || presentation.entersNoScreen
    if entersNoScreen,
      !other.gates.isEmpty || !other.parents.isEmpty || !other.values.isEmpty
        || !other.allow.isEmpty || other.coordinator != nil || other.repeatPolicy != .reuse
        || other.guests != nil || other.sources != nil || other.consent != nil
        || !other.accounts.isEmpty
        || other.intent != nil
    {
      faults.append("opens no screen, so that only its links can be added to")
    }
    func take<Value>(_ key: String, _ value: inout Value?, _ added: Value?) {
      guard let added else { return }
      if value == nil { value = added } else { faults.append("has '\(key)' already") }
    }
    take("screen", &screen, other.screen)
    take("redirect", &redirect, other.redirect)
    take("name", &name, other.name)
    take("links", &bases, other.bases)
    take("in", &coordinator, other.coordinator)
    take("guests", &guests, other.guests)
    take("from", &sources, other.sources)
    take("consent", &consent, other.consent)
    take("else", &otherwise, other.otherwise)
    take("intent", &intent, other.intent)
    func take<Value: Equatable>(_ key: String, _ value: inout Value, _ added: Value, _ none: Value)
    {
      guard added != none else { return }
      if value == none { value = added } else { faults.append("has '\(key)' already") }
    }
    take("as", &presentation, other.presentation, .push)
    take("repeat", &repeatPolicy, other.repeatPolicy, .reuse)
    var own = parents.isEmpty ? nil : parents
    take("parents", &own, other.parents.isEmpty ? nil : other.parents)
    parents = own ?? []
    // Only what can differ is reported: a gate can be required twice.
    func append<Value>(
      _ key: String?, _ values: inout [Value], _ added: [Value], name: (Value) -> String
    ) {
      var known = Set(values.map { TextBytes(name($0)) })
      for value in added {
        if known.insert(TextBytes(name(value))).inserted {
          values.append(value)
        } else if let key {
          faults.append("has '\(name(value))' in '\(key)' already")
        }
      }
    }
    append("params", &params, other.params) { $0.name.value }
    append("query", &query, other.query) { $0.name.value }
    append(nil, &ignoredMisfits, other.ignoredMisfits) { $0 }
    append("values", &values, other.values) { $0.name.value }
    append(nil, &gates, other.gates) { $0.value }
    append("gates", &accounts, other.accounts) { $0.gate.value }
    append(nil, &parts, other.parts) { $0.rawValue }
    append(nil, &allow, other.allow) { $0.value.rawValue }
    unread.formUnion(other.unread)
    return faults
  }
}
