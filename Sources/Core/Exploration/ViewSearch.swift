import Diagnostics
import Languages
package import Navigation

/// An event that a search has applied.
package struct SearchStep: Sendable {
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
/// links that wait, the earlier tabs, whether a question is open, and whether the app is in the
/// background.
package struct ViewSearch {
  private struct View: Hashable {
    let gates: OpenGates
    let isInBackground: Bool
    let waiting: [GateState.WaitingLink]
    let earlierTabs: [Identifier<Coordinator>]
    let screens: [Element]
    let asks: Bool
    let request: StateShape.WaitingLink?
  }

  /// How a state was reached. The state itself is not kept: its way leads to it again.
  private struct Visit {
    /// The number of the visit before; negative for the first.
    let parent: Int32
    /// The number of the event in `events`.
    let event: Int32
  }

  private let definition: AppDefinition
  private let alphabet: Alphabet
  private let flow: Identifier<Coordinator>?
  private var classes: ScreenClasses
  let isExact: Bool
  /// What is known of the visited states.
  private var seen: Set<Fingerprint> = []
  private var visits: [Visit] = []
  private var events = Numbering<EventKey>()
  /// The depth searched completely.
  package private(set) var depth = 0
  package private(set) var steps = 0

  /// - Parameter flow: A flow that never finishes: events that finish it are left out.
  package init(
    of definition: AppDefinition, _ alphabet: Alphabet, isExact: Bool = false,
    withoutFinishOf flow: Identifier<Coordinator>? = nil
  ) {
    self.definition = definition
    self.alphabet = alphabet
    self.isExact = isExact
    classes = ScreenClasses(of: definition)
    self.flow = flow
  }

  package var count: Int { visits.count }

  /// The memory that is kept for each view, in bytes, free places included.
  package var bytesPerView: Double {
    // A set uses at most three quarters of its places, and a bit for each.
    let places = Double(seen.capacity) / 0.75
    let bytes =
      places * (Double(MemoryLayout<Fingerprint>.stride) + 0.125)
      + Double(visits.capacity * MemoryLayout<Visit>.stride)
    return bytes / Double(max(1, visits.count))
  }

  /// Visits states from the start on. The result does not depend on the workers.
  ///
  /// - Parameters:
  ///   - depthMax: The most events of a way.
  ///   - viewsMax: The search ends after this number of views.
  ///   - workers: The workers that apply the events.
  ///   - isStopped: Polled, with the search so far, for whether to stop.
  ///   - isSeen: Whether an event is worth a call of `step`. Adds its own steps.
  ///   - step: Called with such an event, and the way to the state before it.
  ///   - visit: Called with each state of a new view, once; returns whether to continue. The search
  ///     offers the way to it.
  package mutating func run(
    depthMax: Int, viewsMax: Int, on workers: some Workers = OneWorker(),
    isStopped: (ViewSearch) -> Bool,
    isSeen: @escaping @Sendable (SearchStep, _ steps: inout Int) -> Bool = { _, _ in false },
    step: (SearchStep, _ way: () -> [Event]) -> Void = { _, _ in },
    visit: (NavigationState, _ way: () -> [Event]) -> Bool
  ) {
    let start = NavigationState(of: definition)
    _ = isNew(start, nil)
    visits.append(Visit(parent: -1, event: -1))
    guard visit(start, { [] }) else { return }
    var level = 0..<1
    for length in 0..<max(0, depthMax) where !level.isEmpty {
      var first = level.lowerBound
      while first < level.upperBound {
        if isStopped(self) { return }
        let pieces = (0..<piecesMax).map { piece in
          let start = first + piece * pieceSize
          return (start..<start + pieceSize).clamped(to: level)
        }
        first += piecesMax * pieceSize
        let found = workers.map(pieces) { [self] piece in moves(of: piece, isSeen) }
        steps += found.reduce(0) { $0 + $1.steps }
        for move in found.lazy.flatMap({ $0.moves }) {
          if move.isSeen { step(move.step) { way(to: move.origin) } }
          guard move.isNews, isNew(move.step.after, move.fingerprint) else { continue }
          let new = visits.count
          let event = Int32(events.number(of: EventKey(move.step.event)))
          visits.append(Visit(parent: Int32(move.origin), event: event))
          guard visit(move.step.after, { way(to: new) }), visits.count < viewsMax else { return }
        }
      }
      level = level.upperBound..<visits.count
      depth = length + 1
    }
  }

  /// An event that leads to a new view or is worth a call.
  private struct Move: Sendable {
    let step: SearchStep
    /// The number of the visit that it was applied to.
    let origin: Int
    let isSeen: Bool
    /// Whether the view may be new.
    var isNews = false
    /// The fingerprint of the view; `nil` if it has screens without a number.
    var fingerprint: Fingerprint?
  }

  /// What the events lead to from some visited states, and the number of steps.
  private func moves(
    of piece: Range<Int>, _ isSeen: (SearchStep, _ steps: inout Int) -> Bool
  ) -> (moves: [Move], steps: Int) {
    var moves: [Move] = []
    var steps = 0
    // States that follow one another mostly have the same parent.
    var parent: (number: Int32, state: NavigationState)?
    for number in piece {
      let visit = visits[number]
      var state = NavigationState(of: definition)
      if visit.parent >= 0 {
        if parent?.number != visit.parent {
          let way = way(to: Int(visit.parent))
          steps += way.count
          parent = (visit.parent, self.state(along: way))
        }
        state = parent?.state ?? state
        _ = state.apply(events.values[Int(visit.event)].event, in: definition)
      }
      for event in alphabet.events + alphabet.events(in: state, of: definition) {
        var moved = state
        let applied = moved.apply(event, in: definition)
        steps += applied.steps
        let step = SearchStep(before: state, event: event, after: moved, applied: applied)
        var move = Move(step: step, origin: number, isSeen: isSeen(step, &steps))
        if !applied.transitions.isEmpty, !applied.finishes(flow) {
          if !hasNewScreens(moved) { move.fingerprint = fingerprint(of: moved) }
          move.isNews = !(move.fingerprint.map(seen.contains) ?? false)
        }
        if move.isSeen || move.isNews { moves.append(move) }
      }
    }
    return (moves, steps)
  }

  private func state(along way: [Event]) -> NavigationState {
    var state = NavigationState(of: definition)
    for event in way { _ = state.apply(event, in: definition) }
    return state
  }

  private func way(to number: Int) -> [Event] {
    var way: [Event] = []
    var visit = visits[number]
    while visit.parent >= 0 {
      way.append(events.values[Int(visit.event)].event)
      visit = visits[Int(visit.parent)]
    }
    return way.reversed()
  }

  /// Adds the view of a state; returns whether no visited state has it.
  private mutating func isNew(_ state: NavigationState, _ known: Fingerprint?) -> Bool {
    if known == nil, !isExact { for (entry, _) in screens(of: state) { classes.add(entry) } }
    return seen.insert(known ?? fingerprint(of: state)).inserted
  }

  private func hasNewScreens(_ state: NavigationState) -> Bool {
    !isExact && screens(of: state).contains { classes.isNew($0.entry) }
  }

  private func fingerprint(of state: NavigationState) -> Fingerprint {
    if isExact { return Fingerprint(of: StateShape(state, in: definition)) }
    let elements = screens(of: state).map { entry, place in
      // Of a route with too many values all further screens look the same.
      Element(place: place, isRoot: false, screen: classes.known(entry) ?? -1)
    }
    return Fingerprint(
      of: View(
        gates: OpenGates(state, in: definition),
        isInBackground: state.isInBackground,
        waiting: state.deferred.map { GateState.WaitingLink($0, in: definition) },
        earlierTabs: state.earlierTabs, screens: elements, asks: state.pendingLeave != nil,
        request: state.request.map {
          StateShape.WaitingLink(link: TextBytes($0.link), source: $0.source)
        }))
  }

  /// The lowest screen and, if it is another, the top one of the visible stack and of each layer.
  private func screens(
    of state: NavigationState
  ) -> [(entry: ScreenEntry, place: Element.Place)] {
    let base = state.visibleBase(in: definition)
    let stacks =
      [(state.stacks[base.index], Element.Place.stack(base))]
      + state.layers.map { ($0.stack, .layer($0.kind, $0.coordinator)) }
    return stacks.flatMap { stack, place in
      (stack.count > 1 ? [stack[0], stack[stack.count - 1]] : stack).map { ($0, place) }
    }
  }
}

/// 128 bits of a hash, kept instead of a value. The chance that two of a million values have the
/// same is below 1 in 10²⁵.
private struct Fingerprint: Hashable {
  private let low: Int
  private let high: Int

  init(of value: some Hashable) {
    (low, high) = (Self.half(of: value, 0), Self.half(of: value, 1))
  }

  private static func half(of value: some Hashable, _ number: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(number)
    hasher.combine(value)
    return hasher.finalize()
  }
}

/// The visited states of a piece of work, and the pieces whose results are awaited at once.
private let (pieceSize, piecesMax) = (4, 8)
