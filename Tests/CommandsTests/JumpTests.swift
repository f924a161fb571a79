import Commands
import Navigation
import Sessions
import TestSupport
import Testing

/// Whoever keeps transitions learns from jumps which of them hold.
@MainActor struct JumpTests {
  /// A log as docs/json.md says how to read one.
  private final class Log {
    private var kept: [UInt64: Transition] = [:]
    private var last: UInt64 = 0

    func take(_ transition: Transition) {
      kept = kept.filter { $0.key < transition.sequence }
      kept[transition.sequence] = transition
      last = transition.sequence
    }

    func take(_ jump: SessionJump) { last = jump.lastTransition }

    var holding: [Transition] {
      kept.values.filter { $0.sequence <= last }.sorted { $0.sequence < $1.sequence }
    }
  }

  nonisolated static let lines = [
    "open /movies/42", "open /library", "login alice", "login bob", "logout", "back", "wait 3m",
    "open /nowhere", "undo", "undo", "redo", "goto 0", "goto 2", "goto 4", "source $s", "load $s",
  ]

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a log can be read back`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let folder = try TemporaryFolder()
    let script = try folder.file("s.nav", "open /movies\nundo\nopen /movies/1\nlogin carol\n")
    let log = Log()
    var interpreter = Interpreter(definition: TestApp.definition)
    interpreter.onTransitions = { transitions, _ in transitions.forEach { log.take($0) } }
    interpreter.onJump = { log.take($0) }
    for _ in 0..<30 {
      let line = generator.pick(Self.lines).replacing("$s", with: script)
      _ = interpreter.run(line)
      #expect(log.holding == interpreter.session.transitions(countMax: 10_000), "\(line)")
    }
  }
}
