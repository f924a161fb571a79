import Navigation
import SignalboxHost
import TestSupport
import Testing

/// The order of operations, and what a user's act means.
struct ReconcilerTests {
  private static let definition = SmallWorld.definition
  private static let main = definition.root
  private static let one = definition[main].children[0]
  private static let two = definition[main].children[1]

  /// A tree with these screens.
  private static func tree(
    one: [UInt64], two: [UInt64] = [], selected: Int = 0, sheets: [[UInt64]] = []
  ) -> HostTree {
    var tree = HostTree(emptyUnder: definition)
    tree.selections[main.index] = selected
    tree[.coordinator(Self.one)] = one
    tree[.coordinator(Self.two)] = two
    tree.layers = sheets.map { sheet($0) }
    return tree
  }

  private static func sheet(_ screens: [UInt64]) -> HostLayer {
    HostLayer(kind: .sheet, coordinator: one, stack: screens)
  }

  /// All operations from one tree to another.
  private func operations(
    from shown: HostTree, to wanted: HostTree, gateClosed: Bool = false
  ) -> [HostOperation] {
    var reconciler = Reconciler(Self.definition)
    reconciler.report(shown)
    reconciler.want(wanted, gateClosed: gateClosed)
    var operations: [HostOperation] = []
    while let operation = reconciler.next() {
      operations.append(operation)
      reconciler.report(reconciler.shown.applying(operation))
    }
    #expect(reconciler.isSettled)
    #expect(reconciler.expelled.isEmpty)
    return operations
  }

  @Test func `a host that shows what it should does nothing`() {
    #expect(operations(from: Self.tree(one: [1]), to: Self.tree(one: [1])) == [])
  }

  @Test func `several pushes are one animated change`() {
    #expect(
      operations(from: Self.tree(one: [1]), to: Self.tree(one: [1, 2, 3]))
        == [.setStack(.coordinator(Self.one), [1, 2, 3], animated: true)])
  }

  @Test func `a hidden stack changes before its tab is selected, and without animation`() {
    #expect(
      operations(from: Self.tree(one: [1]), to: Self.tree(one: [1], two: [2, 3], selected: 1)) == [
        .setStack(.coordinator(Self.two), [2, 3], animated: false), .select(1, of: Self.main),
      ])
  }

  @Test func `what a sheet covers changes before the sheet is dismissed`() {
    #expect(
      operations(from: Self.tree(one: [1], sheets: [[5]]), to: Self.tree(one: [1, 2])) == [
        .setStack(.coordinator(Self.one), [1, 2], animated: false),
        .dismiss(from: 0, animated: true),
      ])
  }

  @Test func `layers are dismissed together, and presented one by one`() {
    #expect(
      operations(
        from: Self.tree(one: [1], sheets: [[5], [6], [7]]),
        to: Self.tree(one: [1], sheets: [[5], [8], [9]])) == [
          .dismiss(from: 1, animated: true), .present(Self.sheet([8]), animated: true),
          .present(Self.sheet([9]), animated: true),
        ])
  }

  @Test func `a sheet that loses its first screen stays, and its stack changes`() {
    #expect(
      operations(
        from: Self.tree(one: [1], sheets: [[5, 6]]), to: Self.tree(one: [1], sheets: [[6, 7]]))
        == [.setStack(.layer(0), [6, 7], animated: true)])
  }

  @Test func `what a gate expels leaves without animation, ahead of everything that is animated`() {
    #expect(
      operations(
        from: Self.tree(one: [1, 2], two: [3], sheets: [[5], [6]]),
        to: Self.tree(one: [1, 4], sheets: [[5, 7]]), gateClosed: true) == [
          .setStack(.coordinator(Self.one), [1, 4], animated: false),
          .setStack(.coordinator(Self.two), [], animated: false),
          .setStack(.layer(0), [5, 7], animated: false), .dismiss(from: 1, animated: false),
        ])
    #expect(
      operations(from: Self.tree(one: [1, 2]), to: Self.tree(one: [1]), gateClosed: true)
        == [.setStack(.coordinator(Self.one), [1], animated: false)])
  }

  @Test func `a screen that is expelled while it is presented is hidden`() {
    var reconciler = Reconciler(Self.definition)
    reconciler.report(Self.tree(one: [1]))
    reconciler.want(Self.tree(one: [1], sheets: [[5]]), gateClosed: false)
    #expect(reconciler.next() == .present(Self.sheet([5]), animated: true))
    reconciler.want(Self.tree(one: [1]), gateClosed: true)
    #expect(reconciler.expelled == [5])
    reconciler.report(Self.tree(one: [1], sheets: [[5]]))
    #expect(reconciler.next() == .dismiss(from: 0, animated: false))
  }

  @Test func `a host that does nothing is asked only so often`() {
    var reconciler = Reconciler(Self.definition)
    reconciler.want(Self.tree(one: [1]), gateClosed: false)
    var count = 0
    while reconciler.next() != nil {
      count += 1
      reconciler.report(reconciler.shown)
    }
    #expect((1...100).contains(count))
    #expect(reconciler.reportAct(reconciler.shown) == [])
    #expect(reconciler.next() != nil)
    reconciler.want(Self.tree(one: [1]), gateClosed: false)
    #expect(reconciler.next() != nil)
  }

  struct Act: CustomTestStringConvertible {
    let testDescription: String
    let shown, now: HostTree
    let wanted: HostTree?
    let events: [Event]

    init(
      _ name: String, _ shown: HostTree, _ now: HostTree, wanted: HostTree? = nil, _ events: [Event]
    ) {
      (testDescription, self.shown, self.now) = (name, shown, now)
      (self.wanted, self.events) = (wanted, events)
    }
  }

  static let acts = [
    Act("a swipe", tree(one: [1, 2]), tree(one: [1]), [.back]),
    Act("a cancelled swipe", tree(one: [1, 2]), tree(one: [1, 2]), []),
    Act("a long press", tree(one: [1, 2, 3]), tree(one: [1]), [.popTo(.count(2))]),
    Act(
      "a swipe in a sheet", tree(one: [1, 2], sheets: [[5, 6]]),
      tree(one: [1, 2], sheets: [[5]]), [.back]),
    Act(
      "a sheet pulled down", tree(one: [1], sheets: [[5], [6, 7]]),
      tree(one: [1], sheets: [[5]]), [.dismiss]),
    Act(
      "a tab", tree(one: [1, 2], two: [3]), tree(one: [1, 2], two: [3], selected: 1),
      [.select(tab: "two")]),
    Act(
      "a swipe while a link opens another screen", tree(one: [1, 2]), tree(one: [1]),
      wanted: tree(one: [1, 2, 3]), []),
    Act(
      "a swipe while a sheet is to be presented", tree(one: [1, 2]), tree(one: [1]),
      wanted: tree(one: [1, 2], sheets: [[5]]), []),
    Act(
      "a swipe while another tab is to be selected", tree(one: [1, 2]), tree(one: [1]),
      wanted: tree(one: [1, 2], two: [3], selected: 1), []),
    Act("a change that no user makes", tree(one: [1]), tree(one: [1, 2]), []),
    Act("a stack that vanishes", tree(one: [1, 2]), tree(one: []), []),
  ]

  @Test(arguments: acts)
  func `a finished act is an event, unless the engine has moved on`(act: Act) {
    var reconciler = Reconciler(Self.definition)
    reconciler.report(act.shown)
    reconciler.want(act.wanted ?? act.shown, gateClosed: false)
    #expect(reconciler.reportAct(act.now) == act.events)
    #expect(reconciler.shown == act.now)
  }
}
