import Commands
import Diagnostics
import FileAccess
import Navigation
import Sessions
import TestSupport
import Testing

/// Jumps let a reader of transitions determine which ones are in effect.
@MainActor struct JumpTests {
  /// A log of transitions, read as described in docs/json.md.
  private final class Log {
    private var kept: [UInt64: Transition] = [:]
    private var last: UInt64 = 0

    private func take(_ transition: Transition) {
      kept = kept.filter { $0.key < transition.sequence }
      kept[transition.sequence] = transition
      last = transition.sequence
    }

    func take(_ move: SessionMove) {
      switch move {
      case .transitions(let transitions, _): transitions.forEach(take)
      case .jump(let jump): last = jump.lastTransition
      }
    }

    var holding: [Transition] {
      kept.values.filter { $0.sequence <= last }.sorted { $0.sequence < $1.sequence }
    }
  }

  nonisolated static let lines = [
    "open /movies/42", "open /library", "login alice", "login bob", "logout", "back", "wait 3m",
    "open /nowhere", "undo", "undo", "redo", "goto 0", "goto 2", "goto 4", "source $s", "load $s",
  ]

  @Test(arguments: seeds(40))
  func `transitions and jumps reproduce the session's history`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let folder = try TemporaryFolder()
    let script = try folder.file("s.nav", "open /movies\nundo\nopen /movies/1\nlogin carol\n")
    let log = Log()
    var interpreter = Prompt(definition: TestApp.definition)
    for _ in 0..<30 {
      let line = generator.pick(Self.lines).replacing("$s", with: script)
      for move in interpreter.run(line).effects.moves { log.take(move) }
      #expect(log.holding == interpreter.session.transitions(countMax: 10_000), "\(line)")
    }
  }
}
