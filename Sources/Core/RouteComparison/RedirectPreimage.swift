import Languages
import Links
import RouteProofs

/// A variant of a redirect next to the path of its target: the variant's text, cut at the values
/// that the target copies, each with the target's text up to the next value.
///
///     /s/:k → /shop/:k      begins with /shop/; blocks: /s/ , then k
struct RedirectSource {
  /// A piece of the redirect's own path.
  struct Block {
    let automaton: NFA
    /// Whether the target copies it.
    let isCopied: Bool
    /// Whether it can span several segments.
    let spansSegments: Bool
    /// The text that follows it in the target.
    var after: [Symbol] = []
  }

  private(set) var blocks: [Block] = []
  /// The text that the target begins with.
  private(set) var before: [Symbol] = []

  /// Nil if the target is not built from the path's values in their order, each at most once.
  ///
  /// - Parameters:
  ///   - variant: The redirect's path.
  ///   - prefix: The text that precedes that path.
  init?(
    _ variant: Expression, prefix: Expression, parameters: [Parameter], target: [TargetPiece]
  ) {
    var parts: [Expression] = []
    Self.cut(variant, into: &parts)
    let captured = parts.compactMap { part in
      if case .capture(let parameter, _) = part { parameter } else { nil }
    }
    var used: [(parameter: Int, after: [Symbol])] = []
    for piece in target {
      switch piece {
      case .text(let text):
        guard let symbols = Self.symbols(of: text) else { return nil }
        if used.isEmpty { before += symbols } else { used[used.count - 1].after += symbols }
      case .value(let parameter):
        guard parameters.indices.contains(parameter), parameters[parameter].place == .path else {
          return nil
        }
        // An optional part that is left out has no value.
        if captured.contains(parameter) { used.append((parameter, [])) }
      }
    }
    let order = used.compactMap { use in captured.firstIndex(of: use.parameter) }
    guard zip(order, order.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    var plain = [prefix]
    for part in parts {
      if case .capture(let parameter, let own) = part,
        let use = used.first(where: { $0.parameter == parameter })
      {
        let spans = parameters[parameter].spansSegments
        blocks.append(Block(.sequence(plain), isCopied: false))
        blocks.append(Block(own, isCopied: true, spansSegments: spans, after: use.after))
        plain = []
      } else {
        plain.append(part)
      }
    }
    blocks.append(Block(.sequence(plain), isCopied: false))
  }

  /// Patterns capture only inside sequences.
  private static func cut(_ expression: Expression, into parts: inout [Expression]) {
    if case .sequence(let inner) = expression {
      for part in inner { cut(part, into: &parts) }
    } else {
      parts.append(expression)
    }
  }

  private static func symbols(of text: String) -> [Symbol]? {
    var symbols: [Symbol] = []
    for (index, part) in text.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).enumerated() {
      guard let bytes = Percent.validated(Array(part)) else { return nil }
      if index > 0 { symbols.append(separator) }
      symbols += bytes.map { Symbol($0) }
    }
    return symbols
  }
}

extension RedirectSource.Block {
  fileprivate init(
    _ expression: Expression, isCopied: Bool, spansSegments: Bool = false, after: [Symbol] = []
  ) {
    automaton = NFA(expression)
    self.isCopied = isCopied
    self.spansSegments = spansSegments
    self.after = after
  }
}

/// The links that a redirect turns into targets which an automaton accepts, as an automaton over
/// those links.
///
///     redirect /s/:k → /shop/:k, automaton of /shop/:x([ab]):  accepts /s/a and /s/b
///
/// It reads the redirect's path. Where the target copies a value, the automaton of targets reads
/// along; the target's own text is read by that one alone. A slash of a target is held back until
/// text follows it, because empty segments are dropped.
struct RedirectPreimage {
  /// The symbols that each state reads; nil for state 0, which accepts.
  private var sets: [SymbolSet?] = [nil]
  private var following: [[Int]] = [[]]
  private var start: [Int] = []

  /// A state of the automaton of targets.
  private struct Reader: Hashable {
    let state: Int
    /// Whether a slash is held back, which counts only if text follows.
    var isBeforeSegment: Bool
  }

  private struct State: Hashable {
    let block: Int
    /// The state of the block's automaton.
    let own: Int
    let reader: Reader
    /// Whether it reads the slash of a value; else, in a value, the text after it.
    let isSlash: Bool
  }

  private let source: RedirectSource
  private let target: NFA
  /// The state that accepts, and all others.
  private var states = Numbering<State?>()
  private var isAccepting = false

  /// The automaton; nil if no link becomes such a target.
  var automaton: NFA? {
    isAccepting ? NFA(sets: sets, following: following, start: start) : nil
  }

  /// Nil if it has more than `Limits.preimageStatesMax` states.
  init?(of source: RedirectSource, into target: NFA) {
    self.source = source
    self.target = target
    let readers = Set(target.start.map { Reader(state: $0, isBeforeSegment: false) })
    _ = states.number(of: nil)
    start = enter(0, after(source.before, readers))
    while following.count < states.count {
      guard states.count <= Limits.preimageStatesMax else { return nil }
      following.append(states.values[following.count].map { next($0) } ?? [])
    }
  }

  /// The readers after some text of the target.
  private func after(_ text: [Symbol], _ readers: Set<Reader>) -> Set<Reader> {
    var readers = readers
    for symbol in text {
      guard !readers.isEmpty else { break }
      readers = Set(
        readers.flatMap { reader -> [Reader] in
          if symbol == separator { return [Reader(state: reader.state, isBeforeSegment: true)] }
          return reading(reader).filter { target.set($0)?.contains(symbol) ?? false }
            .flatMap { target.next($0) }.map { Reader(state: $0, isBeforeSegment: false) }
        })
    }
    return readers
  }

  /// The states that read the next text: those after the slash, if one is held back.
  private func reading(_ reader: Reader) -> [Int] {
    guard reader.isBeforeSegment else { return [reader.state] }
    guard target.set(reader.state)?.hasSeparator ?? false else { return [] }
    return target.next(reader.state)
  }

  /// The states that read a block and all that follow it; after the last block, the one that
  /// accepts.
  private mutating func enter(_ block: Int, _ readers: Set<Reader>) -> [Int] {
    guard !readers.isEmpty else { return [] }
    guard block < source.blocks.count else {
      guard readers.contains(where: { target.isAccept($0.state) }) else { return [] }
      isAccepting = true
      return [0]
    }
    return arrive(block, source.blocks[block].automaton.start, readers)
  }

  private mutating func arrive(_ block: Int, _ owns: [Int], _ readers: Set<Reader>) -> [Int] {
    let automaton = source.blocks[block].automaton
    var found: [Int] = []
    for own in owns {
      if automaton.isAccept(own) {
        found += enter(block + 1, after(source.blocks[block].after, readers))
      } else {
        for reader in readers { found += states(block, own, reader) }
      }
    }
    return Array(Set(found)).sorted()
  }

  /// The states that read one symbol of a block.
  private mutating func states(_ block: Int, _ own: Int, _ reader: Reader) -> [Int] {
    guard let set = source.blocks[block].automaton.set(own) else { return [] }
    guard source.blocks[block].isCopied else {
      return [number(State(block: block, own: own, reader: reader, isSlash: false), set)]
    }
    var found: [Int] = []
    if set.hasSeparator {
      let state = State(block: block, own: own, reader: reader, isSlash: true)
      found.append(number(state, SymbolSet(separator)))
    }
    // A `%2F` in a value that spans segments would be a separator in the target: such links are
    // excluded.
    let spans = source.blocks[block].spansSegments
    let text = set.subtracting(SymbolSet(separator))
      .subtracting(spans ? SymbolSet(Symbol(UInt8(ascii: "/"))) : SymbolSet())
    for state in reading(reader) {
      guard let common = target.set(state)?.intersection(text), !common.isEmpty else { continue }
      let along = Reader(state: state, isBeforeSegment: false)
      found.append(number(State(block: block, own: own, reader: along, isSlash: false), common))
    }
    return found
  }

  private mutating func number(_ state: State, _ set: SymbolSet) -> Int {
    let number = states.number(of: state)
    if number == sets.count { sets.append(set) }
    return number
  }

  private mutating func next(_ state: State) -> [Int] {
    let block = source.blocks[state.block]
    var readers: Set<Reader> = [state.reader]
    if state.isSlash {
      readers = [Reader(state: state.reader.state, isBeforeSegment: true)]
    } else if block.isCopied {
      readers = Set(
        target.next(state.reader.state).map { Reader(state: $0, isBeforeSegment: false) })
    }
    return arrive(state.block, block.automaton.next(state.own), readers)
  }
}
