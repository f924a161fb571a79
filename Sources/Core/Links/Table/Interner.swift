/// Numbers lists of plain values in order of appearance; equal lists get the same number, so that a
/// million users share a few lists.
struct Interner<Element: BitwiseCopyable & Hashable> {
  /// A list that is hashed as one block of bytes.
  private struct Key: Hashable {
    let list: [Element]

    func hash(into hasher: inout Hasher) {
      list.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private var numbers: [Key: Int] = [:]
  /// The different lists, by number.
  private(set) var lists: [[Element]] = []

  /// The number of a list.
  mutating func number(of list: [Element]) -> Int {
    if let known = numbers[Key(list: list)] { return known }
    numbers[Key(list: list)] = lists.count
    lists.append(list)
    return lists.count - 1
  }
}
