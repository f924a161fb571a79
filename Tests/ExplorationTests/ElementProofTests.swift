import Diagnostics
import Exploration
import Navigation
import TestSupport
import Testing

struct ElementProofTests {
  // Goal: what the proof excludes never happens. Method: random walks with the alphabet, and with
  // unsaved work, through random apps; every screen that occurs must be an element.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `no screen that occurs in a random app was excluded`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let alphabet = Alphabet(of: definition)
    var proof = ElementProof(of: definition, alphabet)
    proof.run(stepsMax: 30_000_000) { false }
    try #require(proof.isComplete, "seed \(seed): \(proof.steps) steps")
    for _ in 0..<20 {
      var state = NavigationState(of: definition)
      for _ in 0..<100 {
        let events =
          alphabet.events(in: state, of: definition) + [.dirty(true), .confirm, .dirty(false)]
        let event =
          random.chance(60)
          ? alphabet.events.randomElement(using: &random)
          : events.randomElement(using: &random)
        _ = state.apply(event ?? .back, in: definition)
        if let entry = proof.excluded(in: state) {
          Issue.record(
            "seed \(seed): \(String(describing: event)) shows \(definition.name(of: entry))")
          return
        }
      }
    }
  }

  @Test func `the proof is the same every time`() {
    let alphabet = Alphabet(of: SmallWorld.definition)
    let figures = (0..<3).map { _ in
      var proof = ElementProof(of: SmallWorld.definition, alphabet)
      proof.run(stepsMax: 1_000_000) { false }
      return [proof.count, proof.steps, proof.isComplete ? 1 : 0]
    }
    #expect(Set(figures).count == 1)
  }
}
