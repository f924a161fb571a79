import Diagnostics
import Languages
import Navigation

/// Groups contexts in which links do the same: a link is applied to one context of each kind, and
/// to the others only if it shows one of their screens.
///
/// What a link does in a small state depends on the places of its stacks, on how many screens are
/// in each, and on the gates that the screens require and whose guests they are for. Of the screens
/// themselves it depends only if one of them is the same as one that the link shows, which is then
/// kept, updated or popped to. A screen that many links show, as the start of a stack, or that is
/// shown when a gate is closed, is a kind of its own.
///
/// A link from outside builds the same stack and layers whatever was shown: what it keeps of them
/// is known already. Only a sheet that belongs to no coordinator appears on the selected one.
///
/// Tests compare the proof with one in which every context is a kind of its own.
struct ContextKinds {
  /// Two screens share a mark if they are the same, or if a link updates one to the other.
  enum Mark: Hashable {
    case screen(Identifier<ScreenDefinition>, values: Set<Value>)
    case updatable(Identifier<Route>)
  }

  struct Value: Hashable {
    let name: TextBytes
    let value: TextBytes
  }

  /// What links distinguish in a context.
  enum Kind: Hashable {
    /// What links from outside do: the place of the stack of the tree, and whether the two visible
    /// screens are the same.
    case place(Int32, isTwice: Bool)
    case screens(base: Stack, flow: Stack?, layer: Stack?)

    struct Stack: Hashable {
      let place: Int32
      let root: Int
      let top: Int?
      /// Whether both screens are the same.
      let isTwice: Bool
    }
  }

  /// Of a context.
  struct Kinds {
    let place: Kind
    let screens: Kind
    /// The marks of the screens that are not kinds of their own.
    let marks: Set<Int>
  }

  /// What links depend on in all screens.
  private struct Requirements: Hashable {
    let gates: GateSet
    let guests: Identifier<Gate>?
  }

  private let definition: AppDefinition
  private var marks = Numbering<Mark>()
  private var requirements = Numbering<Requirements>()
  private let sharesKinds: Bool
  private let consentRoutes: Set<Identifier<Route>>
  /// The marks of screens that are kinds of their own.
  private var single: Set<Int> = []
  /// For each number of a `ScreenClasses`: its marks, and its kind: below 0 a number of
  /// `requirements`, or else its own number.
  private var marksOfScreens: [[Int]] = []
  private var kinds: [Int] = []

  /// - Parameter sharesKinds: Whether contexts share kinds at all.
  init(of definition: AppDefinition, _ alphabet: Alphabet, sharesKinds: Bool) {
    self.definition = definition
    self.sharesKinds = sharesKinds
    consentRoutes = definition.consentRoutes
    let challenges = definition.gates.map { $0.challenge }
    let starts = definition.coordinators.compactMap { $0.start }
    for screen in challenges + starts {
      single.formUnion(numbers(of: marks(screen.route, screen.values)))
    }
    var counts: [Int: Int] = [:]
    for event in alphabet.events {
      for mark in marks(of: event, given: GateSet()) ?? [] { counts[mark, default: 0] += 1 }
    }
    // Applying all links once more costs as much as applying so many to that many contexts.
    let total = counts.values.reduce(0, +)
    single.formUnion(counts.filter { $0.value * $0.value > total }.keys)
  }

  /// The number of screens taken in.
  var count: Int { kinds.count }

  /// Takes in the next screen of a `ScreenClasses`.
  mutating func add(_ entry: ScreenEntry) {
    let marks = numbers(of: marks(entry.route, entry.values))
    let route = definition[entry.route]
    let isSingle =
      !sharesKinds || !route.accounts.isEmpty || consentRoutes.contains(entry.route)
      || !single.isDisjoint(with: marks)
    let required = Requirements(gates: route.gates, guests: route.guests?.gate)
    kinds.append(isSingle ? kinds.count : -1 - requirements.number(of: required))
    marksOfScreens.append(isSingle ? [] : marks)
  }

  func kinds(of context: GateState.Context, _ classes: ScreenClasses) -> Kinds {
    func kind(_ stack: GateState.Stack) -> Kind.Stack {
      let (root, top) = (Int(stack.root), Int(stack.top))
      guard top >= 0 else {
        return Kind.Stack(place: stack.place, root: kinds[root], top: nil, isTwice: false)
      }
      return Kind.Stack(
        place: stack.place, root: kinds[root], top: kinds[top],
        isTwice: definition.isSame(classes.entries[root], classes.entries[top]))
    }
    let (base, flow, layer) = (
      kind(context.base), context.flow.map(kind), context.layer.map(kind)
    )
    let isTwice = (layer ?? flow ?? base).isTwice
    let stacks = [context.base, context.flow, context.layer]
    return Kinds(
      place: sharesKinds
        ? .place(base.place, isTwice: isTwice) : .screens(base: base, flow: flow, layer: layer),
      screens: .screens(base: base, flow: flow, layer: layer),
      marks: stacks.reduce(into: []) { marks, stack in
        for screen in stack?.screens ?? [] { marks.formUnion(marksOfScreens[screen]) }
      })
  }

  /// The marks of the screen that a link opens with these open gates; `nil` for an event that opens
  /// no link. The screens below it do not matter: only a link from outside or one that starts a
  /// flow shows them, and does so in a context that has none of them, too.
  mutating func marks(of event: Event, given open: GateSet) -> [Int]? {
    guard case .open(let link, let source) = event else { return nil }
    guard let source = try? definition.source(of: source),
      let found = try? definition.resolve(link, given: open, from: source)
    else { return [] }
    return numbers(of: marks(found.route, found.values))
  }

  private mutating func numbers(of marks: [Mark]) -> [Int] {
    marks.map { self.marks.number(of: $0) }
  }

  private func marks(_ route: Identifier<Route>, _ values: [String?]) -> [Mark] {
    guard let screen = definition.screen(shownBy: route) else { return [] }
    let values = definition.values(of: route, given: values)
    let same = Mark.screen(
      screen,
      values: Set(values.map { Value(name: TextBytes($0.name), value: TextBytes($0.value)) }))
    return definition[route].repeatPolicy == .update ? [same, .updatable(route)] : [same]
  }
}
