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
    var proof = ElementProof(of: definition, alphabet)
    proof.run(stepsMax: 1_000_000) { false }
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
}
