/// The stacks of all coordinators, by the coordinators' numbers.
///
/// All screens stand in one array, stack after stack, so that a state is copied and changed with
/// one allocation however many coordinators there are.
public struct Stacks: RandomAccessCollection, Hashable, Sendable {
  private var entries: [ScreenEntry] = []
  /// Per coordinator where its stack ends in `entries`; it begins where the one before ends.
  private var ends: [Int]

  /// As many empty stacks.
  init(count: Int) {
    ends = Array(repeating: 0, count: count)
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of coordinators.
  public var endIndex: Int { ends.count }
  /// The stack of the coordinator of that number, lowest screen first.
  public subscript(index: Int) -> [ScreenEntry] { Array(entries[range(index)]) }

  /// The stack of a coordinator without a copy.
  subscript(coordinator: Identifier<Coordinator>) -> ArraySlice<ScreenEntry> {
    entries[range(coordinator.index)]
  }

  /// Changes a stack: so many of its screens stay, and others come on top of them.
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

  /// Changes the screen of that number, if it is there.
  /// - Returns: Whether it is.
  mutating func update(_ id: UInt64, _ change: (inout ScreenEntry) -> Void) -> Bool {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
    change(&entries[index])
    return true
  }

  /// Whether any screen holds unsaved work.
  var hasUnsavedWork: Bool { entries.contains { $0.isDirty } }

  /// The screen of that number.
  func entry(_ id: UInt64) -> ScreenEntry? { entries.first { $0.id == id } }

  /// Every screen with the coordinator that it belongs to, in order of the coordinators.
  @inline(__always)
  func forEachEntry(_ body: (ScreenEntry, Identifier<Coordinator>) -> Void) {
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
