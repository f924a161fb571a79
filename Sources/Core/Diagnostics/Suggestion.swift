/// Returns the candidate closest to a misspelt word, for "did you mean".
///
/// The distance counts inserted, removed, replaced and transposed scalars, ignoring ASCII case. A
/// candidate is close if the distance is at most a third of the longer word's length.
/// - Returns: The closest candidate, ties broken by byte order. If none is close, the only one that
///   is a prefix of the word or has it as a prefix, of at least three letters; otherwise `nil`.
/// - Complexity: O(candidates × word²); words over 64 scalars are not compared.
public func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let wanted = word.unicodeScalars.map(folded)
  guard !wanted.isEmpty, wanted.count <= suggestionScalarsMax else { return nil }
  var best: (distance: Int, candidate: String)?
  var related: [String] = []
  for candidate in candidates {
    let count = candidate.unicodeScalars.count
    let bound = max(1, max(wanted.count, count) / 3)
    let isAsLong = count <= suggestionScalarsMax && abs(wanted.count - count) <= bound
    // Most candidates differ too much in length and in the first letter: their scalars are not
    // copied.
    guard isAsLong || candidate.unicodeScalars.first.map(folded) == wanted[0] else { continue }
    let other = candidate.unicodeScalars.map(folded)
    if min(wanted.count, count) >= 3, other.starts(with: wanted) || wanted.starts(with: other) {
      related.append(candidate)
    }
    guard isAsLong else { continue }
    let distance = editDistance(wanted, other, most: bound)
    guard distance <= bound, distance < count else { continue }
    if let found = best {
      let precedes = bytesPrecede(candidate, found.candidate)
      guard distance < found.distance || (distance == found.distance && precedes) else { continue }
    }
    best = (distance, candidate)
  }
  return best?.candidate ?? (related.count == 1 ? related.first : nil)
}

private let suggestionScalarsMax = 64

private func folded(_ scalar: Unicode.Scalar) -> UInt32 {
  (65...90).contains(scalar.value) ? scalar.value + 32 : scalar.value
}

/// Optimal string alignment distance; any number above `most` if it exceeds `most`.
private func editDistance(_ left: [UInt32], _ right: [UInt32], most: Int) -> Int {
  var twoAbove = [Int](repeating: 0, count: right.count + 1)
  var above = Array(0...right.count)
  var current = twoAbove
  for row in left.indices {
    current[0] = row + 1
    var least = current[0]
    for column in right.indices {
      let replaced = above[column] + (left[row] == right[column] ? 0 : 1)
      var cost = min(replaced, above[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, twoAbove[column - 1] + 1)
      }
      current[column + 1] = cost
      least = min(least, cost)
    }
    // No later row has less than the least of this one.
    guard least <= most else { return least }
    swap(&twoAbove, &above)
    swap(&above, &current)
  }
  return above[right.count]
}
