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
  /// - Throws: `definition` if the rest is no app, such as with too many coordinators.
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

  init(_ table: ImportedTable, name: String) {
    self.table = table
    var names = NameMaker(prefix: "App")
    self.name = names.name(for: name)
    replaceNames()
    dropInvalidBases()
    noteSharedBases()
    dropUnwritableRoutes()
    dropRepeatedRoutes()
  }

  mutating func settled() throws(Diagnostic) -> SettledImport {
    var checkedRoutes = 0
    while true {
      var settled = attempt()
      checkedRoutes += settled.plugin.routes.count
      settled.checkedRoutes = checkedRoutes
      let inspected = InspectedPlugins([settled.plugin])
      if let first = inspected.errors.first {
        guard remove(inspected.errors) else {
          throw .definition("the routes form no app: \(first.message)", advice: first.advice)
        }
        continue
      }
      let findings = Check.findings(in: [settled.plugin], of: inspected.definition, hints: false)
      guard remove(findings.filter { $0.severity == .error }, areFindings: true) else {
        return settled
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
    plugin.routes = completion.added
    var seen: Set<String> = []
    for (index, route) in table.routes.enumerated() {
      guard let draft = route.draft else { continue }
      plugin.routes.append(draft.located(at: Part.route(index).position))
    }
    for screen in plugin.routes.compactMap(\.screen?.value) where seen.insert(screen).inserted {
      plugin.screens.append(ScreenDraft(name: Located(screen, at: nil)))
    }
    return SettledImport(
      plugin: plugin, routes: table.routes, added: completion.added,
      remarks: table.remarks + completion.remarks)
  }

  /// Drops the parts of the table that have an error; false if none has.
  /// - Parameter areFindings: Whether the errors are those of `check`, about the first position.
  private mutating func remove(_ errors: [Diagnostic], areFindings: Bool = false) -> Bool {
    var isChanged = false
    var coordinators: [Int: Diagnostic] = [:]
    var gates: [Int: Diagnostic] = [:]
    for error in errors {
      // Of two that conflict, the later one; a route that others leave no link itself.
      let places = areFindings ? [error.position] : [error.position, error.other]
      guard let part = places.compactMap({ $0.flatMap(Part.init) }).max() else { continue }
      switch part {
      case .coordinator(let index): coordinators[index] = coordinators[index] ?? error
      case .gate(let index): gates[index] = gates[index] ?? error
      case .route(let index):
        guard table.routes[index].draft != nil else { continue }
        table.routes[index].drop(reason(error, dropping: index))
        isChanged = true
      }
    }
    // From the highest index down, so that the others stay valid.
    for (index, error) in coordinators.sorted(by: { $0.key > $1.key }) {
      drop(coordinator: index, error)
    }
    for (index, error) in gates.sorted(by: { $0.key > $1.key }) {
      let message = message(of: error)
      let gate = table.gates.remove(at: index).name
      table.remarks.append(
        ImportRemark(
          .dropped, "the challenge of gate \(inQuotes(gate.value))", message, error.advice,
          at: gate.position))
    }
    return isChanged || !coordinators.isEmpty || !gates.isEmpty
  }

  /// The clause for an error; places in it are those of the source.
  private func reason(_ error: Diagnostic, dropping index: Int) -> String {
    guard error.code == .routeConflict, let witness = error.witness else {
      return message(of: error)
    }
    let kept = [error.position, error.other].compactMap { $0.flatMap(Part.init) }.min()
    guard case .route(let kept)? = kept, kept < index, let draft = table.routes[kept].draft else {
      return message(of: error)
    }
    let place = table.routes[kept].source.position.map { " at \($0)" } ?? ""
    return "\(inQuotes(draft.path.value))\(place) matches the same links, such as '\(witness)'"
  }

  /// The message of an error, with the places of the source.
  private func message(of error: Diagnostic) -> String {
    Part.named(in: error.message).reduce(error.message) { text, part in
      let source =
        switch part {
        case .gate(let index): table.gates[index].name.position
        case .coordinator(let index): table.coordinators[index].name.position
        case .route(let index): table.routes[index].source.position
        }
      return source.map { text.replacingBytes("\(part.position)", with: "\($0)") } ?? text
    }
  }

  /// Drops a coordinator. Its routes open on the visible stack instead.
  private mutating func drop(coordinator index: Int, _ error: Diagnostic) {
    let message = message(of: error)
    let dropped = table.coordinators.remove(at: index).name
    for index in table.coordinators.indices {
      table.coordinators[index].children.removeAll { sameBytes($0.value, dropped.value) }
    }
    for index in table.routes.indices {
      guard sameBytes(table.routes[index].draft?.coordinator?.value, dropped.value) else {
        continue
      }
      table.routes[index].update { $0.coordinator = nil }
    }
    table.remarks.append(
      ImportRemark(
        .dropped, "coordinator \(inQuotes(dropped.value))", message, error.advice,
        at: dropped.position))
  }

  /// Replaces names that a route file does not accept.
  private mutating func replaceNames() {
    var screens = NameMaker(prefix: "Screen")
    var coordinators = NameMaker(prefix: "coordinator")
    var gates = NameMaker(prefix: "gate")
    func replace(_ name: inout Located<String>, _ maker: inout NameMaker) {
      name.value = maker.name(for: name.value)
    }
    for index in table.coordinators.indices {
      replace(&table.coordinators[index].name, &coordinators)
    }
    for index in table.coordinators.indices {
      for child in table.coordinators[index].children.indices {
        replace(&table.coordinators[index].children[child], &coordinators)
      }
      for gate in table.coordinators[index].gates.indices {
        replace(&table.coordinators[index].gates[gate], &gates)
      }
    }
    for index in table.gates.indices {
      replace(&table.gates[index].name, &gates)
      for other in table.gates[index].requires.indices {
        replace(&table.gates[index].requires[other], &gates)
      }
    }
    for index in table.routes.indices {
      let old = table.routes[index].draft?.screen?.value
      table.routes[index].update { draft in
        for gate in draft.gates.indices { replace(&draft.gates[gate], &gates) }
        if var screen = draft.screen {
          replace(&screen, &screens)
          draft.screen = screen
        }
        if var coordinator = draft.coordinator {
          replace(&coordinator, &coordinators)
          draft.coordinator = coordinator
        }
      }
      let new = table.routes[index].draft?.screen?.value
      if let old, let new, !sameBytes(old, new) {
        table.routes[index].change("the screen \(inQuotes(old)) is called '\(new)'")
      }
    }
  }

  /// Drops the routes that a route file cannot express, such as those with a query item whose name
  /// is not that of a parameter.
  private mutating func dropUnwritableRoutes() {
    func errors(in routes: [RouteDraft]) -> [Diagnostic] {
      let lines = ["signalbox: 1", "plugin: p", "routes:"] + routes.flatMap(routeLines)
      let text = lines.map { $0 + "\n" }.joined()
      return RouteFolder.parse(Array(text.utf8), file: "").errors
    }
    let drafts = table.routes.compactMap(\.draft)
    guard !drafts.isEmpty, !errors(in: drafts).isEmpty else { return }
    for index in table.routes.indices {
      guard let draft = table.routes[index].draft, let error = errors(in: [draft]).first else {
        continue
      }
      // The other place is one in the text above.
      let place = error.other.map { " at \($0)" } ?? ""
      table.routes[index].drop(
        error.message.replacingBytes(place, with: ""), advice: error.advice)
    }
  }

  /// Drops the routes that match the same links as an earlier one with the same path: the check
  /// compares each pair of them.
  private mutating func dropRepeatedRoutes() {
    var firsts: [TextBytes: (text: TextBytes, position: SourcePosition?)] = [:]
    for index in table.routes.indices {
      guard let draft = table.routes[index].draft else { continue }
      var links = RouteDraft(path: draft.path)
      (links.params, links.query) = (draft.params, draft.query)
      let (key, text) = (routeText(links), routeText(draft))
      guard let first = firsts[key] else {
        firsts[key] = (text, table.routes[index].source.position)
        continue
      }
      let place = first.position.map { " at \($0)" } ?? ""
      let relation = first.text == text ? "is the same route" : "matches the same links"
      table.routes[index].drop("\(inQuotes(draft.path.value))\(place) \(relation)")
    }
  }

  /// Notes that routes are also under the bases of others.
  private mutating func noteSharedBases() {
    let bases = Set(table.routes.lazy.filter { $0.draft != nil }.map(\.bases)).subtracting([[]])
    guard bases.count > 1 else { return }
    table.remarks.append(
      ImportRemark(
        .changed, "the list of bases",
        "each route applies under all of them, not only its own in the source",
        "Split the source into one for each group of bases.", at: nil))
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
      guard let first = own.first, let first, !own.contains(where: { $0 == nil }) else { continue }
      for base in table.routes[index].bases { unnamed.removeAll { sameBytes($0, base) } }
      table.routes[index].drop(first.message, advice: first.advice)
    }
    for base in unnamed {
      let error = errors[TextBytes(base)]
      table.remarks.append(
        ImportRemark(
          .dropped, "base \(inQuotes(base))", error?.message ?? "", error?.advice, at: nil))
    }
  }
}

/// A part of a table that an error can be about, as the position of its draft.
enum Part: Comparable {
  case gate(Int)
  case coordinator(Int)
  case route(Int)

  init?(_ position: SourcePosition) {
    switch position.file {
    case Self.gatesFile: self = .gate(position.line - 1)
    case Self.coordinatorsFile: self = .coordinator(position.line - 1)
    case Self.routesFile: self = .route(position.line - 1)
    default: return nil
    }
  }

  var position: SourcePosition {
    let (file, index) =
      switch self {
      case .gate(let index): (Self.gatesFile, index)
      case .coordinator(let index): (Self.coordinatorsFile, index)
      case .route(let index): (Self.routesFile, index)
      }
    return SourcePosition(file: file, line: index + 1, column: 1)
  }

  /// The parts whose positions a text names.
  static func named(in text: String) -> [Part] {
    text.utf8.split(separator: UInt8(ascii: " ")).compactMap { word in
      let pieces = word.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
      guard pieces.count > 2, let line = Int(pieces[1]) else { return nil }
      return Part(SourcePosition(file: pieces[0], line: line, column: 1))
    }
  }

  private static let gatesFile = "<gates>"
  private static let coordinatorsFile = "<coordinators>"
  private static let routesFile = "<routes>"
}

/// A route as it is written.
func routeText(_ draft: RouteDraft) -> TextBytes {
  TextBytes(routeLines(draft).joined(separator: "\n"))
}

extension RouteDraft {
  /// The route with one position for all its parts.
  func located(at position: SourcePosition) -> RouteDraft {
    var route = self
    func place(_ text: inout Located<String>) { text.position = position }
    place(&route.path)
    route.screen?.position = position
    route.redirect?.position = position
    route.name?.position = position
    route.coordinator?.position = position
    for index in route.params.indices { place(&route.params[index].name) }
    for index in route.query.indices { place(&route.query[index].name) }
    for index in route.values.indices {
      place(&route.values[index].name)
      place(&route.values[index].text)
    }
    for index in route.parents.indices { place(&route.parents[index]) }
    for index in route.gates.indices { place(&route.gates[index]) }
    return route
  }
}
