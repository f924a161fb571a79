/// A pattern with the way in which a part of a link is read before it is compared.
public struct PartPattern: Hashable, Sendable {
  /// The pattern.
  public let glob: Glob
  /// Whether `%` and two hexadecimal digits are read as the byte they encode; a `%` without them is
  /// literal. Otherwise the part is compared as written.
  public let isDecoded: Bool
  /// Whether slashes at both ends of the part do not count, once it is decoded.
  public let trimsSlashes: Bool
  /// The pattern as its file writes it; `nil` if it comes from no file.
  let text: [UInt8]?

  /// A pattern for a part.
  public init(
    _ glob: Glob, isDecoded: Bool, trimsSlashes: Bool = false, text: [UInt8]? = nil
  ) {
    self.text = text
    self.glob = glob
    self.isDecoded = isDecoded
    self.trimsSlashes = trimsSlashes
  }

  /// Whether the pattern matches a part of a link, as written in the link.
  public func matches(_ part: [UInt8]) -> Bool {
    guard mayMatch(part) else { return false }
    let machine = PartMachine(self)
    var state = machine.start
    for byte in part {
      state = machine.step(state, byte)
      if state.isDead { return false }
    }
    return machine.isAccepting(state)
  }

  /// False if the part differs from the literal bytes at the start of the pattern, which is found
  /// without building a machine.
  private func mayMatch(_ part: [UInt8]) -> Bool {
    var rest = part[...]
    if trimsSlashes { rest = rest.drop { $0 == UInt8(ascii: "/") } }
    for element in glob.elements {
      let next = rest.popFirst()
      // An escape is decoded by the machine; a slash at an end can be one, too.
      if isDecoded, next == UInt8(ascii: "%") { return true }
      switch element {
      case .byte(let wanted): guard next == wanted else { return false }
      case .bytes(let wanted): guard let next, wanted.contains(next) else { return false }
      case .any, .run, .oneOf: return true
      }
    }
    return true
  }
}

/// An automaton over the bytes of a part as written in a link: decodes, trims slashes, and runs the
/// pattern's machine.
public struct PartMachine: Sendable {
  /// A state; equal states match the same further bytes.
  public struct State: Hashable, Sendable {
    /// The start of an escape: none, `%`, or `%` and a digit.
    fileprivate var held: Held = .nothing
    /// Whether a byte other than a leading slash was read.
    fileprivate var isStarted: Bool
    /// After all bytes.
    fileprivate var inner: GlobMachine.State
    /// After all bytes but trailing slashes.
    fileprivate var withoutSlashes: GlobMachine.State

    /// Whether no part that starts with the bytes so far matches.
    public var isDead: Bool { inner.isDead && withoutSlashes.isDead }
  }

  fileprivate enum Held: Hashable {
    case nothing
    case percent
    case digit(UInt8)
  }

  private let machine: GlobMachine
  package let isDecoded: Bool
  let trimsSlashes: Bool
  /// The state ahead of the first byte.
  public let start: State

  /// The machine of a pattern.
  public init(_ pattern: PartPattern) {
    machine = GlobMachine(pattern.glob)
    isDecoded = pattern.isDecoded
    trimsSlashes = pattern.trimsSlashes
    start = State(
      isStarted: !pattern.trimsSlashes, inner: machine.start, withoutSlashes: machine.start)
  }

  /// Whether the pattern's machine takes any byte.
  func takesAny(in state: State) -> Bool { machine.takesAny(in: state.inner) }

  /// The classes that the pattern's machine distinguishes.
  func innerClasses(in state: State) -> [ByteClass] {
    // The state without trailing slashes only moves with the other.
    machine.classes(in: state.inner)
  }

  /// The state after one more byte.
  public func step(_ state: State, _ byte: UInt8) -> State {
    var state = state
    guard isDecoded else {
      feed(byte, to: &state)
      return state
    }
    switch state.held {
    case .percent where hexValue(byte) != nil:
      state.held = .digit(byte)
      return state
    case .digit(let first):
      guard let high = hexValue(first), let low = hexValue(byte) else { break }
      state.held = .nothing
      feed(high << 4 | low, to: &state)
      return state
    case .nothing, .percent: break
    }
    flush(&state)
    if byte == UInt8(ascii: "%") {
      state.held = .percent
    } else {
      feed(byte, to: &state)
    }
    return state
  }

  /// Whether the bytes so far match.
  public func isAccepting(_ state: State) -> Bool {
    var state = state
    flush(&state)
    return machine.isAccepting(state.withoutSlashes)
  }

  /// Passes on the start of an escape that is none.
  private func flush(_ state: inout State) {
    let held = state.held
    state.held = .nothing
    switch held {
    case .nothing: break
    case .percent: feed(UInt8(ascii: "%"), to: &state)
    case .digit(let digit):
      feed(UInt8(ascii: "%"), to: &state)
      feed(digit, to: &state)
    }
  }

  private func feed(_ byte: UInt8, to state: inout State) {
    let isSlash = trimsSlashes && byte == UInt8(ascii: "/")
    guard state.isStarted || !isSlash else { return }
    state.isStarted = true
    state.inner = machine.step(state.inner, byte)
    if !isSlash { state.withoutSlashes = state.inner }
  }
}
