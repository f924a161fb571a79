import Diagnostics
import Navigation

/// A screen, or a navigator with the screens in it.
struct ScreenNode {
  var name: Located<String>
  /// The path with those of the navigators around it; `nil` if no link opens it.
  var path: PatternBuilder?
  /// The path as the source writes it, for the report.
  var source = ""
  /// Other paths of the same screen.
  var aliases: [(source: String, path: PatternBuilder)] = []
  /// What is left out of it, as quoted texts.
  var omitted: [String] = []
  /// The name of the screen that the navigator begins with.
  var initial: String?
  /// What the navigator is, if the source says so.
  var kind: CoordinatorKind?
  /// The gates that it and the screens in it require.
  var gates: [Located<String>] = []
  /// What the navigator around it calls it.
  var key = ""
  /// Whether several navigators have the same screen, which opens in the visible one.
  var isShared = false
  /// Whether a bar of tabs does not have it.
  var isHidden = false
  /// How a link shows it.
  private(set) var presentation = Presentation.push
  /// The screens in it; `nil` for a screen that is no navigator.
  var children: [ScreenNode]?

  /// Whether the navigator is tabs: as the source says, or else if it contains other navigators.
  var isTabs: Bool {
    let nested = (children ?? []).filter { $0.children != nil }
    return kind.map { $0 == .tabs } ?? !nested.isEmpty || nested.contains(where: \.isTabs)
  }

  /// The path without optional parameters at its end, if a link without values opens the screen.
  var plainPath: String? {
    guard children == nil, let pattern = path?.pattern else { return nil }
    var segments = pattern.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    while segments.count > 1, let last = segments.last, last.first == UInt8(ascii: ":"),
      last.last == UInt8(ascii: "?")
    {
      segments.removeLast()
    }
    let path = segments.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    let link = path.isEmpty ? "/" : path
    return isLinkText(link) ? link : nil
  }

  /// The screen that a navigator begins with; itself if it is none.
  var firstScreen: ScreenNode? {
    guard let children else { return self }
    return (children.first { sameBytes($0.name.value, initial) } ?? children.first)?.firstScreen
  }

  /// Whether it can be a tab: it is a navigator, or a link without values opens it.
  var isTab: Bool { children != nil || plainPath != nil }

  /// Adds a gate to it and the screens in it.
  mutating func require(_ gate: Located<String>) {
    gates.append(gate)
    for index in children?.indices ?? [].indices { children?[index].require(gate) }
  }

  /// Gives its path to the screen that it begins with, if that has none.
  mutating func passPath() {
    guard let path, var children,
      let first = children.firstIndex(where: { sameBytes($0.name.value, initial) }),
      children[first].path == nil
    else { return }
    (children[first].path, children[first].source) = (path, source)
    children[first].passPath()
    self.children = children
  }

  /// Whether it requires the same gates as another.
  func requiresSame(as other: ScreenNode) -> Bool {
    gates.elementsEqual(other.gates) { sameBytes($0.value, $1.value) }
  }

  /// Sets how a link shows it, or those of the screens in it that are included.
  mutating func present(
    as presentation: Presentation, where isIncluded: (ScreenNode) -> Bool = { _ in true }
  ) {
    if children == nil, isIncluded(self) { self.presentation = presentation }
    for index in children?.indices ?? [].indices {
      children?[index].present(as: presentation, where: isIncluded)
    }
  }

  /// Whether a path is that of it, or of a screen in it.
  func opens(_ path: String) -> Bool {
    children.map { $0.contains { $0.opens(path) } } ?? sameBytes(self.path?.pattern, path)
  }

  /// The screens in a navigator and in those in it.
  var screens: [ScreenNode] {
    (children ?? []).flatMap { $0.children == nil ? [$0] : $0.screens }
  }
}

/// Adds nested navigators to a table: a navigator becomes a stack or tabs, a screen a route.
struct ScreenTree {
  private(set) var table: ImportedTable
  private var coordinatorNames = UniqueNames()
  private var paths: Set<TextBytes> = []
  private var sharedPaths: Set<TextBytes> = []
  /// The gates of the coordinator around what is being added.
  private var gatesAround: [Located<String>] = []

  init(_ table: ImportedTable) {
    self.table = table
  }

  /// A coordinator and the link of its first screen.
  private typealias Owner = (name: String, start: String)

  /// Adds the screens of the outermost navigator.
  ///
  /// Screens next to navigators, such as a login next to tabs, have no coordinator of their own:
  /// they open on the visible stack.
  mutating func add(root: ScreenNode) {
    for screen in root.screens {
      let all = [screen.path] + screen.aliases.map { $0.path }
      paths.formUnion(all.compactMap { $0.map { TextBytes($0.pattern) } })
    }
    if root.kind == .switch { addSwitch(root) } else { _ = addOutermost(root) }
  }

  /// Adds a navigator that shows the first of several, whose gates are open.
  private mutating func addSwitch(_ root: ScreenNode) {
    var children: [Owner] = []
    for child in root.children ?? [] {
      guard let screens = child.children else {
        // It is in none of the branches, so it opens above them.
        let first = table.routes.count
        addRoutes(of: child, in: nil)
        for index in first..<table.routes.count {
          table.routes[index].update { draft in
            if draft.presentation == .push { draft.presentation = .cover }
          }
        }
        continue
      }
      gatesAround = child.gates
      let hasNavigators = screens.contains { $0.children != nil }
      guard let owner = hasNavigators ? addOutermost(child) : addNavigator(child) else { continue }
      for index in table.coordinators.indices
      where sameBytes(table.coordinators[index].name.value, owner.name) {
        table.coordinators[index].gates = child.gates
      }
      gatesAround = []
      children.append(owner)
    }
    var coordinator = CoordinatorDraft(name: unique(root.name), kind: .switch)
    coordinator.children = children.map { Located($0.name, at: root.name.position) }
    table.coordinators.append(coordinator)
  }

  /// - Returns: The coordinator that it becomes; `nil` for none, or the stack of the app.
  private mutating func addOutermost(_ root: ScreenNode) -> Owner? {
    let screens = root.children ?? []
    let hasNavigators = screens.contains { $0.children != nil }
    if root.kind == .tabs || root.kind == .stack && hasNavigators && !root.isTabs {
      return addNavigator(root)
    }
    var owner: String?
    if !hasNavigators,
      let start = screens.first(where: { sameBytes($0.name.value, root.initial) })?.plainPath
    {
      owner = add(stack: root.name, start: start)
    }
    var navigators: [Owner] = []
    for screen in screens {
      if screen.children == nil {
        addRoutes(of: screen, in: owner)
      } else if root.kind == .stack, !screen.isTabs {
        // Opens above the tabs.
        addScreens(of: screen, in: nil)
      } else if let navigator = addNavigator(screen) {
        // The one that the source begins with is the first.
        let isInitial = sameBytes(screen.name.value, root.initial)
        navigators.insert(navigator, at: isInitial ? 0 : navigators.count)
      }
    }
    guard navigators.count > 1 else { return navigators.first }
    let reason =
      root.kind == .stack
      ? "a stack of a route file does not contain several tabs"
      : "the source does not say how its navigators are shown"
    return (addTabs(root.name, navigators, because: reason), navigators[0].start)
  }

  /// Adds a navigator and its routes.
  /// - Returns: `nil` if it has no first screen; its routes open on the visible stack then.
  private mutating func addNavigator(_ navigator: ScreenNode) -> Owner? {
    let around = gatesAround
    let own = navigator.gates.filter { gate in
      !around.contains { sameBytes($0.value, gate.value) }
    }
    gatesAround += own
    defer { gatesAround = around }
    let owner = addCoordinators(of: navigator)
    for index in table.coordinators.indices
    where sameBytes(table.coordinators[index].name.value, owner?.name) {
      table.coordinators[index].gates = own
    }
    return owner
  }

  private mutating func addCoordinators(of navigator: ScreenNode) -> Owner? {
    let index = table.routes.count
    guard navigator.isTabs else {
      let start = start(of: navigator)
      let name = start.map { add(stack: navigator.name, start: $0) }
      addScreens(of: navigator, in: name)
      guard let name, let start else { return nil }
      addOwnRoute(of: navigator, start: start, at: index)
      return (name, start)
    }
    var children: [Owner] = []
    for screen in navigator.children ?? [] {
      let isInitial = sameBytes(screen.name.value, navigator.initial)
      let place = isInitial ? 0 : children.count
      if screen.children != nil {
        if let child = addNavigator(screen) { children.insert(child, at: place) }
      } else if let start = screen.plainPath {
        let name = add(stack: screen.name, start: start)
        addRoutes(of: screen, in: name)
        children.insert((name, start), at: place)
      } else {
        addRoutes(of: screen, in: nil)
        if navigator.kind == .tabs, screen.path != nil, !screen.isHidden {
          table.remark(
            .changed, "screen \(inQuotes(screen.name.value))",
            "it is no tab, since no link without values opens it", at: screen.name.position)
        }
      }
    }
    guard let first = children.first else { return nil }
    addOwnRoute(of: navigator, start: first.start, at: index)
    let reason = navigator.kind == nil ? "it contains other navigators" : nil
    return (addTabs(navigator.name, children, because: reason), first.start)
  }

  /// The path that a stack begins with.
  private mutating func start(of navigator: ScreenNode) -> String? {
    // A stack needs a first screen without further gates.
    let around = gatesAround
    func isOpen(_ screen: ScreenNode) -> Bool {
      screen.gates.allSatisfy { gate in around.contains { sameBytes($0.value, gate.value) } }
    }
    func isInitial(_ screen: ScreenNode) -> Bool { sameBytes(screen.name.value, navigator.initial) }
    let initial =
      navigator.children?.first(where: isInitial)?.firstScreen
      ?? navigator.screens.first(where: isInitial)
    if let name = navigator.initial, initial.map(isOpen) ?? true {
      let place = initial?.name.position ?? navigator.name.position
      return initial?.plainPath ?? addStart(Located(name, at: place), of: navigator)
    }
    let screens = navigator.screens.filter { isOpen($0) && $0.presentation == .push }
    if let first = screens.first {
      return screens.lazy.compactMap(\.plainPath).first ?? addStart(first.name, of: navigator)
    }
    let isEmpty = navigator.screens.isEmpty
    table.remark(
      .dropped, "navigator \(inQuotes(navigator.name.value))",
      isEmpty ? "it has no screens" : "all its screens require gates that it does not",
      isEmpty ? nil : "Add a stack with a 'start' for it.", at: navigator.name.position)
    return nil
  }

  /// Adds a route that only links from inside open, for a screen that a navigator begins with.
  private mutating func addStart(_ screen: Located<String>, of navigator: ScreenNode) -> String {
    let path = startPath(of: screen.value) { paths.contains(TextBytes($0)) }
    paths.insert(TextBytes(path))
    let owner = "navigator \(inQuotes(navigator.name.value))"
    table.routes.append(ImportedRoute(start: screen, path: path, of: owner))
    return path
  }

  private mutating func add(stack name: Located<String>, start: String) -> String {
    var stack = CoordinatorDraft(name: unique(name), kind: .stack)
    stack.start = Located(start, at: name.position)
    table.coordinators.append(stack)
    return stack.name.value
  }

  private mutating func addTabs(
    _ name: Located<String>, _ children: [Owner], because reason: String?
  ) -> String {
    var tabs = CoordinatorDraft(name: unique(name), kind: .tabs)
    tabs.children = children.map { Located($0.name, at: name.position) }
    table.coordinators.append(tabs)
    if let reason {
      table.remark(
        .changed, "navigator \(inQuotes(tabs.name.value))", "it becomes tabs, since \(reason)",
        at: name.position)
    }
    return tabs.name.value
  }

  private mutating func unique(_ name: Located<String>) -> Located<String> {
    Located(coordinatorNames.name(name.value), at: name.position)
  }

  /// Adds the routes of a navigator's screens, also of those in its navigators. The path of one of
  /// these opens its first screen.
  private mutating func addScreens(of navigator: ScreenNode, in owner: String?) {
    for screen in navigator.children ?? [] {
      let index = table.routes.count
      guard screen.children != nil else {
        addRoutes(of: screen, in: owner)
        continue
      }
      addScreens(of: screen, in: owner)
      if let start = screen.firstScreen?.plainPath {
        addOwnRoute(of: screen, start: start, at: index)
      }
    }
  }

  private mutating func addRoutes(of screen: ScreenNode, in owner: String?) {
    let name = screen.name
    guard let path = screen.path else {
      table.drop(name, "the screen has no path")
      return
    }
    for (index, (source, path)) in ([(screen.source, path)] + screen.aliases).enumerated() {
      if screen.isShared, !sharedPaths.insert(TextBytes(path.pattern)).inserted { continue }
      var draft = RouteDraft(path: Located(path.pattern, at: name.position))
      draft.screen = name
      draft.presentation = screen.presentation
      draft.coordinator = screen.isShared ? nil : owner.map { Located($0, at: name.position) }
      draft.gates = screen.gates.filter { gate in
        owner == nil || !gatesAround.contains { sameBytes($0.value, gate.value) }
      }
      var route = ImportedRoute(Located("/" + source, at: name.position), draft)
      route.note(renamed: path.renamed)
      if index == 0, !screen.omitted.isEmpty {
        route.change("without \(screen.omitted.joined(separator: ", "))")
      }
      table.routes.append(route)
    }
  }

  /// The path of a navigator itself opens its first screen.
  private mutating func addOwnRoute(of navigator: ScreenNode, start: String, at index: Int) {
    guard let path = navigator.path?.pattern,
      !table.routes[index...].contains(where: { sameBytes($0.draft?.path.value, path) })
    else { return }
    var draft = RouteDraft(path: Located(path, at: navigator.name.position))
    draft.redirect = Located(start, at: navigator.name.position)
    let source = Located("/" + navigator.source, at: navigator.name.position)
    table.routes.insert(ImportedRoute(source, draft), at: index)
  }
}
