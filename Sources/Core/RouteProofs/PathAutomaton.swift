import Links

/// An automaton over paths, as searches run several side by side: from each place that reads, the
/// places that can come next.
enum PathAutomaton {
  /// Of an expression.
  case own(Closures)
  /// Of the links that a redirect leads into a language.
  case source(SourceAutomaton)

  /// How many places there are.
  var count: Int {
    switch self {
    case .own(let closures): closures.count
    case .source(let source): source.sets.count
    }
  }

  /// What can come first.
  var start: [Int] {
    switch self {
    case .own(let closures): closures.start
    case .source(let source): source.start
    }
  }

  /// What can come after a place has read its symbol.
  func next(_ index: Int) -> [Int] {
    switch self {
    case .own(let closures): closures.next(index)
    case .source(let source): source.following[index]
    }
  }

  /// What a place reads; nil if it accepts.
  func set(_ index: Int) -> SymbolSet? {
    switch self {
    case .own(let closures): closures.set(index)
    case .source(let source): source.sets[index]
    }
  }

  /// Whether the path may end here.
  func isAccept(_ index: Int) -> Bool {
    switch self {
    case .own(let closures): closures.isAccept(index)
    case .source(let source): source.sets[index] == nil
    }
  }
}
