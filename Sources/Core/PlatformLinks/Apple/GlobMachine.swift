/// A nondeterministic automaton that decides what a pattern matches, byte by byte.
///
/// Matching and the comparison of languages use the same machine: a state is a value, so that it
/// can be a state of a product of automata. The time is linear in the text for a given pattern: a
/// step takes O(states of the machine), however many ways there are to match.
public struct GlobMachine: Sendable {
  /// A state: where in the pattern the bytes so far can have led.
  public struct State: Hashable, Sendable {
    /// The nodes that take a byte, or accept, in ascending order.
    let nodes: [Int32]
    /// Whether no text that starts with the bytes so far matches.
    public var isDead: Bool { nodes.isEmpty }
  }

  /// A node: takes a byte, leads on without one, or accepts.
  private enum Node: Sendable {
    case accept
    case byte(UInt8, next: Int32)
    case bytes(ByteClass, next: Int32)
    /// Takes any byte and stays, or leads on.
    case loop(next: Int32)
    case split([Int32])
  }

  /// The nodes of one `?`.
  static let anyStates = 16
  private static let accept: Int32 = 0

  private var nodes: [Node] = [.accept]
  /// The state ahead of the first byte.
  public private(set) var start = State(nodes: [])

  /// The machine of a pattern.
  public init(_ glob: Glob) {
    let first = add(glob.elements, next: Self.accept)
    start = closure([first])
  }

  /// The state after one more byte.
  public func step(_ state: State, _ byte: UInt8) -> State {
    var reached: [Int32] = []
    for index in state.nodes {
      switch nodes[Int(index)] {
      case .byte(let wanted, let next): if byte == wanted { reached.append(next) }
      case .bytes(let wanted, let next): if wanted.contains(byte) { reached.append(next) }
      case .loop: reached.append(index)
      case .accept, .split: break
      }
    }
    return closure(reached)
  }

  /// The bytes that a node takes only in part; `nil` if it takes all or none.
  func taken(by node: Int32) -> ByteClass? {
    switch nodes[Int(node)] {
    case .byte(let byte, _): ByteClass([byte])
    case .bytes(let bytes, _): bytes
    case .accept, .loop, .split: nil
    }
  }

  /// Whether a state takes any byte.
  func takesAny(in state: State) -> Bool {
    state.nodes.contains { node in
      if case .loop = nodes[Int(node)] { true } else { false }
    }
  }

  /// Whether the bytes so far match.
  public func isAccepting(_ state: State) -> Bool { state.nodes.first == Self.accept }

  /// The nodes that these lead to without a byte, except those that only lead on.
  private func closure(_ reached: [Int32]) -> State {
    guard !reached.isEmpty else { return State(nodes: []) }
    // The one node that follows a literal byte.
    if reached.count == 1 {
      switch nodes[Int(reached[0])] {
      case .accept, .byte, .bytes: return State(nodes: reached)
      case .loop, .split: break
      }
    }
    var isVisited = [Bool](repeating: false, count: nodes.count)
    var pending = reached
    var found: [Int32] = []
    while let index = pending.popLast() {
      guard !isVisited[Int(index)] else { continue }
      isVisited[Int(index)] = true
      switch nodes[Int(index)] {
      case .accept, .byte, .bytes: found.append(index)
      case .loop(let next):
        found.append(index)
        pending.append(next)
      case .split(let targets): pending += targets
      }
    }
    return State(nodes: found.sorted())
  }
}

extension GlobMachine {
  private mutating func add(_ node: Node) -> Int32 {
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  /// Adds parts that lead to `next`, from the last to the first, and returns the first node.
  private mutating func add(_ elements: [Glob.Element], next: Int32) -> Int32 {
    var next = next
    for element in elements.reversed() {
      switch element {
      case .byte(let byte): next = add(.byte(byte, next: next))
      case .bytes(let bytes): next = add(.bytes(bytes, next: next))
      case .any: next = addScalar(next: next)
      case .run: next = add(.loop(next: next))
      case .oneOf(let texts): next = add(.split(texts.map { add($0, next: next) }))
      }
    }
    return next
  }

  /// Adds one well-formed scalar, by table 3-7 of the Unicode Standard.
  private mutating func addScalar(next: Int32) -> Int32 {
    func bytes(_ range: ClosedRange<UInt8>, _ next: Int32) -> Int32 {
      add(.bytes(ByteClass(range), next: next))
    }
    let last = bytes(0x80...0xBF, next)
    let lastTwo = bytes(0x80...0xBF, last)
    let lastThree = bytes(0x80...0xBF, lastTwo)
    let leads = [
      bytes(0...0x7F, next),
      bytes(0xC2...0xDF, last),
      add(.byte(0xE0, next: bytes(0xA0...0xBF, last))),
      add(.bytes(ByteClass([0xE1...0xEC, 0xEE...0xEF].joined()), next: lastTwo)),
      add(.byte(0xED, next: bytes(0x80...0x9F, last))),
      add(.byte(0xF0, next: bytes(0x90...0xBF, lastTwo))),
      bytes(0xF1...0xF3, lastThree),
      add(.byte(0xF4, next: bytes(0x80...0x8F, lastTwo))),
    ]
    return add(.split(leads))
  }
}
