// The globs of Android once more, written directly on the texts with indices: slower and simpler
// than the automata of `PlatformLinks`, which tests compare with it.

/// Whether a simple glob matches a whole text.
public func naiveSimpleGlob(_ pattern: String, matches text: String) -> Bool {
  let pattern = Array(pattern.utf16)
  let text = Array(text.utf16)
  var position = 0
  var read = 0
  if pattern.isEmpty { return text.isEmpty }
  while position < pattern.count && read < text.count {
    var unit = pattern[position]
    var width = 1
    let isEscaped = unit == unicode("\\")
    if isEscaped {
      unit = position + 1 < pattern.count ? pattern[position + 1] : 0
      width = 2
    }
    let hasStar = position + width < pattern.count && pattern[position + width] == unicode("*")
    if !hasStar {
      if unit != unicode("."), text[read] != unit { return false }
      read += 1
      position += width
    } else if unit == unicode("."), !isEscaped {
      var next = position + width + 1
      if next == pattern.count { return true }
      if pattern[next] == unicode("\\") { next += 1 }
      let end = next < pattern.count ? pattern[next] : 0
      while read < text.count && text[read] != end { read += 1 }
      if read == text.count { return false }
      read += 1
      position = next + 1
    } else {
      while read < text.count && text[read] == unit { read += 1 }
      position += width + 1
    }
  }
  if read < text.count { return false }
  return position >= pattern.count
    || Array(pattern[position...]) == [unicode("."), unicode("*")]
}

/// Whether an advanced glob matches a whole text; `nil` if the glob is malformed. Ignores limits.
public func naiveAdvancedGlob(_ pattern: String, matches text: String) -> Bool? {
  let pattern = Array(pattern.utf16)
  let text = Array(text.utf16)
  // Malformed parts after the first mismatch still count.
  var isMatching = true
  var position = 0
  var read = 0
  while position < pattern.count {
    var takes: (UInt16) -> Bool = { _ in true }
    var isToken = true
    switch pattern[position] {
    case unicode("*"), unicode("+"), unicode("{"): return nil
    case unicode("."): position += 1
    case unicode("}"):
      position += 1
      isToken = false
    case unicode("\\"):
      if position + 1 == pattern.count { return nil }
      let unit = pattern[position + 1]
      takes = { $0 == unit }
      position += 2
    case unicode("["):
      guard let (set, end) = naiveSet(pattern, position + 1) else { return nil }
      takes = set
      position = end
    case let unit:
      takes = { $0 == unit }
      position += 1
    }
    if !isToken { continue }
    // A brace that closes nothing does not separate a token from its count.
    while position < pattern.count && pattern[position] == unicode("}") { position += 1 }
    guard let (low, high, end) = naiveCount(pattern, position) else { return nil }
    position = end
    while position < pattern.count && pattern[position] == unicode("}") { position += 1 }
    var taken = 0
    while taken < high && read < text.count && takes(text[read]) {
      taken += 1
      read += 1
    }
    if taken < low { isMatching = false }
  }
  return isMatching && read == text.count
}

/// A set and the index after its bracket.
private func naiveSet(_ pattern: [UInt16], _ start: Int) -> ((UInt16) -> Bool, Int)? {
  var position = start
  var isInverse = false
  if position < pattern.count && pattern[position] == unicode("^") {
    isInverse = true
    position += 1
  }
  var units: [(UInt16, isEscaped: Bool)] = []
  while true {
    if position >= pattern.count { return nil }
    if pattern[position] == unicode("]") { break }
    if pattern[position] == unicode("\\") {
      if position + 1 >= pattern.count { return nil }
      units.append((pattern[position + 1], true))
      position += 2
    } else {
      units.append((pattern[position], false))
      position += 1
    }
  }
  if units.isEmpty { return nil }
  var members: [(UInt16, UInt16)] = []
  var index = 0
  while index < units.count {
    let isRange =
      index + 2 < units.count && units[index + 1].0 == unicode("-") && !units[index + 1].isEscaped
    members.append((units[index].0, units[index + (isRange ? 2 : 0)].0))
    index += isRange ? 3 : 1
  }
  let found = members
  let isOutside = isInverse
  return (
    { unit in found.contains { $0.0 <= unit && unit <= $0.1 } != isOutside }, position + 1
  )
}

/// The count at an index, or that of a single unit, and the index after it.
private func naiveCount(_ pattern: [UInt16], _ start: Int) -> (Int, Int, Int)? {
  guard start < pattern.count else { return (1, 1, start) }
  switch pattern[start] {
  case unicode("*"): return (0, Int.max, start + 1)
  case unicode("+"): return (1, Int.max, start + 1)
  case unicode("{"):
    var end = start + 1
    while end < pattern.count && pattern[end] != unicode("}") { end += 1 }
    if end == pattern.count { return nil }
    let parts = String(decoding: pattern[(start + 1)..<end], as: UTF16.self)
      .split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let low = Int32(parts[0]) else { return nil }
    if parts.count == 1 { return (Int(low), Int(low), end + 1) }
    if parts[1].isEmpty { return (Int(low), Int.max, end + 1) }
    guard let high = Int32(parts[1]), low <= high else { return nil }
    return (Int(low), Int(high), end + 1)
  default: return (1, 1, start)
  }
}

private func unicode(_ scalar: Unicode.Scalar) -> UInt16 { UInt16(scalar.value) }
