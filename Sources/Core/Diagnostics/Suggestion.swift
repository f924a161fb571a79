/// Returns the candidate closest to a misspelt word, for "did you mean".
///
/// The distance counts inserted, removed, replaced and transposed scalars, ignoring ASCII case. A
/// candidate is close if the distance is at most a third of the longer word's length.
/// - Returns: The closest candidate, ties broken by byte order. If none is close, the only one that
///   begins with the word, or with which the word begins, from three letters on; otherwise `nil`.
/// - Complexity: O(candidates × word²); words over 64 scalars are not compared.
public func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let wanted = folded(word)
  guard !wanted.isEmpty, wanted.count <= suggestionScalarsMax else { return nil }
  var best: (distance: Int, candidate: String)?
  var related: [String] = []
  for candidate in candidates {
    let other = folded(candidate)
    if min(wanted.count, other.count) >= 3, other.starts(with: wanted) || wanted.starts(with: other)
    {
      related.append(candidate)
    }
    let bound = max(1, max(wanted.count, other.count) / 3)
    guard other.count <= suggestionScalarsMax, abs(wanted.count - other.count) <= bound else {
      continue
    }
    let distance = editDistance(wanted, other)
    guard distance <= bound, distance < other.count else { continue }
    if let found = best {
      let precedes = candidate.utf8.lexicographicallyPrecedes(found.candidate.utf8)
      guard distance < found.distance || (distance == found.distance && precedes) else { continue }
    }
    best = (distance, candidate)
  }
  return best?.candidate ?? (related.count == 1 ? related.first : nil)
}

private let suggestionScalarsMax = 64

private func folded(_ word: String) -> [UInt32] {
  word.unicodeScalars.map { (65...90).contains($0.value) ? $0.value + 32 : $0.value }
}

/// Optimal string alignment distance.
private func editDistance(_ left: [UInt32], _ right: [UInt32]) -> Int {
  var twoAbove = [Int](repeating: 0, count: right.count + 1)
  var above = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let replaced = above[column] + (left[row] == right[column] ? 0 : 1)
      var cost = min(replaced, above[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, twoAbove[column - 1] + 1)
      }
      current.append(cost)
    }
    (twoAbove, above) = (above, current)
  }
  return above[right.count]
}
