/// A `RouteTree` in flat memory, for links that hold no escapes: answers in tens of nanoseconds and
/// allocates nothing.
///
/// It gives just what the tree gives, or says that the tree must be asked. A walk goes down in the
/// order of precedence, literal, then what fits, and comes back to the next child where nothing is
/// found. That finds the best variant first wherever the children of a node are ordered: all that
/// stands below one precedes all that stands below the next. Where two children that can share a
/// segment are not, the node is marked `FlatRecord.unordered` and the tree is asked instead.
final class FlatTable: @unchecked Sendable {
  /// The children of a node that are more than literals and a free parameter.
  struct Crossing: Sendable {
    /// Whether the table of literals is too full for one look: places follow until an empty one.
    let isProbed: Bool
    /// Literals that have no key, sorted by length and bytes.
    let longLiterals: Range<Int>
    /// Literals whose letters may differ in case.
    let foldedLiterals: Range<Int>
    /// What is tried after the literals, best first.
    let choices: Range<Int>
  }

  /// A child that is no literal, or a rest.
  struct Choice: Sendable {
    enum Kind: Sendable {
      case free, int, uint
      /// The index of an automaton.
      case automaton(Int)
      /// All that follows; the choice is a list of leaves.
      case all
      case rest(Int)
    }
    let kind: Kind
    /// The record of the child, in bytes; for a rest the index of its leaf.
    let target: UInt32
  }

  /// A literal without a key and the record of its child, in bytes.
  struct LongLiteral: Sendable {
    let text: [UInt8]
    let child: UInt32
  }

  /// A variant that ends at a node or whose rest begins there.
  struct Leaf: Sendable {
    let variant: UInt32
    let route: Int
    let order: Int
    /// For each base of the table whether the route stands under it; empty where it stands under
    /// all.
    let isUnderBase: [Bool]
    let hasConditions: Bool
  }

  /// How a variant's values are found: nothing is counted that many threads would have to count.
  struct Values {
    /// Whether an automaton finds one of them.
    var needsAutomaton = false
    /// How many parameters its route has.
    var count: Int32 = 0
    /// Where its captures begin; they end where those of the next variant begin.
    var captures: Int32 = 0
  }

  /// A value: a segment, all that follows from there, or that of a query item.
  struct Capture {
    enum Source {
      case segment(Int32)
      /// What stands between two places of a segment.
      case part(Int32, start: TextPlace, end: TextPlace)
      /// What stands in a segment before a joint or behind it, by its index in `joints`.
      case besideJoint(Int32, joint: Int32, isBefore: Bool)
      case rest(Int32)
      /// What stands between two places of the path from the slash before that segment on.
      case restPart(Int32, start: TextPlace, end: TextPlace)
      /// The item whose name stands there in `queryNames`.
      case query(start: Int32, count: Int32)
    }
    let parameter: Int32
    let source: Source
  }

  /// The records; the first is dead, the second the root. `maskBytes` before them stand, for each
  /// length of a key from 0 to 16, the masks of its two words.
  let records: UnsafeRawPointer
  private let memory: FlatMemory
  /// The route of each variant, 4 bytes each.
  let variantRoutes: UnsafeRawPointer
  /// The bytes of masks, records and routes.
  let byteCount: Int
  let crossings: [Crossing]
  let choices: [Choice]
  let longLiterals: [LongLiteral]
  let automata: [ByteAutomaton]
  let leaves: [Leaf]
  /// For each list of leaves its leaves, best first.
  let leafLists: [Range<Int>]
  /// Of each route what its query must hold.
  let routes: [TableRoute]
  /// Whether any route has declared query items.
  let hasConditions: Bool
  /// The most specific first.
  let bases: UnsafeMutableBufferPointer<FlatBase>
  /// Whether routes of some base stand in fragments.
  let hasFragmentBases: Bool
  /// For each variant, and behind the last one.
  let values: UnsafeMutableBufferPointer<Values>
  let captures: UnsafeMutableBufferPointer<Capture>
  let joints: [TextJoint]
  /// The names of query items that are parameters, one behind the other.
  let queryNames: UnsafeMutableBufferPointer<UInt8>

  /// Where the root stands, in bytes.
  static let root = UInt32(FlatRecord.size)
  static let maskBytes = FlatMemory.maskBytes

  init(
    _ parts: FlatTableBuilder, routes: [TableRoute], variants: [TableVariant], bases: [FlatBase]
  ) {
    self.routes = routes
    hasFragmentBases = bases.contains { $0.fragment != nil }
    hasConditions = routes.contains { !$0.conditions.isEmpty }
    self.bases = .allocate(capacity: bases.count)
    _ = self.bases.initialize(from: bases)
    let ways = WaysToValues(variants, routes)
    values = .allocate(capacity: ways.values.count)
    _ = values.initialize(from: ways.values)
    captures = .allocate(capacity: ways.captures.count)
    _ = captures.initialize(from: ways.captures)
    joints = ways.joints
    queryNames = .allocate(capacity: ways.queryNames.count)
    _ = queryNames.initialize(from: ways.queryNames)
    memory = parts.memory
    records = UnsafeRawPointer(memory.records)
    let routeRows = UnsafeMutablePointer<UInt32>.allocate(capacity: variants.count)
    for (index, variant) in variants.enumerated() {
      (routeRows + index).initialize(to: UInt32(truncatingIfNeeded: variant.route))
    }
    variantRoutes = UnsafeRawPointer(routeRows)
    byteCount = Self.maskBytes + memory.count * FlatRecord.size + variants.count * 4
    crossings = parts.crossings
    choices = parts.choices
    longLiterals = parts.longLiterals
    automata = parts.automata
    leaves = parts.leaves
    leafLists = parts.leafLists
  }

  deinit {
    values.deallocate()
    captures.deallocate()
    queryNames.deallocate()
    for base in bases { base.deallocate() }
    bases.deallocate()
    variantRoutes.deallocate()
  }
}
