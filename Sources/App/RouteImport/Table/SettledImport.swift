import Diagnostics
package import Navigation

/// A table as a plugin without errors, and what became of each part of the source.
package struct SettledImport: Sendable {
  /// A plugin that `check` accepts.
  package internal(set) var plugin: PluginDraft
  /// The routes in the order of the source; those with a draft are the plugin's, in its order,
  /// which `added` precede.
  package internal(set) var routes: [ImportedRoute]
  /// The routes that the source does not have and the plugin needs.
  package internal(set) var added: [RouteDraft] = []
  /// What became of the parts of the source that are no routes, and what was added.
  package internal(set) var remarks: [ImportRemark]
  /// Links that two routes match, and of which the source opens another than the plugin; or if its
  /// order is not known and neither is more specific everywhere, may do so. At most
  /// `ImportLimits.overlapsMax`, in the order of the source.
  package internal(set) var overlaps: [RouteOverlap] = []
  /// Whether these are all.
  package internal(set) var hasAllOverlaps = true
  /// How a module was read.
  package internal(set) var reading: String?
  /// The routes of all rounds of the check, which compares those of a round with each other.
  package internal(set) var checkedRoutes = 0

  /// All remarks in the order of the source, those without a place first.
  package var allRemarks: [ImportRemark] {
    let all = remarks + routes.flatMap(\.remarks)
    return all.enumerated().sorted { left, right in
      switch (left.element.position, right.element.position) {
      case (nil, .some): true
      case (.some, nil): false
      case (let leftAt?, let rightAt?) where leftAt != rightAt: leftAt < rightAt
      default: left.offset < right.offset
      }
    }.map(\.element)
  }

  package func count(_ result: ImportedRoute.Result) -> Int {
    routes.count { $0.result == result }
  }
}

/// A link that two routes match.
package struct RouteOverlap: DiagnosticError {
  package let link: String
  /// The route that does not open it, as the source names it.
  package let route: Located<String>
  /// The route that opens it.
  package let taker: Located<String>
  /// Whether the source is known to open `route`.
  package let isDecided: Bool

  package var diagnostic: Diagnostic {
    let place = taker.position.map { " at \($0)" } ?? ""
    let start = "'\(shortened(link))' opens \(inQuotes(taker.value))\(place), and "
    return isDecided
      ? Diagnostic(
        .routePartlyShadowed, start + "\(inQuotes(route.value)) in the source",
        advice: "Add a route for such links.", severity: .warning, at: route.position)
      : Diagnostic(
        .routePartlyShadowed, start + "\(inQuotes(route.value)) matches it too",
        advice: "Check that the source decides so; if not, add a route for such links.",
        severity: .note, at: route.position)
  }
}

extension SettledImport {
  /// Gives the routes of a plugin that are as in the source, and its screens, the places that they
  /// have there.
  package func locate(_ plugin: inout PluginDraft) {
    // By the texts of routes and the names of screens.
    var places: [TextBytes: SourcePosition] = [:]
    for route in routes.reversed() {
      guard let draft = route.draft, let position = route.source.position else { continue }
      places[routeText(draft)] = position
      if let screen = draft.screen { places[TextBytes(screen.value)] = position }
    }
    for index in plugin.routes.indices {
      guard let position = places[routeText(plugin.routes[index])] else { continue }
      plugin.routes[index].move(to: position)
    }
    for index in plugin.screens.indices {
      guard let position = places[TextBytes(plugin.screens[index].name.value)] else { continue }
      plugin.screens[index].name.position = position
    }
  }
}

extension SettledImport {
  /// Leaves out what the other route files of an app declare: gates that the source only names, and
  /// the root, unless routes are in it. What was added for them is left out, too.
  /// - Parameter others: The plugins of those files.
  package mutating func join(_ others: [PluginDraft]) {
    let coordinators = others.flatMap(\.coordinators)
    let children = Set(coordinators.flatMap(\.children).map { TextBytes($0.value) })
    let hasRoot = coordinators.contains {
      $0.kind != .flow && !children.contains(TextBytes($0.name.value))
    }
    var unneeded: [String] = []
    if hasRoot, plugin.coordinators.count == 1, let root = plugin.coordinators.first,
      root.kind == .stack, plugin.routes.allSatisfy({ $0.coordinator == nil })
    {
      plugin.coordinators = []
      if let start = root.start { unneeded.append(start.value) }
      // One of the source has a place.
      if root.name.position != nil {
        remarks.append(
          ImportRemark(
            .dropped, "coordinator \(inQuotes(root.name.value))",
            "another file of the folder has the root", at: nil))
      }
    }
    let gates = Set(others.flatMap(\.gates).map { TextBytes($0.name.value) })
    plugin.gates.removeAll { gate in
      let isElsewhere = gate.name.position == nil && gates.contains(TextBytes(gate.name.value))
      if isElsewhere {
        unneeded.append(gate.challenge.value)
        remarks.removeAll { $0.subject == challengeSubject(gate.name.value) }
      }
      return isElsewhere
    }
    for path in unneeded {
      guard let index = added.firstIndex(where: { sameBytes($0.path.value, path) }) else {
        continue
      }
      let screen = added.remove(at: index).screen?.value
      plugin.routes.remove(at: index)
      plugin.screens.removeAll { sameBytes($0.name.value, screen) }
      remarks.removeAll { $0.subject == screenSubject(screen ?? "") }
    }
  }
}
