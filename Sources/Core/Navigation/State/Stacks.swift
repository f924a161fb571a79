/// The stacks of all coordinators, indexed like the coordinators.
///
/// All screens are in one array, stack after stack, so that copying and changing a state takes one
/// allocation regardless of the number of coordinators.
public struct Stacks: RandomAccessCollection, Hashable, Sendable {
  private var entries: [ScreenEntry] = []
  /// For each coordinator, the end of its stack in `entries`; it begins at the previous end.
  private var ends: [Int]

  init(count: Int) {
    ends = Array(repeating: 0, count: count)
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of coordinators.
  public var endIndex: Int { ends.count }
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
    entries.replaceSubrange((old.lowerBound + kept)..<old.upperBound, with: added)
    let growth = kept + added.count - old.count
    guard growth != 0 else { return }
    for index in coordinator.index..<ends.count { ends[index] += growth }
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
    var start = 0
    for (coordinator, end) in ends.enumerated() {
      for index in start..<end { body(entries[index], Identifier(coordinator)) }
      start = end
    }
  }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}
