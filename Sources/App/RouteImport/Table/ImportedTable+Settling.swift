import Analysis
package import Diagnostics
import Links
import Navigation
import RouteFiles

extension ImportedTable {
  /// Turns the table into a plugin without errors.
  ///
  /// Names that a route file does not accept are replaced. What a definition needs and the source
  /// lacks is added: a root coordinator, a first screen, challenges of gates. Routes with errors
  /// are dropped, of two that match the same links the later one.
  /// - Parameter name: Becomes the name of the plugin.
  /// - Throws: `definition` if the rest is no app, such as with too many coordinators, or if so
  ///   many routes have errors that the checks reach `ImportLimits.checkedRoutesMax`.
  package func settled(as name: String) throws(Diagnostic) -> SettledImport {
    // More would make the search for starts and challenges slow, and are no definition anyway.
    for (count, countMax, noun) in [
      (coordinators.count, Limits.coordinatorsMax, "coordinators"),
      (
        Set(routes.flatMap { $0.draft?.gates ?? [] }.map { TextBytes($0.value) }).count,
        Limits.gatesMax, "gates"
      ),
      (bases.count, Limits.basesMax, "bases"),
    ] where count > countMax {
      throw .definition("more than \(countMax) \(noun)", advice: "Split the source.")
    }
    var settling = Settling(self, name: name)
    return try settling.settled()
  }
}

/// Removes the errors of a table in rounds. Each round drops at least one part of the table.
private struct Settling {
  private var table: ImportedTable
  private let name: String
  /// The name of each gate and coordinator, and the path of each route, with its place in the
  /// source. Every position in the table is an index of this list, as a line, so that errors are
  /// about parts, of which several can have one place in the source.
  private var parts: [Located<String>] = []
  /// The steps that the checks of all rounds may still take.
  private var comparisonStepsLeft = ImportLimits.comparisonStepsMax
  private var checkStepsLeft = ImportLimits.checkStepsMax

  init(_ table: ImportedTable, name: String) {
    self.table = table
    var names = NameMaker(prefix: "App")
    self.name = names.name(for: name)
    replaceNames()
    dropInvalidBases()
    assignBases()
    dropUnwritableRoutes()
    numberParts()
    dropRepeatedRoutes()
  }

  private mutating func numberParts() {
    func add(_ part: Located<String>) -> SourcePosition {
      parts.append(part)
      return SourcePosition(file: "", line: parts.count - 1, column: 1)
    }
    for index in table.gates.indices {
      table.gates[index].move(to: add(table.gates[index].name))
    }
    for index in table.coordinators.indices {
      table.coordinators[index].move(to: add(table.coordinators[index].name))
    }
    for index in table.routes.indices {
      let path = table.routes[index].draft?.path.value ?? ""
      let number = add(Located(path, at: table.routes[index].source.position))
      table.routes[index].update { $0.move(to: number) }
    }
  }

  /// The number of the first route.
  private var firstRoute: Int { parts.count - table.routes.count }

  /// A part with its place in the source.
  private func text(ofPart number: Int) -> String {
    inQuotes(parts[number].value) + (parts[number].position.map { " at \($0)" } ?? "")
  }

  /// Drops the outermost coordinator if it requires gates, which leave it nothing to show.
  private mutating func dropGatedRoot() {
    let children = Set(table.coordinators.flatMap(\.children).map { TextBytes($0.value) })
    let roots = table.coordinators.filter { !children.contains(TextBytes($0.name.value)) }
    guard roots.count == 1, let root = roots.first, !root.gates.isEmpty,
      let part = root.name.position?.line
    else { return }
    dropCoordinator(part)
    table.remark(
      .dropped, "coordinator \(inQuotes(root.name.value))",
      "it is the outermost one and requires gates, so that its screens require them themselves",
      at: parts[part].position)
  }

  mutating func settled() throws(Diagnostic) -> SettledImport {
    dropGatedRoot()
    var checkedRoutes = 0
    while true {
      var settled = attempt()
      checkedRoutes += settled.plugin.routes.count
      settled.checkedRoutes = checkedRoutes
      let inspected = InspectedPlugins(
        [settled.plugin], comparisonStepsLeft: &comparisonStepsLeft)
      var errors = inspected.errors
      if errors.isEmpty, let definition = inspected.definition {
        errors = Check.errors(
          in: [settled.plugin], of: definition, stepsLeft: &checkStepsLeft)
      }
      guard let first = errors.first else {
        if let definition = inspected.definition {
          let overlaps = ImportOverlaps(definition, table.routes, firstRoute: firstRoute)
          (settled.overlaps, settled.hasAllOverlaps) = overlaps.found()
        }
        return settled
      }
      let exhausted =
        checkedRoutes > ImportLimits.checkedRoutesMax
        ? "\(ImportLimits.checkedRoutesMax) routes"
        : comparisonStepsLeft <= 0 ? "\(ImportLimits.comparisonStepsMax) steps" : nil
      guard exhausted == nil, remove(errors, areFindings: inspected.errors.isEmpty) else {
        let dropped = table.routes.count { $0.draft == nil }
        let cause = reason(first, dropping: first.position?.line ?? 0)
        throw .definition(
          "the routes form no app\(dropped > 0 ? ", \(dropped) routes dropped" : ""): \(cause)"
            + (exhausted.map { "; the search for what to leave out ended at \($0)" } ?? ""),
          advice: exhausted == nil ? first.advice : "Correct the source, or import a part of it.")
      }
    }
  }

  /// Adds what the table lacks.
  private func attempt() -> SettledImport {
    var plugin = PluginDraft(name: Located(name, at: nil))
    plugin.bases = table.bases.map { Located($0, at: nil) }
    plugin.isCaseSensitive = table.isCaseSensitive
    var completion = ImportCompletion(table)
    completion.complete()
    plugin.gates = completion.gates
    plugin.coordinators = completion.coordinators
    plugin.routes = completion.added + table.routes.compactMap(\.draft)
    var seen: Set<String> = []
    for screen in plugin.routes.compactMap(\.screen?.value) where seen.insert(screen).inserted {
      plugin.screens.append(ScreenDraft(name: Located(screen, at: nil)))
    }
    return SettledImport(
      plugin: plugin, routes: table.routes, added: completion.added,
      remarks: table.remarks + completion.remarks, reading: table.reading)
  }

  /// Drops the parts of the table that have an error; false if none has.
  /// - Parameter areFindings: Whether the errors are those of `check`, about the first position.
  private mutating func remove(_ errors: [Diagnostic], areFindings: Bool) -> Bool {
    var faults: [Int: Diagnostic] = [:]
    for error in errors {
      // Of two that conflict, the later one; a route that others leave no link itself.
      let places = areFindings ? [error.position] : [error.position, error.other]
      guard let part = places.compactMap({ $0?.line }).max(by: isTried) else { continue }
      faults[part] = faults[part] ?? error
    }
    // Errors of routes can follow from those of coordinators.
    let isAboutOthers = faults.keys.contains { $0 < firstRoute }
    for (part, error) in faults.sorted(by: { $0.key < $1.key })
    where part < firstRoute || !isAboutOthers {
      let reason = reason(error, dropping: part)
      if part >= firstRoute {
        table.routes[part - firstRoute].drop(reason)
        continue
      }
      var subject = "coordinator \(inQuotes(parts[part].value))"
      if let index = table.gates.firstIndex(where: { $0.name.position?.line == part }) {
        subject = challengeSubject(table.gates.remove(at: index).name.value)
      } else {
        dropCoordinator(part)
      }
      table.remark(.dropped, subject, reason, error.advice, at: parts[part].position)
    }
    return !faults.isEmpty
  }

  /// Whether the source tries a part ahead of another, as far as that is known; else in order.
  private func isTried(_ first: Int, aheadOf second: Int) -> Bool {
    guard first >= firstRoute, second >= firstRoute else { return first < second }
    let (order, other) = (
      table.routes[first - firstRoute].order, table.routes[second - firstRoute].order
    )
    if SourceOrder.precedes(order, other) { return true }
    return !SourceOrder.precedes(other, order) && first < second
  }

  /// Why a part is dropped. A message that names other parts has their numbers, so it is replaced.
  private func reason(_ error: Diagnostic, dropping part: Int) -> String {
    let other = [error.position, error.other].compactMap { $0?.line }.first { $0 != part }
    let rival = other.map(text(ofPart:)) ?? "an added route"
    let witness = error.witness ?? ""
    return switch error.code {
    case .routeConflict: "\(rival) matches the same links, such as '\(witness)'"
    case .routeShadowed, .redirectDead:
      "all its links open more specific routes: '\(witness)' opens \(rival)"
    default: error.message
    }
  }

  /// Drops a coordinator. Its routes open on the visible stack instead; they and those of the
  /// coordinators in it keep its gates.
  private mutating func dropCoordinator(_ part: Int) {
    let name = parts[part].value
    let inner = coordinators(in: name)
    let gates = table.coordinators.first { $0.name.position?.line == part }?.gates ?? []
    table.coordinators.removeAll { $0.name.position?.line == part }
    for index in table.coordinators.indices {
      table.coordinators[index].children.removeAll { sameBytes($0.value, name) }
    }
    for index in table.routes.indices {
      guard let owner = table.routes[index].draft?.coordinator?.value,
        inner.contains(TextBytes(owner))
      else { continue }
      table.routes[index].update { draft in
        if sameBytes(owner, name) { draft.coordinator = nil }
        draft.gates += gates
        draft.gates.removeRepeated()
      }
    }
  }

  /// A coordinator and all in it.
  private func coordinators(in name: String) -> Set<TextBytes> {
    var found: Set<TextBytes> = [TextBytes(name)]
    var pending = [TextBytes(name)]
    while let next = pending.popLast() {
      for coordinator in table.coordinators where TextBytes(coordinator.name.value) == next {
        pending += coordinator.children.map { TextBytes($0.value) }
          .filter { found.insert($0).inserted }
      }
    }
    return found
  }

  /// Replaces names that a route file does not accept.
  private mutating func replaceNames() {
    var screens = NameMaker(prefix: "Screen")
    var coordinators = NameMaker(prefix: "coordinator")
    var gates = NameMaker(prefix: "gate")
    func replace(_ name: inout Located<String>, _ maker: inout NameMaker) {
      name.value = maker.name(for: name.value)
    }
    func replace(_ names: inout [Located<String>], _ maker: inout NameMaker) {
      for index in names.indices { replace(&names[index], &maker) }
      names.removeRepeated()
    }
    for index in table.coordinators.indices {
      replace(&table.coordinators[index].name, &coordinators)
    }
    for index in table.coordinators.indices {
      replace(&table.coordinators[index].children, &coordinators)
      replace(&table.coordinators[index].gates, &gates)
    }
    for index in table.gates.indices {
      replace(&table.gates[index].name, &gates)
      replace(&table.gates[index].requires, &gates)
    }
    for index in table.routes.indices {
      table.routes[index].update { draft in
        replace(&draft.gates, &gates)
        if let guests = draft.guests?.value { draft.guests?.value = gates.name(for: guests) }
        draft.parents.removeRepeated()
        if let screen = draft.screen?.value { draft.screen?.value = screens.name(for: screen) }
        if let coordinator = draft.coordinator?.value {
          draft.coordinator?.value = coordinators.name(for: coordinator)
        }
      }
    }
    noteRenamed(coordinators, "coordinator")
    noteRenamed(gates, "gate")
    noteRenamed(screens, "screen")
  }

  /// Notes in one line the names of a kind of part that are spelled otherwise.
  private mutating func noteRenamed(_ names: NameMaker, _ kind: String) {
    let renamed = names.renamed
    guard let (old, new) = renamed.first else { return }
    let isOne = renamed.count == 1
    table.remark(
      .changed,
      isOne ? "the \(kind) \(inQuotes(old))" : "the spelling of \(renamed.count) \(kind)s",
      isOne ? "it is called '\(new)'" : "\(inQuotes(old)) is called '\(new)', for example", at: nil)
  }

  /// Drops the routes that a route file cannot declare, such as those with a query item whose name
  /// is not that of a parameter.
  private mutating func dropUnwritableRoutes() {
    for index in table.routes.indices {
      guard let fault = table.routes[index].draft?.fault else { continue }
      table.routes[index].drop(fault.message, advice: fault.advice)
    }
  }

  /// Drops the routes that match the same links as another one with the same path, which the source
  /// tries first: the check compares each pair of them.
  private mutating func dropRepeatedRoutes() {
    var firsts: [TextBytes: (text: TextBytes, index: Int)] = [:]
    for index in table.routes.indices {
      guard let draft = table.routes[index].draft else { continue }
      var links = RouteDraft(path: draft.path)
      (links.params, links.query, links.bases) = (draft.params, draft.query, draft.bases)
      let (key, text) = (routeText(links), routeText(draft))
      guard let known = firsts[key] else {
        firsts[key] = (text, index)
        continue
      }
      let isFirst = isTried(firstRoute + index, aheadOf: firstRoute + known.index)
      let (first, dropped) = isFirst ? (index, known.index) : (known.index, index)
      if isFirst { firsts[key] = (text, index) }
      let relation = known.text == text ? "is the same route" : "matches the same links"
      table.routes[dropped].drop("\(self.text(ofPart: firstRoute + first)) \(relation)")
    }
  }

  /// Gives the routes bases of their own that have others than most. If a route is under all, those
  /// of the file are all.
  private mutating func assignBases() {
    // Those that only links from inside open have none.
    let lists = table.routes.lazy.filter { $0.draft.map { $0.bases?.isEmpty != true } ?? false }
      .map(\.bases)
    guard !lists.contains([]) else { return assign(table.bases) }
    var counts: [[String]: Int] = [:]
    for list in lists { counts[list, default: 0] += 1 }
    let most = counts.values.max()
    assign(lists.first { counts[$0] == most } ?? table.bases)
  }

  private mutating func assign(_ bases: [String]) {
    table.bases = bases
    for index in table.routes.indices {
      let own = table.routes[index].bases
      guard !own.isEmpty, !own.elementsEqual(bases, by: sameBytes) else { continue }
      table.routes[index].update { $0.bases = own.map { Located($0, at: nil) } }
    }
  }

  /// Drops the bases that are none, and the routes that have only such bases.
  private mutating func dropInvalidBases() {
    var errors: [TextBytes: Diagnostic] = [:]
    for base in table.bases {
      do throws(Diagnostic) { _ = try Base(base) } catch { errors[TextBytes(base)] = error }
    }
    var unnamed = table.bases.filter { errors[TextBytes($0)] != nil }
    table.bases.removeAll { errors[TextBytes($0)] != nil }
    for index in table.routes.indices {
      let own = table.routes[index].bases.map { errors[TextBytes($0)] }
      table.routes[index].removeBases { errors[TextBytes($0)] != nil }
      guard let first = own.first, let first, !own.contains(where: { $0 == nil }) else { continue }
      for base in table.routes[index].bases { unnamed.removeAll { sameBytes($0, base) } }
      table.routes[index].drop(first.message, advice: first.advice)
    }
    for base in unnamed {
      let error = errors[TextBytes(base)]
      table.remark(.dropped, "base \(inQuotes(base))", error?.message ?? "", error?.advice, at: nil)
    }
  }
}

/// A route as it is written.
func routeText(_ draft: RouteDraft) -> TextBytes {
  TextBytes(routeLines(draft).joined(separator: "\n"))
}
