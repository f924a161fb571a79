import Diagnostics
import Navigation
@testable import Sessions
import Testing

struct ReloadTests {
  @Test func `a reload keeps unchanged screens and ends undo`() throws {
    var session = Session(definition: RandomEvents.definition)
    _ = session.apply(.open("/items/1", from: .outside))
    let before = session.state
    #expect(session.reload(RandomEvents.make()) == [])
    #expect(session.state == before)
    #expect(throws: Diagnostic.nothingToUndo(floor: 1, why: .reload)) { _ = try session.undo() }
    _ = session.apply(.back)
    _ = try session.undo()
    #expect(session.state == before)
    #expect(try session.script() == "open /items/1\n")
  }

  // Goal: events dropped by a reload do not count against the history's limit. Method: far more
  // text than the limit, with reloads in between; a small number of later events must all be kept.
  @Test func `events dropped by a reload free their share of the limit`() throws {
    var session = Session(definition: RandomEvents.definition)
    let long = "/items/" + String(repeating: "a", count: 8_000)
    for _ in 0..<8 {
      for number in 0..<200 { _ = session.apply(.open(long + "\(number)", from: .outside)) }
      _ = session.reload(RandomEvents.make())
    }
    let floor = session.position
    for number in 0..<500 { _ = session.apply(.open("/items/\(number)", from: .outside)) }
    try session.goto(floor)
    #expect(throws: Diagnostic.nothingToUndo(floor: floor, why: .reload)) {
      _ = try session.undo()
    }
  }

  @Test func `a reload prunes screens that a new gate protects`() throws {
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
    #expect(throws: Diagnostic.scriptDiffers) { _ = try session.script() }
    #expect(session.state.missingGates(in: changed).isEmpty)
  }
}
