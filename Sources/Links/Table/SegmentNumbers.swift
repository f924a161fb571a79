/// Numbers what stands in the segments of a table's variants, so that a million of them share their
/// texts and a tree of them compares numbers.
struct SegmentNumbers {
  /// What two segments must have in common to be one; the order tells nothing.
  private enum Key: Hashable {
    case literal([UInt8]), folded([UInt8]), free, typed(ValueType), piece(Expression)

    init(_ matcher: SegmentMatcher) {
      switch matcher {
      case .literal(let bytes): self = .literal(bytes)
      case .foldedLiteral(let bytes): self = .folded(bytes)
      case .free: self = .free
      case .typed(let type): self = .typed(type)
      case .piece(let expression, _): self = .piece(expression)
      }
    }

    /// An array hashes its elements one by one; bytes are hashed at once.
    func hash(into hasher: inout Hasher) {
      switch self {
      case .literal(let bytes): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      case .folded(let bytes): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      case .free: hasher.combine(0)
      case .typed(let type): hasher.combine(type)
      case .piece(let expression): hasher.combine(expression)
      }
    }
  }

  private var numbering = Numbering<Key, SegmentMatcher>()

  /// Each once, by its number.
  var matchers: [SegmentMatcher] { numbering.values }
  /// The numbers of all segments of all variants, one variant behind the other.
  var steps: [Int32] { numbering.sequence }

  /// Notes the next segment, and returns the equal one that is known already.
  mutating func append(_ matcher: SegmentMatcher) -> SegmentMatcher {
    numbering.append(matcher, for: Key(matcher))
  }
}
