import Diagnostics
import Languages
import Navigation

/// An event as a key. Texts are compared by their bytes; `Event` compares by canonical equivalence.
struct EventKey: Hashable {
  let event: Event
  /// The link or the subject.
  private let text: TextBytes?

  init(_ event: Event) {
    self.event = event
    text =
      switch event {
      case .open(let text, _), .satisfy(_, let text?): TextBytes(text)
      default: nil
      }
  }
}

/// The events that are tried while certain gates are open, in the order they were found, and what
/// of them is left to try.
struct TriedEvents {
  private var events = Numbering<EventKey>()
  /// Indices of the events that open no link.
  private var others: [Int] = []
  private var inside = TriedLinks()
  private var outside = TriedLinks()
  /// Whether links from outside, too, are tried in a context of each kind, and not only once for
  /// each place: needed for rules about links, which ask whether a link has placed a screen that
  /// may have been there, and while links wait at open gates.
  var distinguishesScreens: Bool {
    didSet { outside.forget() }
  }

  init(distinguishesScreens: Bool) { self.distinguishesScreens = distinguishesScreens }

  var count: Int { events.count }

  subscript(index: Int) -> Event { events.values[index].event }

  /// Adds an event, unless it is known.
  ///
  /// - Parameter marks: See `ContextKinds.marks(of:given:)`.
  mutating func append(_ event: Event, marks: [Int]?) {
    let index = events.count
    guard events.number(of: EventKey(event)) == index else { return }
    guard let marks, case .open(_, let source) = event else { return others.append(index) }
    if source.isInside {
      inside.append(index, marks)
    } else {
      outside.append(index, marks)
    }
  }

  /// Whether there are links that were tried in no context of a kind.
  func hasUntried(_ context: ContextKinds.Kinds) -> Bool {
    inside.hasUntried(context.screens, of: count)
      || outside.hasUntried(distinguishesScreens ? context.screens : context.place, of: count)
  }

  /// The indices of the events to try next in a context.
  ///
  /// - Parameters:
  ///   - first: The number of events that are known to the context.
  ///   - showsKind: Whether links are tried in it for its whole kind.
  mutating func next(
    after first: Int, in context: ContextKinds.Kinds, showsKind: Bool
  ) -> [Int] {
    let range = first..<count
    let own = inside.next(range, context.screens, sharing: context.marks, showsKind)
    let foreign =
      distinguishesScreens
      ? outside.next(range, context.screens, sharing: context.marks, showsKind)
      : outside.next(range, context.place, sharing: [], showsKind)
    return others.filter { $0 >= first } + own + foreign
  }

  /// Lets all links be tried again.
  mutating func forget() {
    inside.forget()
    outside.forget()
  }
}

/// Links that are tried in one context of each kind, and in those that have one of their screens.
private struct TriedLinks {
  private struct Progress {
    /// The number of events of which all links were tried, except for `left`.
    var tried = 0
    /// The links that were tried only where they share a screen.
    var left: [Int] = []
  }

  private var links: [Int] = []
  /// For each mark, the links that show a screen with it.
  private var sharing: [Int: [Int]] = [:]
  private var progress: [ContextKinds.Kind: Progress] = [:]

  mutating func append(_ index: Int, _ marks: [Int]) {
    links.append(index)
    for mark in Set(marks) { sharing[mark, default: []].append(index) }
  }

  func hasUntried(_ kind: ContextKinds.Kind, of count: Int) -> Bool {
    guard let known = progress[kind] else { return !links.isEmpty }
    return known.tried < count || !known.left.isEmpty
  }

  /// - Parameter range: The indices of the events that are not known to the context.
  mutating func next(
    _ range: Range<Int>, _ kind: ContextKinds.Kind, sharing marks: Set<Int>, _ showsKind: Bool
  ) -> [Int] {
    let shared = Set(marks.flatMap { sharing[$0] ?? [] })
    let chosen = shared.filter(range.contains).sorted()
    guard showsKind else { return chosen }
    let known = progress[kind] ?? Progress()
    let untried = known.left + links.filter { $0 >= known.tried }
    progress[kind] = Progress(tried: range.upperBound, left: untried.filter(shared.contains))
    return chosen + untried.filter { !shared.contains($0) }
  }

  mutating func forget() { progress = [:] }
}
