/// The stacks of all coordinators, indexed like the coordinators.
///
/// All screens are in one array, stack after stack, so that copying and changing a state takes one
/// allocation regardless of the number of coordinators.
public struct Stacks: RandomAccessCollection, Hashable, Sendable {
  private var entries: [ScreenEntry] = []
  private let coordinatorCount: Int

  init(count: Int) {
    coordinatorCount = count
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of coordinators.
  public var endIndex: Int { coordinatorCount }
  /// The stack of the coordinator with that index, lowest screen first.
  public subscript(index: Int) -> [ScreenEntry] { Array(entries[range(index)]) }

  /// The stack of a coordinator, without a copy.
  package subscript(coordinator: Identifier<Coordinator>) -> ArraySlice<ScreenEntry> {
    entries[range(coordinator.index)]
  }

  /// Keeps the first `kept` screens of a stack and puts the added ones on top.
  mutating func change(
    _ coordinator: Identifier<Coordinator>, keeping kept: Int,
    adding added: some Collection<ScreenEntry>
  ) {
    let old = range(coordinator.index)
    let start = old.lowerBound + kept
    entries.replaceSubrange(start..<old.upperBound, with: added)
    for index in start..<(start + added.count) { entries[index].stack = UInt16(coordinator.index) }
  }

  /// Changes the screen with an id and returns whether it was found.
  mutating func update(_ id: UInt64, _ change: (inout ScreenEntry) -> Void) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    change(&entries[index])
    return true
  }

  var hasUnsavedWork: Bool { entries.contains { $0.isDirty } }

  func entry(_ id: UInt64) -> ScreenEntry? { entries.first { $0.id == id } }

  /// Calls `body` with every screen and its coordinator, in coordinator order.
  @inline(__always)
  package func forEachEntry(_ body: (ScreenEntry, Identifier<Coordinator>) -> Void) {
    // By index, since `for entry in entries` copies each screen.
    for index in entries.indices { body(entries[index], Identifier(Int(entries[index].stack))) }
  }

  private func range(_ index: Int) -> Range<Int> {
    var start = 0
    while start < entries.count, entries[start].stack < index { start += 1 }
    var end = start
    while end < entries.count, entries[end].stack == index { end += 1 }
    return start..<end
  }

  /// Compares which screens are on which stacks.
  public static func == (left: Self, right: Self) -> Bool {
    left.coordinatorCount == right.coordinatorCount
      && left.entries.elementsEqual(right.entries) { $0 == $1 && $0.stack == $1.stack }
  }

  /// Hashes the screens.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
