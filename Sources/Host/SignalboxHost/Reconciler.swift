public import Navigation

/// Brings what a host shows to what the engine wants, one operation at a time.
///
///     var reconciler = Reconciler(definition)
///     reconciler.want(tree, gateClosed: false)       // after each event
///     while let operation = reconciler.next() {      // unless a transition runs
///       // The host performs it, and waits until it has ended.
///       reconciler.report(now)                       // what the host shows then
///     }
///
/// Each operation follows from a fresh difference, so that it does not matter what else has
/// happened meanwhile: an event, a user's gesture, or an operation that did something else than
/// expected.
///
/// Changes that nobody sees come first, from the bottom up: stacks in hidden tabs and below layers,
/// then selections. Only what remains is animated: a change of the visible stack, a dismissal, a
/// presentation. Screens that a closed gate expels are never animated away, and the host hides them
/// from the moment they are expelled until they have left.
public struct Reconciler: Sendable {
  /// The definition of the app.
  public let definition: AppDefinition
  /// What the host shows, by its last report.
  public private(set) var shown: HostTree
  /// What the host should show.
  public private(set) var wanted: HostTree
  /// The screens that a closed gate may have removed and the host still has. Their content must not
  /// be visible.
  public private(set) var expelled: Set<UInt64> = []
  /// The operation that the host performs.
  private var running: HostOperation?
  /// The operations until the reconciler gives up on a host that does not do what it is asked to.
  private var operationsLeft = 0

  /// Creates the reconciler of a host that shows nothing yet.
  public init(_ definition: AppDefinition) {
    self.definition = definition
    shown = HostTree(emptyUnder: definition)
    wanted = shown
  }

  /// Whether the host shows what it should.
  public var isSettled: Bool { shown == wanted }

  /// Sets what the host should show.
  ///
  /// - Parameters:
  ///   - gateClosed: Whether a gate has closed since the last call. What the host then shows and
  ///     should no longer show is expelled, also a screen that is about to leave for another
  ///     reason: it may require the gate.
  ///   - leaving: Screens that `shown` no longer has and that can still be seen.
  public mutating func want(
    _ tree: HostTree, gateClosed: Bool, leaving: Set<UInt64> = []
  ) {
    wanted = tree
    renew()
    guard gateClosed else { return }
    let screens = shown.screens + (running.map { shown.applying($0).screens } ?? [])
    expelled.formUnion(leaving.union(screens))
    expelled.subtract(wanted.screens)
  }

  /// The next operation; `nil` if the host shows what it should, or has not come closer to it in as
  /// many operations as the definition can need. A change or a gesture gives it another chance.
  public mutating func next() -> HostOperation? {
    guard operationsLeft > 0, let operation = difference() else { return nil }
    operationsLeft -= 1
    running = operation
    return operation
  }

  /// Records what the host shows after an operation has ended.
  public mutating func report(_ now: HostTree) {
    shown = now
    running = nil
    if !expelled.isEmpty { expelled.formIntersection(now.screens) }
  }

  /// Records what the host shows after the user's own act, such as a swipe, has ended.
  ///
  /// - Returns: The events to apply. The engine may refuse them, or may have moved on since the act
  ///   began, so that there are none; the next operations then bring the host back.
  public mutating func reportAct(_ now: HostTree) -> [Event] {
    let events = shown.events(leadingTo: now, in: definition, wanting: wanted)
    report(now)
    renew()
    return events
  }

  /// Every stack and selection changes at most twice, and every layer is dismissed, presented and
  /// changed at most once.
  private mutating func renew() {
    operationsLeft = 4 * definition.coordinators.count + 3 * Limits.layersMax
  }
}

extension Reconciler {
  /// The first operation that leads from `shown` to `wanted`.
  private func difference() -> HostOperation? {
    hiddenStack() ?? selection() ?? visibleStack() ?? layer()
  }

  /// A stack of the tree that is not visible, now or in the end.
  private func hiddenStack() -> HostOperation? {
    let staying = stayingBase
    for id in definition.coordinatorIDs where id != staying {
      let screens = wanted.stacks[id.index]
      if shown.stacks[id.index] != screens {
        return .setStack(.coordinator(id), screens, animated: false)
      }
    }
    return nil
  }

  private func selection() -> HostOperation? {
    for id in definition.coordinatorIDs {
      if let child = wanted.selections[id.index], shown.selections[id.index] != child {
        return .select(child, of: id)
      }
    }
    return nil
  }

  private func visibleStack() -> HostOperation? {
    stayingBase.flatMap { change(of: .coordinator($0), isVisible: true) }
  }

  private func layer() -> HostOperation? {
    let common = zip(shown.layers, wanted.layers).prefix { $0.continues(as: $1) }.count
    let isTop = common == shown.layers.count && common == wanted.layers.count
    for index in 0..<common {
      let isVisible = isTop && index == common - 1
      if let change = change(of: .layer(index), isVisible: isVisible) { return change }
    }
    if shown.layers.count > common {
      let leaving = shown.layers[common...].flatMap { $0.stack }
      return .dismiss(from: common, animated: expelled.isDisjoint(with: leaving))
    }
    guard common < wanted.layers.count else { return nil }
    return .present(wanted.layers[common], animated: true)
  }

  private func change(of place: StackPlace, isVisible: Bool) -> HostOperation? {
    let (now, screens) = (shown[place], wanted[place])
    guard now != screens else { return nil }
    let isAnimated = isVisible && !now.isEmpty && expelled.isDisjoint(with: now)
    return .setStack(place, screens, animated: isAnimated)
  }

  /// The coordinator whose stack is visible now and in the end; `nil` if there is none.
  private var stayingBase: Identifier<Coordinator>? {
    guard shown.layers.isEmpty, wanted.layers.isEmpty else { return nil }
    let base = shown.base(in: definition)
    return base == wanted.base(in: definition) ? base : nil
  }
}
