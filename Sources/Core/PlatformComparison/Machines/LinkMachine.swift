import PlatformLinks

/// An automaton over the tokens of a link after its scheme, and for http and https its host, which
/// knows what one system says about the link.
protocol LinkMachine {
  associatedtype State: Hashable
  associatedtype Verdict: Hashable

  /// The state ahead of the first token.
  var start: State { get }
  /// The state after one more token.
  func step(_ state: State, _ token: LinkToken) -> State
  /// The bytes that the state distinguishes if they are spelled in one way: all bytes that are in
  /// the same of these classes lead to the same state.
  func classes(in state: State, _ spelling: LinkToken.Spelling) -> [ByteClass]
  /// The bytes with which a text goes on that the system may still tell from others. All further
  /// bytes lead to one state, after which the verdict is settled.
  func open(in state: State, _ spelling: LinkToken.Spelling) -> ByteClass
  /// What the system says about a link that ends here.
  func verdict(in state: State) -> Verdict
  /// Whether the verdict is the same whatever follows.
  func isSettled(_ state: State) -> Bool
}

/// A machine whose states and verdicts are numbered, and whose steps are remembered.
final class NumberedMachine<Machine: LinkMachine> {
  let machine: Machine
  private(set) var verdicts: [Machine.Verdict] = []
  private var states: [Machine.State] = []
  private var rows: [Row] = []
  private var stateNumbers: [Machine.State: Int32] = [:]
  private var verdictNumbers: [Machine.Verdict: Int32] = [:]

  /// What is known about a state.
  private struct Row {
    let verdict: Int32
    let isSettled: Bool
    var classes = RememberedBySpelling<[ByteClass]>()
    var open = RememberedBySpelling<ByteClass>()
    /// By token, -1 until it is asked for; empty if steps are not remembered.
    var steps: [Int32] = []
  }

  /// The states whose steps are remembered. Of machines with many states, each is seldom left twice
  /// with the same token.
  private static var rememberedMax: Int { 2_048 }

  init(_ machine: Machine) {
    self.machine = machine
    _ = number(of: machine.start)
  }
}

/// A numbered machine without its types; states are from 0, the start, on.
///
/// Closures rather than a protocol, because the compiler specializes them for the machine.
struct MachineTable {
  let step: (_ state: Int32, LinkToken) -> Int32
  let classes: (_ state: Int32, LinkToken.Spelling) -> [ByteClass]
  let openBytes: (_ state: Int32, LinkToken.Spelling) -> ByteClass
  let verdict: (_ state: Int32) -> Int32
  let isSettled: (_ state: Int32) -> Bool

  init<Machine>(_ machine: NumberedMachine<Machine>) {
    step = { machine.step($0, $1) }
    classes = { machine.classes(in: $0, $1) }
    openBytes = { machine.open(in: $0, $1) }
    verdict = { machine.verdict(in: $0) }
    isSettled = { machine.isSettled($0) }
  }
}

extension NumberedMachine {
  func step(_ state: Int32, _ token: LinkToken) -> Int32 {
    let row = Int(state)
    guard row < Self.rememberedMax else { return number(of: machine.step(states[row], token)) }
    if rows[row].steps.isEmpty {
      rows[row].steps = [Int32](repeating: -1, count: LinkToken.numbersMax)
    }
    let known = rows[row].steps[Int(token.number)]
    guard known < 0 else { return known }
    let next = number(of: machine.step(states[row], token))
    rows[row].steps[Int(token.number)] = next
    return next
  }

  func classes(in state: Int32, _ spelling: LinkToken.Spelling) -> [ByteClass] {
    if let known = rows[Int(state)].classes[spelling] { return known }
    let classes = machine.classes(in: states[Int(state)], spelling)
    rows[Int(state)].classes[spelling] = classes
    return classes
  }

  func open(in state: Int32, _ spelling: LinkToken.Spelling) -> ByteClass {
    if let known = rows[Int(state)].open[spelling] { return known }
    let open = machine.open(in: states[Int(state)], spelling)
    rows[Int(state)].open[spelling] = open
    return open
  }

  func verdict(in state: Int32) -> Int32 { rows[Int(state)].verdict }

  func isSettled(_ state: Int32) -> Bool { rows[Int(state)].isSettled }

  private func number(of state: Machine.State) -> Int32 {
    if let known = stateNumbers[state] { return known }
    let number = Int32(truncatingIfNeeded: states.count)
    stateNumbers[state] = number
    states.append(state)
    rows.append(
      Row(verdict: self.number(of: machine.verdict(in: state)), isSettled: machine.isSettled(state))
    )
    return number
  }

  private func number(of verdict: Machine.Verdict) -> Int32 {
    if let known = verdictNumbers[verdict] { return known }
    let number = Int32(truncatingIfNeeded: verdicts.count)
    verdictNumbers[verdict] = number
    verdicts.append(verdict)
    return number
  }
}
