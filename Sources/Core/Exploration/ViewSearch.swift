import Links
package import Navigation

/// An event that a search has applied.
package struct SearchStep {
  let before: NavigationState
  let event: Event
  let after: NavigationState
  let applied: Applied
}

/// A search for a real way to a state, breadth first. Of all states with the same view only the
/// first is followed, so that it ends soon; a state that only the others lead to is not found. An
/// exact search follows every state.
///
/// A view is what is visible with what is below it in its stack and layers, the open gates, the
/// links that wait, and whether a question is open.
package struct ViewSearch {
  private struct View: Hashable {
    let gates: GateSet
    let waiting: [World.WaitingLink]
    let screens: [Element]
    let asks: Bool
  }

  /// How a state was reached.
  private struct Visit {
    /// The number of the visit before; negative for the first.
    let parent: Int32
    /// An index into `events`.
    let event: Int32
  }

  private let definition: AppDefinition
  private let alphabet: Alphabet
  private let flow: Identifier<Coordinator>?
  private var classes = ScreenClasses()
  private let isExact: Bool
  private var seen: Set<View> = []
  private var seenShapes: Set<StateShape> = []
  private var visits: [Visit] = []
  private var events: [Event] = []
  private var numbers: [Event: Int32] = [:]
  /// The number of the longest ways followed to the end.
  package private(set) var depth = 0

  /// - Parameter flow: A flow that never finishes: events that finish it are left out.
  package init(
    of definition: AppDefinition, _ alphabet: Alphabet, isExact: Bool = false,
    withoutFinishOf flow: Identifier<Coordinator>? = nil
  ) {
    self.definition = definition
    self.alphabet = alphabet
    self.isExact = isExact
    self.flow = flow
  }

  /// The number of views found.
  package var count: Int { visits.count }

  /// Visits states from the start on.
  ///
  /// - Parameters:
  ///   - depthMax: The most events of a way.
  ///   - viewsMax: The number of views after which the search ends.
  ///   - isStopped: Asked now and then whether to stop.
  ///   - step: Called with each event that is applied, and the way to the state before it.
  ///   - visit: Called with each state of a new view, once; returns whether to go on. The search
  ///     offers the way to it.
  package mutating func run(
    depthMax: Int, viewsMax: Int, isStopped: () -> Bool,
    step: (SearchStep, _ way: () -> [Event]) -> Void = { _, _ in },
    visit: (NavigationState, _ way: () -> [Event]) -> Bool
  ) {
    let start = NavigationState(of: definition)
    var edge = [(state: start, number: Int32(0))]
    _ = isNew(start)
    visits.append(Visit(parent: -1, event: -1))
    guard visit(start, { [] }) else { return }
    for length in 0..<max(0, depthMax) where !edge.isEmpty {
      var next: [(state: NavigationState, number: Int32)] = []
      for (state, number) in edge {
        if isStopped() { return }
        for event in alphabet.events + alphabet.events(in: state, of: definition) {
          var moved = state
          let applied = moved.apply(event, in: definition)
          step(SearchStep(before: state, event: event, after: moved, applied: applied)) {
            way(to: number)
          }
          guard !applied.transitions.isEmpty, !applied.finishes(flow),
            isNew(moved)
          else { continue }
          let new = Int32(visits.count)
          visits.append(Visit(parent: number, event: index(of: event)))
          guard visit(moved, { way(to: new) }), visits.count < viewsMax else { return }
          next.append((moved, new))
        }
      }
      edge = next
      depth = length + 1
    }
  }

  private mutating func index(of event: Event) -> Int32 {
    if let known = numbers[event] { return known }
    numbers[event] = Int32(events.count)
    events.append(event)
    return Int32(events.count - 1)
  }

  private func way(to number: Int32) -> [Event] {
    var way: [Event] = []
    var visit = visits[Int(number)]
    while visit.parent >= 0 {
      way.append(events[Int(visit.event)])
      visit = visits[Int(visit.parent)]
    }
    return way.reversed()
  }

  private mutating func isNew(_ state: NavigationState) -> Bool {
    isExact
      ? seenShapes.insert(StateShape(state)).inserted : seen.insert(view(of: state)).inserted
  }

  private mutating func view(of state: NavigationState) -> View {
    let base = state.visibleBase(in: definition)
    var screens = ends(of: state.stacks[base.index], at: .stack(base))
    for layer in state.layers {
      screens += ends(of: layer.stack, at: .layer(layer.kind, layer.coordinator))
    }
    let waiting = state.deferred.map {
      World.WaitingLink(gate: $0.gate, link: Array($0.link.utf8), source: $0.source)
    }
    return View(
      gates: state.openGates, waiting: waiting, screens: screens, asks: state.pendingLeave != nil)
  }

  /// The lowest screen of a stack and, if it is another, the top one. Of a route with too many
  /// values all further screens look the same.
  private mutating func ends(of stack: [ScreenEntry], at place: Element.Place) -> [Element] {
    var ends: [Element] = []
    if let first = stack.first {
      let screen = classes.number(of: first) ?? -1
      ends.append(Element(place: place, isRoot: true, screen: screen))
    }
    if stack.count > 1, let last = stack.last {
      let screen = classes.number(of: last) ?? -1
      ends.append(Element(place: place, isRoot: false, screen: screen))
    }
    return ends
  }
}
