import Languages

/// A `RouteTrie` in flat memory: answers in tens of nanoseconds and allocates nothing.
///
/// It gives the same answer as the tree, or none. A walk descends in order of precedence, literals
/// first, and backtracks to the next child if nothing is found. That finds the best variant first
/// if the children of a node are ordered: every variant below one precedes every variant below the
/// next. A node with two unordered children that can share a segment is marked
/// `FlatRecord.unordered` and left to the tree.
final class FlatTable: @unchecked Sendable {
  /// The children of a node that has more than short literals and a free parameter.
  struct Branch: Sendable {
    /// Whether the table of literals is probed, up to the key or an empty record.
    let isProbed: Bool
    /// Literals without a key, sorted by length, then bytes.
    let longLiterals: Range<Int>
    /// Literals that ignore the case of letters.
    let foldedLiterals: Range<Int>
    /// The choices after the literals, best first.
    let choices: Range<Int>
  }

  /// A child that is not a literal, or a rest.
  struct Choice: Sendable {
    enum Kind: Sendable {
      case free, int, uint
      case automaton(Int)
      /// The rest of the path; the choice is a list of leaves.
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
    /// For each base of the table, whether the route is under it; empty if it is under all.
    let isUnderBase: [Bool]
    let hasConditions: Bool
    /// Whether a later leaf of its list has the same order, and its route does not precede that
    /// leaf's.
    let mayTie: Bool
  }

  /// The values of a variant. Plain numbers, so that threads share no reference count.
  struct Values {
    /// The index of its first capture; the captures of the next variant follow.
    var captures: UInt32
    /// A bit for each segment that is a value, if the values are whole segments in the order of the
    /// route's parameters; otherwise 0.
    var segments: UInt32 = 0
  }

  /// A value: a segment, all segments from one on, or the value of a query item.
  struct Capture {
    enum Source {
      case segment(Int32)
      /// The part of a segment between two places.
      case part(Int32, start: TextPlace, end: TextPlace)
      /// The part of a segment with a number, between delimiters, by their index in `delimiters`.
      case delimited(Int32, delimiters: Int32, number: UInt8)
      case rest(Int32)
      /// The part between two places of the path from the slash before that segment on.
      case restPart(Int32, start: TextPlace, end: TextPlace)
      /// The path from a place after the slash before that segment on, with a slash at its end.
      case restFrom(Int32, start: TextPlace)
      /// The item whose name is in that range of `queryNames`.
      case query(start: Int32, count: Int32)
    }
    let parameter: Int32
    let source: Source
  }

  /// The records; the first is dead, the second the root. The mask of keys precedes them.
  let records: UnsafeRawPointer
  /// The route of each variant, with `unclearValues` where not every link has clear values, and
  /// with `automatonValues` where finding any value takes an automaton or the tree. Apart from
  /// `values`: in a large table, a lookup without values then reads memory that fits a cache.
  let variantRoutes: UnsafeMutableBufferPointer<UInt32>
  /// One per variant, and one after the last.
  let values: UnsafeMutableBufferPointer<Values>
  /// The most specific first.
  let bases: UnsafeMutableBufferPointer<FlatBase>
  let hasFragmentBases: Bool
  private let memory: FlatMemory
  /// The bytes of records, routes and values.
  let byteCount: Int
  let branches: [Branch]
  let choices: [Choice]
  let longLiterals: [LongLiteral]
  let automata: [DFA]
  let leaves: [Leaf]
  /// For each list of leaves its leaves, best first.
  let leafLists: [Range<Int>]
  /// The routes, for the conditions of their queries.
  let routes: [TableRoute]
  let captures: UnsafeMutableBufferPointer<Capture>
  let delimiters: [Delimiters]
  /// The names of query items that are parameters, concatenated.
  let queryNames: UnsafeMutableBufferPointer<UInt8>

  static let unclearValues: UInt32 = 1 << 31
  static let automatonValues: UInt32 = 1 << 30

  /// The offset of the root, in bytes.
  static let root = UInt32(FlatRecord.size)

  init(
    _ builder: borrowing FlatTableBuilder, routes: [TableRoute], variants: [TableVariant],
    bases: [FlatBase]
  ) {
    self.routes = routes
    hasFragmentBases = bases.contains { $0.fragment != nil }
    self.bases = .allocate(capacity: bases.count)
    _ = self.bases.initialize(from: bases)
    let layout = ValueLayout(variants, routes)
    variantRoutes = .allocate(capacity: layout.routes.count)
    _ = variantRoutes.initialize(from: layout.routes)
    values = .allocate(capacity: layout.values.count)
    _ = values.initialize(from: layout.values)
    captures = .allocate(capacity: layout.captures.count)
    _ = captures.initialize(from: layout.captures)
    delimiters = layout.delimiters
    queryNames = .allocate(capacity: layout.queryNames.count)
    _ = queryNames.initialize(from: layout.queryNames)
    memory = builder.memory
    records = UnsafeRawPointer(memory.records)
    byteCount =
      FlatMemory.maskBytes + memory.count * FlatRecord.size
      + variantRoutes.count * MemoryLayout<UInt32>.stride
      + values.count * MemoryLayout<Values>.stride
    branches = builder.branches
    choices = builder.choices
    longLiterals = builder.longLiterals
    automata = builder.automata
    leaves = builder.leaves
    leafLists = builder.leafLists
  }

  deinit {
    variantRoutes.deallocate()
    values.deallocate()
    captures.deallocate()
    queryNames.deallocate()
    for base in bases { base.deallocate() }
    bases.deallocate()
  }
}
