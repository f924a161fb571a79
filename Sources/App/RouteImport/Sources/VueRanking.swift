/// The order in which Vue Router 4 tries its records: by the scores of their paths, as of
/// `tokensToParser`, `comparePathParserScore` and `findInsertionIndex` of its sources.
///
/// A path has a list of scores for each segment, a score for each text or parameter in it. The
/// greater score of the first two that differ comes first, so that `/a/:id` is ahead of `/:page/b`.
/// Of equal scores, a record is ahead of those around it, and otherwise the first one comes first.
struct VueRanking {
  private struct Record {
    let score: [[Int]]
    /// The number of the record around it.
    let parent: Int?
    /// Whether a link can open it: it has a name, a component or a redirect.
    let isMatchable: Bool
  }

  private let isStrict: Bool
  private let isSensitive: Bool
  private var records: [Record] = []
  /// The numbers of the matchable records, the one that is tried first at the start.
  private var order: [Int32] = []

  /// - Parameters:
  ///   - isStrict: The option `strict` of the router.
  ///   - isSensitive: The option `sensitive` of the router.
  init(isStrict: Bool, isSensitive: Bool) {
    (self.isStrict, self.isSensitive) = (isStrict, isSensitive)
  }

  /// Adds a record after those ahead of it in the source.
  /// - Parameters:
  ///   - path: With those around it.
  ///   - parent: The number of the record around it.
  /// - Returns: Its number.
  mutating func add(_ record: SourceJSON, path: String, in parent: Int?) -> Int {
    let components = record["components"]?.members?.isEmpty == false
    let component = record["component"].map { !$0.isNull } ?? false
    let score = Self.score(
      path, isStrict: record["strict"]?.bool ?? isStrict,
      isSensitive: record["sensitive"]?.bool ?? isSensitive)
    let number = records.count
    records.append(
      Record(
        score: score, parent: parent,
        isMatchable: components || component || record["name"] != nil || record["redirect"] != nil))
    if records[number].isMatchable { order.insert(Int32(number), at: place(of: number)) }
    return number
  }

  /// The positions of the records in the order, by number; `nil` for one that no link opens.
  var positions: [Int?] {
    var positions = [Int?](repeating: nil, count: records.count)
    for (position, number) in order.enumerated() { positions[Int(number)] = position }
    return positions
  }

  private func place(of number: Int) -> Int {
    let score = records[number].score
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.compare(score, records[Int(order[middle])].score) < 0 {
        high = middle
      } else {
        low = middle + 1
      }
    }
    var ancestor = records[number].parent
    while let outer = ancestor {
      if records[outer].isMatchable, Self.compare(score, records[outer].score) == 0 {
        return order[..<high].lastIndex(of: Int32(outer)) ?? high
      }
      ancestor = records[outer].parent
    }
    return high
  }

  // MARK: Scores, in hundredths

  private static let segment = 40_00
  private static let text = 40_00
  private static let parameter = 20_00
  private static let expression = 10_00
  /// Of `(.*)`, which has that of an expression, too.
  private static let anything = -50_00
  private static let repeated = -20_00
  private static let optional = -8_00
  private static let empty = 90_00
  /// For the last score of a path.
  private static let strict = 70
  /// For each score of a path.
  private static let sensitive = 25

  private static func score(_ path: String, isStrict: Bool, isSensitive: Bool) -> [[Int]] {
    var segments: [[Int]] = []
    let base = segment + (isSensitive ? sensitive : 0)
    var scanner = VuePath(path)
    while let token = scanner.next() {
      switch token {
      case .slash:
        segments.append([])
        continue
      case _ where segments.isEmpty: segments.append([])
      default: break
      }
      segments[segments.count - 1].append(base + score(of: token))
    }
    // The path of the root is a text without characters.
    if segments == [[]] { segments = [[base + text]] }
    segments = (segments.isEmpty ? [[]] : segments).map { $0.isEmpty ? [empty] : $0 }
    if isStrict { segments[segments.count - 1][segments[segments.count - 1].count - 1] += strict }
    return segments
  }

  private static func score(of token: VuePath.Token) -> Int {
    guard case .parameter(_, let written, let modifier, _) = token else { return text }
    let isPlain = ["", "()", "([^/]+?)"].contains(written)
    return parameter + (isPlain ? 0 : expression) + (written == "(.*)" ? anything : 0)
      + (modifier == "?" || modifier == "*" ? optional : 0)
      + (modifier == "+" || modifier == "*" ? repeated : 0)
  }

  /// Negative if the left path comes first, positive if the right one does.
  private static func compare(_ left: [[Int]], _ right: [[Int]]) -> Int {
    for (left, right) in zip(left, right) {
      let result = compare(segment: left, right)
      if result != 0 { return result }
    }
    if abs(left.count - right.count) == 1 {
      if endsBelowZero(left) { return 1 }
      if endsBelowZero(right) { return -1 }
    }
    return right.count - left.count
  }

  private static func compare(segment left: [Int], _ right: [Int]) -> Int {
    for (left, right) in zip(left, right) where left != right { return right - left }
    // A text alone comes first, and otherwise the longer one.
    if left.count < right.count { return left == [segment + text] ? -1 : 1 }
    if left.count > right.count { return right == [segment + text] ? 1 : -1 }
    return 0
  }

  private static func endsBelowZero(_ score: [[Int]]) -> Bool {
    (score.last?.last ?? 0) < 0
  }
}
