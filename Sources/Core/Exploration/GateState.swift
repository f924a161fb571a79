import Diagnostics
import Languages
import Navigation

/// What can occur while certain gates are open.
struct GateState {
  /// A link that waits for a gate. Unless routes require the gate for one account, the subject that
  /// it waits for is not distinguished: it is as if the right one came.
  struct WaitingLink: Hashable {
    let gate: Identifier<Gate>
    let link: [UInt8]
    let source: LinkSource
    let account: TextBytes?

    init(_ waiting: DeferredLink, in definition: AppDefinition) {
      gate = waiting.gate
      link = Array(waiting.link.utf8)
      source = waiting.source
      let isForAccount = definition.accountGates.contains(gate)
      account = isForAccount ? waiting.subject.map { TextBytes($0) } : nil
    }

    var text: String { String(decoding: link, as: UTF8.self) }

    /// The event that opens the gate for the account; `nil` if the link waits for none.
    func opening(in definition: AppDefinition) -> Event? {
      account.map { .satisfy(gate: definition[gate].name, subject: $0.text) }
    }
  }

  /// A link that a screen asks about.
  struct Question {
    let request: ConsentRequest
    let screen: ScreenEntry
  }

  /// What distinguishes questions.
  private struct AskedLink: Hashable {
    let link: TextBytes
    let source: LinkSource

    init(_ request: ConsentRequest) {
      (link, source) = (TextBytes(request.link), request.source)
    }
  }

  /// A stack of a small state: its place, the lowest screen, and the one on top of it. Numbers of
  /// 32 bits, since there are many.
  struct Stack: Hashable {
    /// An index into `places`.
    let place: Int32
    let root: Int32
    /// Negative if the lowest is the only one.
    var top: Int32 = -1
    var screens: [Int] { top < 0 ? [Int(root)] : [Int(root), Int(top)] }
  }

  /// A stack of the tree and the layers above it.
  struct Context {
    let base: Stack
    var flow: Stack?
    var layer: Stack?
    /// The number of `events` that have been applied to it; at first -1, as those of its own have
    /// not been either.
    var applied: Int32 = -1
    /// The number of `questions` with which it was tried.
    var asked: Int32 = 0
  }

  let gates: GateSet
  /// For each gate, who satisfied it, where a route requires it for one account.
  let subjects: [String?]
  private var elements = Numbering<Element>()
  /// In the order they were found.
  var found: [Element] { elements.values }
  /// The places of the elements, in the same order: the result must not depend on the order of a
  /// set.
  private(set) var places: [Element.Place] = []
  private var placeNumbers: [Element.Place: Int] = [:]
  /// The stacks of one screen, and of two, at each place.
  private var single: [[Stack]] = []
  private var double: [[Stack]] = []
  /// The screens above the lowest at each place.
  private var tops: [[Int32]] = []
  private var waitingLinks = Numbering<WaitingLink>()
  /// In the order they were found.
  var waiting: [WaitingLink] { waitingLinks.values }
  /// Those that wait for other accounts at gates that are open.
  private(set) var waitingForOthers: [DeferredLink] = []
  private(set) var questions: [Question] = []
  private var askedLinks: Set<AskedLink> = []
  /// The gate states that gates which open or close lead to.
  var passages: [Int] = []
  /// Small states that contain the elements. They are assembled when events are applied to them,
  /// since many states take much memory.
  var contexts: [Context] = []
  /// The events that are applied to contexts.
  var events: TriedEvents
  /// The number of `events` that are known to all contexts.
  var announced = 0

  init(gates: GateSet, subjects: [String?], events: TriedEvents) {
    self.gates = gates
    self.subjects = subjects
    self.events = events
  }

  /// Adds an element and returns the contexts to try it in; none if it is known.
  ///
  /// An element of a stack is tried alone, or above each root; one of a layer likewise, above each
  /// stack, and with each flow between the two. Deeper screens make no difference to an event: a
  /// pop or a dismissal reveals what is already an element.
  mutating func insert(_ element: Element) -> [Context] {
    guard !knows(element) else { return [] }
    _ = elements.number(of: element)
    let place = number(of: element.place)
    let isFirst = element.isRoot && single[place].isEmpty
    let own = stacks(of: element, at: place)
    switch element.place {
    case .stack:
      var contexts = own.map { Context(base: $0) }
      if isFirst { contexts += layers.map { Context(base: own[0], layer: $0) } }
      return contexts
    case .layer(let kind, _):
      var contexts = own.flatMap { contextsOf($0) }
      guard isFirst, kind == .flow else { return contexts }
      for layer in layers where layer.place != place {
        contexts += bases.map { Context(base: $0, flow: own[0], layer: layer) }
      }
      return contexts
    }
  }

  /// Adds a link that waits for another account, and returns whether it is new: the screen on which
  /// it opens and the time do not matter.
  mutating func add(_ link: DeferredLink, in definition: AppDefinition) -> Bool {
    let new = WaitingLink(link, in: definition)
    let isKnown = waitingForOthers.contains { WaitingLink($0, in: definition) == new }
    if !isKnown { waitingForOthers.append(link) }
    return !isKnown
  }

  /// Adds a link that waits, and returns whether it is new.
  mutating func add(_ link: WaitingLink) -> Bool {
    let isNew = !knows(link)
    _ = waitingLinks.number(of: link)
    return isNew
  }

  func knows(_ element: Element) -> Bool { elements.contains(element) }

  func knows(_ link: WaitingLink) -> Bool { waitingLinks.contains(link) }

  /// Adds a question, and returns whether it is new.
  mutating func add(_ question: Question) -> Bool {
    guard askedLinks.insert(AskedLink(question.request)).inserted else { return false }
    questions.append(question)
    return true
  }

  func knows(_ request: ConsentRequest) -> Bool { askedLinks.contains(AskedLink(request)) }

  private mutating func number(of place: Element.Place) -> Int {
    if let known = placeNumbers[place] { return known }
    placeNumbers[place] = places.count
    places.append(place)
    single.append([])
    double.append([])
    tops.append([])
    return places.count - 1
  }

  /// Adds the stacks that contain an element, and returns them.
  private mutating func stacks(of element: Element, at place: Int) -> [Stack] {
    let (number, screen) = (Int32(place), Int32(element.screen))
    if element.isRoot {
      let alone = Stack(place: number, root: screen)
      let others = tops[place].map { Stack(place: number, root: screen, top: $0) }
      single[place].append(alone)
      double[place] += others
      return [alone] + others
    }
    let others = single[place].map { Stack(place: number, root: $0.root, top: screen) }
    tops[place].append(screen)
    double[place] += others
    return others
  }

  /// A stack of the tree with its first root.
  private var bases: [Stack] {
    places.indices.compactMap { places[$0].isLayer ? nil : single[$0].first }
  }

  /// All layers, each with one or two screens.
  private var layers: [Stack] {
    places.indices.flatMap { places[$0].isLayer ? single[$0] + double[$0] : [] }
  }

  private func contextsOf(_ layer: Stack) -> [Context] {
    let flows = places.indices.compactMap { place in
      places[place].isFlow && place != layer.place ? single[place].first : nil
    }
    return bases.flatMap { base in
      [Context(base: base, layer: layer)]
        + flows.map { Context(base: base, flow: $0, layer: layer) }
    }
  }
}

extension Element.Place {
  fileprivate var isLayer: Bool { if case .layer = self { true } else { false } }

  fileprivate var isFlow: Bool { if case .layer(.flow, _) = self { true } else { false } }
}
