import Links
import Navigation

/// What can occur while certain gates are open.
struct World {
  /// A link that waits for a gate. The subject that it waits for is not distinguished: it is as if
  /// the right one came.
  struct WaitingLink: Hashable {
    let gate: Identifier<Gate>
    let link: [UInt8]
    let source: LinkSource
  }

  /// The screens of a stack: the number of the lowest, and of the one above it, if any.
  struct Screens: Hashable {
    let root: Int
    let top: Int?
    var numbers: [Int] { [root] + (top.map { [$0] } ?? []) }
  }

  let gates: GateSet
  private(set) var elements: Set<Element> = []
  /// The same in the order in which they were found.
  private(set) var found: [Element] = []
  /// The places of the elements, in the same order: the result must not depend on that of a set.
  private var places: [Element.Place] = []
  private var roots: [Element.Place: [Int]] = [:]
  private var tops: [Element.Place: [Int]] = [:]
  var waiting: [WaitingLink] = []
  /// The worlds that gates which open or close lead to.
  var passages: [Int] = []
  /// Small states that contain the elements. They are assembled when events are applied to them,
  /// since many states take much memory.
  var contexts: [Context] = []
  /// For each, the number of `events` that have been applied to it; at first -1, as those of its
  /// own have not been either.
  var applied: [Int] = []
  /// The events that are applied to every context.
  var events: [Event]

  init(gates: GateSet, events: [Event]) {
    self.gates = gates
    self.events = events
  }

  /// One stack of the tree and the layers above it.
  struct Context {
    let owner: Identifier<Coordinator>
    let base: Screens
    let layers: [(place: Element.Place, screens: Screens)]
  }

  /// Adds an element and returns the contexts in which it has to be tried; none if it is known.
  ///
  /// An element of a stack is tried alone, or above each root; one of a layer likewise, above each
  /// stack, and with each flow between the two. What lies deeper makes no difference to an event: a
  /// pop or a dismissal reveals what is an element already.
  mutating func insert(_ element: Element) -> [Context] {
    guard elements.insert(element).inserted else { return [] }
    found.append(element)
    let place = element.place
    let isFirst = roots[place] == nil
    if isFirst, tops[place] == nil { places.append(place) }
    let own: [Screens]
    if element.isRoot {
      roots[place, default: []].append(element.screen)
      own =
        [Screens(root: element.screen, top: nil)]
        + tops[place, default: []].map { Screens(root: element.screen, top: $0) }
    } else {
      tops[place, default: []].append(element.screen)
      own = roots[place, default: []].map { Screens(root: $0, top: element.screen) }
    }
    switch place {
    case .stack(let owner):
      var contexts = own.map { Context(owner: owner, base: $0, layers: []) }
      guard element.isRoot, isFirst else { return contexts }
      let base = Screens(root: element.screen, top: nil)
      for layer in layers { contexts += contextsOf(layer, above: [(owner, base)]) }
      return contexts
    case .layer(let kind, _):
      var contexts = own.flatMap { contextsOf((place, $0), above: bases) }
      guard element.isRoot, isFirst, kind == .flow else { return contexts }
      let flow = (place: place, screens: Screens(root: element.screen, top: nil))
      for layer in layers where layer.place != place {
        contexts += bases.map { Context(owner: $0.owner, base: $0.screens, layers: [flow, layer]) }
      }
      return contexts
    }
  }

  /// A stack of the tree with its first root.
  private var bases: [(owner: Identifier<Coordinator>, screens: Screens)] {
    places.compactMap { place in
      guard case .stack(let owner) = place, let root = roots[place]?.first else { return nil }
      return (owner, Screens(root: root, top: nil))
    }
  }

  /// All layers, each with one or two screens.
  private var layers: [(place: Element.Place, screens: Screens)] {
    places.flatMap { place -> [(place: Element.Place, screens: Screens)] in
      guard case .layer = place else { return [] }
      return roots[place, default: []].flatMap { root in
        ([nil] + tops[place, default: []].map(Optional.some)).map {
          (place, Screens(root: root, top: $0))
        }
      }
    }
  }

  private func contextsOf(
    _ layer: (place: Element.Place, screens: Screens),
    above bases: [(owner: Identifier<Coordinator>, screens: Screens)]
  ) -> [Context] {
    let flows = places.compactMap { place -> (place: Element.Place, screens: Screens)? in
      guard case .layer(.flow, _) = place, place != layer.place, let root = roots[place]?.first
      else { return nil }
      return (place, Screens(root: root, top: nil))
    }
    return bases.flatMap { base in
      [Context(owner: base.owner, base: base.screens, layers: [layer])]
        + flows.map { Context(owner: base.owner, base: base.screens, layers: [$0, layer]) }
    }
  }
}
