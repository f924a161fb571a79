import Analysis
import Diagnostics
import Exploration
import Navigation
import TestSupport
import Testing

struct CompleteWalkTests {
  // Goal: nothing that is reached is excluded by the proof. Method: all states of the small world that
  // four events can lead to, by plain breadth-first search.
  @Test func `no state that is walked completely was excluded`() {
    let definition = SmallWorld.definition
    let alphabet = Alphabet(of: definition)
    var proof = ReachabilityProof(of: definition, alphabet)
    proof.run(stepsMax: 1_000_000) { _ in false }
    #expect(proof.isComplete)
    var edge = Set([NavigationState(of: definition)])
    var reached = edge
    for _ in 0..<4 {
      var next: Set<NavigationState> = []
      for state in edge {
        for event in alphabet.events + alphabet.events(in: state, of: definition) {
          var moved = state
          _ = moved.apply(event, in: definition)
          if reached.insert(moved).inserted { next.insert(moved) }
        }
      }
      edge = next
    }
    #expect(reached.count > 1_000)
    for state in reached { #expect(proof.excluded(in: state) == nil) }
  }

  // Goal: a search over all states finds the shortest ways, and nothing that is reached is excluded.
  // Method: ten random apps, walked completely up to two events by a search that merges nothing.
  @Test(arguments: seeds(10))
  func `the first way to each screen is the shortest`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let alphabet = Alphabet(of: definition)
    var proof = ReachabilityProof(of: definition, alphabet)
    proof.run(stepsMax: 30_000_000) { _ in false }
    #expect(proof.isComplete, "seed \(seed)")
    var depths: [String: Int] = [:]
    var edge = [NavigationState(of: definition)]
    for depth in 0...2 {
      for state in edge {
        if let entry = proof.excluded(in: state) {
          Issue.record("seed \(seed): \(definition.name(of: entry)) was excluded")
        }
        guard let entry = state.visibleEntry(in: definition) else { continue }
        depths[definition.name(of: entry)] = min(depths[definition.name(of: entry)] ?? depth, depth)
      }
      guard depth < 2 else { break }
      edge = edge.flatMap { state in
        (alphabet.events + alphabet.events(in: state, of: definition)).compactMap { event in
          var next = state
          return next.apply(event, in: definition).transitions.isEmpty ? nil : next
        }
      }
    }
    var found: [String: Int] = [:]
    var search = ViewSearch(of: definition, alphabet, isExact: true)
    search.run(
      depthMax: 2, viewsMax: 1_000_000, isStopped: { _ in false },
      visit: { state, way in
        guard let entry = state.visibleEntry(in: definition) else { return true }
        let name = definition.name(of: entry)
        if found[name] == nil { found[name] = way().count }
        return true
      })
    #expect(search.depth == 2)
    #expect(search.count < 64 || search.bytesPerView <= 64, "seed \(seed)")
    #expect(found == depths, "seed \(seed)")
  }

  @Test(arguments: seeds(4))
  func `covering ways are short and use what they claim`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let covering = CoveringWays(of: definition, eventsMax: 25, viewsMax: 1_000) { false }
    var coverage = Coverage()
    coverage.begin(NavigationState(of: definition), in: definition)
    for way in covering.ways {
      #expect((1...25).contains(way.count))
      var state = NavigationState(of: definition)
      for event in way {
        let before = state
        let applied = state.apply(event, in: definition)
        coverage.record(event, applied, from: before, to: state, in: definition)
      }
    }
    #expect(coverage == covering.coverage)
    let share = CoverageReport(coverage, of: definition).share
    #expect(share.covered * 2 > share.total, "seed \(seed): \(share)")
  }
}
