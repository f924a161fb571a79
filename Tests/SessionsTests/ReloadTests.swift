import Navigation
import Sessions
import Testing

struct ReloadTests {
  @Test func `what is the same stays, and what came before cannot be undone`() throws {
    var session = Session(definition: RandomEvents.definition)
    _ = session.apply(.open("/items/1", from: .outside))
    let before = session.state
    #expect(session.reload(RandomEvents.make()) == [])
    #expect(session.state == before)
    #expect(throws: SessionError.nothingToUndo(floor: 1, why: .reload)) { _ = try session.undo() }
    _ = session.apply(.back)
    _ = try session.undo()
    #expect(session.state == before)
    #expect(try session.script() == "open /items/1\n")
  }

  @Test func `what a new gate forbids goes`() throws {
    var session = Session(definition: RandomEvents.definition)
    _ = session.apply(.open("/items/1", from: .outside))
    let changed = RandomEvents.make { app in
      for index in app.routes.indices where app.routes[index].path.value == "/items/:id" {
        app.routes[index].gates = ["login"]
      }
    }
    let transitions = session.reload(changed)
    #expect(transitions.map(\.word) == ["prune"])
    #expect(session.state.visibleEntry(in: changed).map { changed.name(of: $0) } == "Home")
    #expect(session.transitions(countMax: 9) == transitions)
    #expect(throws: SessionError.scriptDiffers) { _ = try session.script() }
    #expect(session.state.missingGates(in: changed).isEmpty)
  }
}
