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
  struct Branch: Sendable {
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

  /// The values of a variant. Plain numbers, so that threads share no reference count.
  struct Values {
    /// Whether only an automaton finds one of them.
    var needsAutomaton = false
    /// Whether the flat table can report them for every link.
    var areAlwaysClear = false
    /// The number of parameters of its route.
    var count: Int32 = 0
    /// The index of its first capture; the captures of the next variant follow.
    var captures: Int32 = 0
  }

  /// A value: a segment, all that follows from there, or that of a query item.
  struct Capture {
    enum Source {
      case segment(Int32)
      /// What stands between two places of a segment.
      case part(Int32, start: TextPlace, end: TextPlace)
      /// The part of a segment before or after a delimiter, by its index in `delimiters`.
      case besideDelimiter(Int32, delimiter: Int32, isBefore: Bool)
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
  /// The route of each variant, 4 bytes each, with `unclearValues` where not every link has clear
  /// values.
  let variantRoutes: UnsafeRawPointer
  /// The bytes of masks, records and routes.
  let byteCount: Int
  let branches: [Branch]
  let choices: [Choice]
  let longLiterals: [LongLiteral]
  let automata: [DFA]
  let leaves: [Leaf]
  /// For each list of leaves its leaves, best first.
  let leafLists: [Range<Int>]
  /// Of each route what its query must hold.
  let routes: [TableRoute]
  /// The most specific first.
  let bases: UnsafeMutableBufferPointer<FlatBase>
  /// Whether routes of some base stand in fragments.
  let hasFragmentBases: Bool
  /// For each variant, and behind the last one.
  let values: UnsafeMutableBufferPointer<Values>
  let captures: UnsafeMutableBufferPointer<Capture>
  let delimiters: [Delimiter]
  /// The names of query items that are parameters, one behind the other.
  let queryNames: UnsafeMutableBufferPointer<UInt8>

  static let unclearValues: UInt32 = 1 << 31

  /// Where the root stands, in bytes.
  static let root = UInt32(FlatRecord.size)
  static let maskBytes = FlatMemory.maskBytes

  init(
    _ builder: FlatTableBuilder, routes: [TableRoute], variants: [TableVariant], bases: [FlatBase]
  ) {
    self.routes = routes
    hasFragmentBases = bases.contains { $0.fragment != nil }
    self.bases = .allocate(capacity: bases.count)
    _ = self.bases.initialize(from: bases)
    let layout = ValueLayout(variants, routes)
    values = .allocate(capacity: layout.values.count)
    _ = values.initialize(from: layout.values)
    captures = .allocate(capacity: layout.captures.count)
    _ = captures.initialize(from: layout.captures)
    delimiters = layout.delimiters
    queryNames = .allocate(capacity: layout.queryNames.count)
    _ = queryNames.initialize(from: layout.queryNames)
    memory = builder.memory
    records = UnsafeRawPointer(memory.records)
    let routeRows = UnsafeMutablePointer<UInt32>.allocate(capacity: variants.count)
    for (index, variant) in variants.enumerated() {
      let flag = layout.values[index].areAlwaysClear ? 0 : Self.unclearValues
      (routeRows + index).initialize(to: UInt32(truncatingIfNeeded: variant.route) | flag)
    }
    variantRoutes = UnsafeRawPointer(routeRows)
    byteCount = Self.maskBytes + memory.count * FlatRecord.size + variants.count * 4
    branches = builder.branches
    choices = builder.choices
    longLiterals = builder.longLiterals
    automata = builder.automata
    leaves = builder.leaves
    leafLists = builder.leafLists
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
