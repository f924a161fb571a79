/// Numbers lists of plain values as they come, equal ones alike, so that a million users share a
/// few of them. A list is copied only when it is new.
struct Numbering<Element: BitwiseCopyable & Hashable> {
  /// How many different lists there are; their numbers are those below.
  var count: Int { starts.count - 1 }

  /// The lists, one behind the other.
  private var elements: [Element] = []
  /// Where each begins, and where the last one ends.
  private var starts: [Int32] = [0]
  /// Each number at a place that its hash tells, or behind it where that is taken; -1 is none.
  /// Half of them at most are taken.
  private var places = [Int32](repeating: -1, count: 64)

  subscript(_ number: Int) -> ArraySlice<Element> {
    elements[Int(starts[number])..<Int(starts[number + 1])]
  }

  /// The number of a list.
  mutating func number(of list: [Element]) -> Int {
    var place = place(of: list[...])
    while places[place] >= 0 {
      let known = Int(places[place])
      if self[known] == list[...] { return known }
      place = (place + 1) & (places.count - 1)
    }
    places[place] = Int32(truncatingIfNeeded: count)
    elements += list
    starts.append(Int32(truncatingIfNeeded: elements.count))
    if count * 2 > places.count { makeRoom() }
    return count - 1
  }

  /// The place of a list that stands nowhere yet, unless it is taken.
  private func place(of list: ArraySlice<Element>) -> Int {
    var hasher = Hasher()
    list.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize() & (places.count - 1)
  }

  private mutating func makeRoom() {
    places = [Int32](repeating: -1, count: places.count * 4)
    for number in 0..<count {
      var place = place(of: self[number])
      while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(truncatingIfNeeded: number)
    }
  }
}
