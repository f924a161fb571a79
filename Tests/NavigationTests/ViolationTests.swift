import TestSupport
import Testing

@testable import Navigation

/// Each invariant is violated once, to show that its check works.
struct ViolationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let spoil: @Sendable (inout NavigationState) -> Void

    init(_ violation: String, _ spoil: @escaping @Sendable (inout NavigationState) -> Void) {
      testDescription = violation
      self.spoil = spoil
    }
  }

  private static let login = Identifier<Gate>(0)

  static let rows = [
    Row("Two requires gate login, which is closed") {
      $0.openGates = GateSet()
      $0.rare.value.subjects = [nil]
    },
    Row("closed gate login has a subject") {
      $0.openGates = GateSet()
      $0.rare.value.subjects = ["a"]
    },
    Row("main selects child 2") { $0.selections = $0.selections.map { $0 == 0 ? 0 : 2 } },
    Row("nothing is shown") { $0.selections = $0.selections.map { $0 == 0 ? 0 : 2 } },
    Row("a layer of one is empty") {
      $0.layers = [Layer(kind: .sheet, coordinator: Identifier(1), stack: [], starter: nil)]
    },
    Row("one runs but is not a flow") { state in
      let stack = state.visibleStack(in: SmallWorld.definition)
      state.layers = [Layer(kind: .flow, coordinator: Identifier(1), stack: stack, starter: nil)]
    },
    Row("Two has the id 2 of another screen") { state in
      let stack = state.visibleStack(in: SmallWorld.definition)
      state.layers = [Layer(kind: .sheet, coordinator: Identifier(1), stack: stack, starter: nil)]
    },
    Row("Two has the id 2 of another screen") { $0.nextEntry = 2 },
    Row("too many layers") { state in
      let stack = state.visibleStack(in: SmallWorld.definition)
      let layer = Layer(kind: .sheet, coordinator: Identifier(1), stack: stack, starter: nil)
      state.layers = Array(repeating: layer, count: Limits.layersMax + 1)
    },
    Row("a layer of one is too deep") { state in
      let screen = state.visibleStack(in: SmallWorld.definition)[0]
      let stack = Array(repeating: screen, count: Limits.stackDepthMax + 1)
      state.layers = [Layer(kind: .sheet, coordinator: Identifier(1), stack: stack, starter: nil)]
    },
    Row("a link waits for gate login, whose challenge is not in the tree") {
      $0.rare.value.deferred = [waiting(until: 9)]
    },
    Row("a link waits for the open gate login") { $0.rare.value.deferred = [waiting(until: 9)] },
    Row("an expired link waits") { $0.rare.value.deferred = [waiting(until: 0)] },
    Row("two links wait for one gate") {
      $0.rare.value.deferred = [waiting(until: 9), waiting(until: 9)]
    },
    Row("links wait for ready after it came") {
      $0.rare.value.queue = [QueuedLink(link: "/", source: .outside)]
    },
    Row("the state belongs to another definition") { $0.rare.value.subjects = [] },
  ]

  private static func waiting(until milliseconds: Int64) -> DeferredLink {
    DeferredLink(
      gate: login, link: "/two", source: .outside, starter: nil, subject: nil,
      expiresMilliseconds: milliseconds)
  }

  @Test(arguments: rows)
  func `a violated invariant is reported`(_ row: Row) {
    let definition = SmallWorld.definition
    var state = NavigationState(of: definition)
    _ = state.apply(.satisfy(gate: "login", subject: "a"), in: definition)
    _ = state.apply(.open("/two", from: .outside), in: definition)
    #expect(state.violations(in: definition) == [])
    row.spoil(&state)
    #expect(state.violations(in: definition).contains(row.testDescription))
  }
}
