import Diagnostics
@testable import Exploration
import Navigation
import TestSupport
import Testing

struct ContextKindsTests {
  // Goal: contexts of one kind hide nothing that one of them shows. Method: the proof in which every
  // context is a kind of its own, of random apps.
  @Test(arguments: seeds(24))
  func `a proof of kinds shows what one of all contexts does`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let proofs = [true, false].map { sharesKinds in
      Shown(
        by: definition, hasRules: seed.isMultiple(of: 2), opensInside: seed.isMultiple(of: 3),
        sharesKinds: sharesKinds)
    }
    let (kinds, all) = (proofs[0], proofs[1])
    // Some apps take longer.
    guard all.isComplete else { return }
    #expect(kinds.isComplete)
    #expect(kinds.screens == all.screens, "seed \(seed)")
    #expect(kinds.faults == all.faults, "seed \(seed)")
    #expect(kinds.excluded == all.excluded, "seed \(seed)")
    #expect(kinds.steps <= all.steps)
  }

  // Each link to replace a screen is repeated where a sheet has the screen, and not in the other one.
  @Test func `a link that is repeated in one context is tried in another of its kind`() {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    // Without others, the two would be opened by so many links that each is a kind of its own.
    for index in 0..<10 { app.route("/\(index)", screen: "Screen\(index)") }
    for name in ["A", "B"] {
      app.route("/sheet/\(name)", screen: name) { $0.presentation = .sheet }
      app.route("/instead/\(name)", screen: name) {
        $0.presentation = .replace
        $0.repeatPolicy = .reuse
      }
    }
    let proofs = [true, false].map { sharesKinds in
      Shown(
        by: .valid(app), hasRules: false, opensInside: true, sharesKinds: sharesKinds)
    }
    #expect(proofs[0].screens == proofs[1].screens)
    #expect(proofs[0].steps < proofs[1].steps)
  }

  // Such a sheet covers the tab that is selected.
  @Test func `a sheet of no coordinator is opened in every tab`() {
    var app = PluginDraft("app")
    app.tabs("root", ["one", "two"])
    app.stack("one", start: "/")
    app.stack("two", start: "/two")
    app.route("/", screen: "One") { $0.coordinator = "one" }
    app.route("/two", screen: "Two") { $0.coordinator = "two" }
    app.route("/sheet", screen: "Sheet") { $0.presentation = .sheet }
    let proofs = [true, false].map { sharesKinds in
      Shown(by: .valid(app), hasRules: false, opensInside: false, sharesKinds: sharesKinds)
    }
    #expect(proofs[0].screens == proofs[1].screens)
  }

  // Links of 200 routes, each to each screen: that would be 40,000.
  @Test func `the steps of a proof grow with the routes, not with their square`() {
    var app = PluginDraft("app")
    app.stack("main", start: "/")
    app.route("/", screen: "Home")
    for index in 0..<200 {
      app.route("/\(index)", screen: "Screen\(index)") {
        if index.isMultiple(of: 2) { $0.parents = [Located("/\(index / 20)", at: nil)] }
        if index.isMultiple(of: 7) { $0.presentation = .sheet }
      }
    }
    let shown = Shown(
      by: .valid(app), hasRules: false, opensInside: false, sharesKinds: true)
    #expect(shown.isComplete)
    #expect(shown.steps < 10_000)
  }
}

/// What a proof has found, without the order in which it did.
private struct Shown {
  struct Screen: Hashable {
    let gates: GateSet
    let subjects: [String?]
    let element: Element.Place
    let isRoot: Bool
    let route: String
    let values: [String?]
  }

  let isComplete: Bool
  let steps: Int
  let screens: Set<Screen>
  let faults: Set<AppFault>
  let excluded: [PolicyRule]

  /// - Parameter hasRules: Whether rules are asked about, which distinguish more kinds.
  init(
    by definition: AppDefinition, hasRules: Bool, opensInside: Bool, sharesKinds: Bool
  ) {
    let links = definition.sources.dropFirst().map { "a link from \($0.name)" }
    let texts = definition.screens.flatMap { screen in
      (links + ["an unsigned link"]).map { "never screen \(screen.name) by \($0)" }
    }
    let (rules, _) = PolicyRule.read(
      (hasRules ? texts : []).map { Located($0, at: nil) }, in: definition)
    let alphabet = Alphabet(of: definition, for: rules, opensInside: opensInside)
    var proof = ReachabilityProof(
      of: definition, alphabet, rules: rules, sharesKinds: sharesKinds)
    proof.run(stepsMax: 60_000) { _ in false }
    isComplete = proof.isComplete
    steps = proof.steps
    screens = proof.gateStates.reduce(into: []) { screens, gateState in
      for element in gateState.found {
        let entry = proof.classes.entries[element.screen]
        screens.insert(
          Screen(
            gates: gateState.gates, subjects: gateState.subjects, element: element.place,
            isRoot: element.isRoot, route: definition[entry.route].pattern, values: entry.values))
      }
    }
    faults = Set(proof.observations.faults)
    excluded = rules.filter { proof.observations.excludes($0) }
  }
}
