import Diagnostics
import Exploration
import Navigation
import ProgramSupport
import RouteFiles
import TestSupport
import Testing

struct ReachabilityProofTests {
  // Goal: what the proof excludes never happens. Method: random walks; every screen that occurs must
  // be an element.
  @Test(arguments: seeds(16))
  func `no screen that occurs in a random app was excluded`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let alphabet = Alphabet(of: definition)
    var proof = ReachabilityProof(of: definition, alphabet)
    proof.run(stepsMax: 30_000_000) { _ in false }
    #expect(proof.isComplete, "seed \(seed): \(proof.steps) steps")
    let exclusion = proof.exclusion(
      in: definition, alphabet, walks: seeds(75).count, eventsPerWalk: 200, &random)
    #expect(exclusion == nil, "seed \(seed)")
  }

  @Test func `no screen that occurs in the bundled app was excluded`() throws {
    let definition = try AppDefinition(routes: packageFolder + "/Routes")
    let alphabet = Alphabet(of: definition)
    var proof = ReachabilityProof(of: definition, alphabet)
    proof.run(stepsMax: 30_000_000) { _ in false }
    #expect(proof.isComplete)
    var random = SplitMix64(seed: 1)
    let exclusion = proof.exclusion(
      in: definition, alphabet, walks: seeds(500).count, eventsPerWalk: 200, &random)
    #expect(exclusion == nil)
  }

  // A link that replaces the top of a running flow, from a sheet above the flow: no other state
  // leads to its screen at the bottom of the flow.
  @Test func `a flow below a sheet is a state of its own`() {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.flow("flow", start: "/flow")
    app.route("/", screen: "Home")
    app.route("/flow", screen: "Flow") { $0.coordinator = "flow" }
    app.route("/note", screen: "Note") {
      $0.coordinator = "main"
      $0.presentation = .sheet
    }
    app.route("/end", screen: "End") {
      $0.coordinator = "flow"
      $0.presentation = .replace
    }
    app.screen("Flow") { $0.taps = [("note", "/note")] }
    app.screen("Note") { $0.taps = [("end", "/end")] }
    let definition = AppDefinition.valid(app)
    var proof = ReachabilityProof(of: definition, Alphabet(of: definition))
    proof.run(stepsMax: 1_000_000) { _ in false }
    var state = NavigationState(of: definition)
    for event in [Event.open("/flow", from: .outside), .tap("note"), .tap("end")] {
      #expect(state.apply(event, in: definition).outcome == .moved)
    }
    #expect(state.layers.map { $0.stack.map(definition.name(of:)) } == [["End"]])
    #expect(proof.isComplete)
    #expect(proof.excluded(in: state) == nil)
  }

  // A sheet that only a guest opens is shown again above what a member sees.
  @Test func `a place to which the user returns can have screens that nothing else shows`() {
    var app = PluginDraft("app")
    app.gate("lock", challenge: "/unlock") {
      $0.lapses = Gate.Lapses(backgroundMilliseconds: 20_000, keepsPlace: true)
    }
    app.gate("login", challenge: "/login")
    app.tabs("root", ["main", "locker"])
    app.oneOf("main", ["member", "guest"])
    app.stack("locker", start: "/l")
    app.stack("member", start: "/m", gates: ["login"])
    app.stack("guest", start: "/g")
    app.route("/m", screen: "Member")
    app.route("/g", screen: "Guest")
    app.route("/l", screen: "Locker")
    app.route("/unlock", screen: "Unlock") { $0.coordinator = "locker" }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/s", screen: "Secret") {
      $0.presentation = .sheet
      $0.gates = ["lock"]
      $0.bases = []
    }
    app.screen("Guest") { $0.taps = [("open", "/s")] }
    let definition = AppDefinition.valid(app)
    var proof = ReachabilityProof(of: definition, Alphabet(of: definition))
    proof.run(stepsMax: 1_000_000) { _ in false }
    var state = NavigationState(of: definition)
    let events: [Event] = [
      .satisfy(gate: "lock", subject: nil), .tap("open"), .background,
      .tick(milliseconds: 20_000), .foreground, .satisfy(gate: "login", subject: "a"),
      .satisfy(gate: "lock", subject: nil),
    ]
    for event in events {
      #expect(state.apply(event, in: definition).outcome == .moved)
      #expect(proof.excluded(in: state) == nil)
    }
    #expect(state.visibleEntry(in: definition).map(definition.name(of:)) == "Secret")
    #expect(state.visibleBase(in: definition) == definition.coordinator(named: "member"))
    #expect(proof.isComplete)
  }

  // Goal: with the same gates, a link from outside shows the same, whatever was open before: that is
  // why no finding is about it. Method: every link in the first small states of random apps.
  @Test(arguments: seeds(6))
  func `a link from outside shows the same in every small state`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let alphabet = Alphabet(of: definition)
    var proof = ReachabilityProof(of: definition, alphabet)
    proof.run(stepsMax: 30_000_000) { _ in false }
    let links = alphabet.events.filter { if case .open = $0 { true } else { false } }
    var shown: [OpenGates: [[String]]] = [:]
    var count = 0
    _ = proof.holds { state in
      count += 1
      let stacks = links.map { link in
        var state = state
        switch state.apply(link, in: definition).outcome {
        case .refused(let refusal): return [refusal.reason]
        case .outside: return ["outside"]
        default: return state.visibleStack(in: definition).map { definition.name(of: $0) }
        }
      }
      let gates = OpenGates(state, in: definition)
      let known = shown[gates, default: stacks]
      shown[gates] = known
      for (index, link) in links.enumerated() where known[index] != stacks[index] {
        Issue.record("seed \(seed): \(link) shows \(known[index]) or \(stacks[index])")
        return false
      }
      return count < 2_000
    }
    #expect(count > 10)
  }

  @Test func `the proof is the same every time`() {
    let alphabet = Alphabet(of: SmallWorld.definition)
    let figures = (0..<3).map { _ in
      var proof = ReachabilityProof(of: SmallWorld.definition, alphabet)
      proof.run(stepsMax: 1_000_000) { _ in false }
      return [proof.count, proof.steps, proof.isComplete ? 1 : 0]
    }
    #expect(Set(figures).count == 1)
  }

  // Two processors, and one that begins with the last piece.
  @Test(arguments: seeds(4))
  func `the result does not depend on who does the work`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let texts = definition.screens.flatMap { screen in
      ["from every screen back reaches \(screen.name)"]
        + definition.gates.map { "never screen \(screen.name) without gate \($0.name)" }
    }
    let (rules, errors) = PolicyRule.read(texts.map { Located($0, at: nil) }, in: definition)
    #expect(errors.isEmpty)
    var bounds = AppExploration.Bounds()
    (bounds.viewsMax, bounds.statesMax) = (200, 200)
    func figures(_ workers: some Workers) -> Figures {
      let exploration = AppExploration(of: definition, rules: rules, bounds: bounds, on: workers)
      return Figures(
        elements: exploration.proof.count, steps: exploration.proof.steps,
        views: exploration.search.count, states: exploration.walk.count,
        verdicts: exploration.verdicts, findings: exploration.findings,
        suspicions: exploration.suspicions)
    }
    let one = figures(OneWorker())
    #expect(figures(.processors) == one)
    #expect(figures(LastPieceFirst()) == one)
  }

  struct Figures: Equatable {
    let elements: Int
    let steps: Int
    let views: Int
    let states: Int
    let verdicts: [Verdict]
    let findings: [ExplorationFinding]
    let suspicions: [ExplorationFinding]
  }
}

private struct LastPieceFirst: Workers {
  func map<Piece: Sendable, Result: Sendable>(
    _ pieces: [Piece], _ body: @escaping @Sendable (Piece) -> Result
  ) -> [Result] {
    pieces.reversed().map(body).reversed()
  }
}
