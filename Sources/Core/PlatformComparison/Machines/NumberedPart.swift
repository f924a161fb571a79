import PlatformLinks

/// The machine of a pattern with numbered states, whose steps and classes are remembered: the
/// states themselves are sets of positions, and a search takes the same steps for many links.
final class NumberedPart {
  /// The number of states after which nothing matches.
  static let dead: Int32 = -1

  private let machine: PartMachine
  private var states: [PartMachine.State] = []
  private var numbers: [PartMachine.State: Int32] = [:]
  private var rows: [Row] = []

  /// What is known about a state.
  private struct Row {
    let isAccepting: Bool
    var classes = RememberedBySpelling<[ByteClass]>()
    /// By byte, `unknown` until it is asked for; empty if steps are not remembered.
    var steps: [Int32] = []
  }

  private static let unknown: Int32 = -2
  /// The states whose steps are remembered, in 1 KiB each.
  private static let rememberedMax = 1_024

  init(_ pattern: PartPattern) {
    machine = PartMachine(pattern)
    _ = number(of: machine.start)
  }

  /// The state ahead of the first byte.
  var start: Int32 { 0 }

  /// The state after one more byte, or `dead`.
  func step(_ state: Int32, _ byte: UInt8) -> Int32 {
    guard state != Self.dead else { return state }
    let row = Int(state)
    guard row < Self.rememberedMax else { return number(of: machine.step(states[row], byte)) }
    if rows[row].steps.isEmpty {
      rows[row].steps = [Int32](repeating: Self.unknown, count: 256)
    }
    let known = rows[row].steps[Int(byte)]
    guard known == Self.unknown else { return known }
    let next = number(of: machine.step(states[row], byte))
    rows[row].steps[Int(byte)] = next
    return next
  }

  /// Whether the bytes so far match.
  func isAccepting(_ state: Int32) -> Bool {
    state != Self.dead && rows[Int(state)].isAccepting
  }

  /// Whether the pattern goes on with a wildcard that takes every byte.
  func takesAny(in state: Int32, isEscaped: Bool) -> Bool {
    state != Self.dead && machine.takesAny(in: states[Int(state)], isEscaped: isEscaped)
  }

  /// The bytes that the state distinguishes if they are spelled in one way.
  func classes(in state: Int32, _ spelling: LinkToken.Spelling) -> [ByteClass] {
    guard state != Self.dead else { return [] }
    if let known = rows[Int(state)].classes[spelling] { return known }
    let own = states[Int(state)]
    let classes =
      switch spelling {
      case .plain: machine.classes(in: own)
      case .escaped, .escapedInLowercase:
        machine.isDecoded
          ? machine.classes(in: own)
          : escapedClasses(in: state, isLowercase: spelling == .escapedInLowercase)
      }
    rows[Int(state)].classes[spelling] = classes
    return classes
  }

  /// The classes of bytes whose escapes, as written, lead to different states.
  private func escapedClasses(in state: Int32, isLowercase: Bool) -> [ByteClass] {
    let percent = step(state, UInt8(ascii: "%"))
    guard percent != Self.dead else { return [] }
    let digits = (isLowercase ? "0123456789abcdef" : "0123456789ABCDEF").utf8
    var groups: [Int32: ByteClass] = [:]
    for (high, digit) in digits.enumerated() {
      let first = step(percent, digit)
      for (low, digit) in digits.enumerated() {
        groups[step(first, digit), default: ByteClass([])].insert(
          UInt8(truncatingIfNeeded: high << 4 | low))
      }
    }
    return groups.count == 1 ? [] : Array(groups.values)
  }

  private func number(of state: PartMachine.State) -> Int32 {
    guard !state.isDead else { return Self.dead }
    if let known = numbers[state] { return known }
    let number = Int32(truncatingIfNeeded: states.count)
    numbers[state] = number
    states.append(state)
    rows.append(Row(isAccepting: machine.isAccepting(state)))
    return number
  }
}
