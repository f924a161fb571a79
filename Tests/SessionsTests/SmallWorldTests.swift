import Navigation
import Sessions
import TestSupport
import Testing

struct SmallWorldTests {
  // Goal: after any sequence of events, undo restores the state before the last one, and redo the
  // state after it. Method: every event from every state that up to four events can reach.
  @Test func `undo restores the state before every event`() throws {
    var seen: Set<NavigationState> = []
    var edge = [true, false].map { Session(definition: SmallWorld.definition, isReady: $0) }
    var undone = 0
    for _ in 0..<5 {
      var next: [Session] = []
      for session in edge {
        for event in SmallWorld.events {
          var moved = session
          let outcome = moved.apply(event).outcome
          guard outcome.kind != "refused" else {
            #expect(moved.state == session.state && moved.count == session.count)
            continue
          }
          let after = moved
          if try moved.undo() != event { Issue.record("\(event) was not what was undone") }
          if moved.state != session.state { Issue.record("\(event) was not undone") }
          _ = try moved.redo()
          if moved.state != after.state { Issue.record("\(event) was not redone") }
          undone += 1
          if seen.insert(after.state).inserted { next.append(after) }
        }
      }
      edge = next
    }
    #expect(undone > 10_000)
  }
}
