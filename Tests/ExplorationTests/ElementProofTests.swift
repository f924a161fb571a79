import Diagnostics
import Exploration
import Navigation
import RouteFiles
import TestSupport
import Testing

struct ElementProofTests {
  // Goal: what the proof excludes never happens. Method: random walks; every screen that occurs must
  // be an element.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `no screen that occurs in a random app was excluded`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let alphabet = Alphabet(of: definition)
    var proof = ElementProof(of: definition, alphabet)
    proof.run(stepsMax: 30_000_000) { false }
    #expect(proof.isComplete, "seed \(seed): \(proof.steps) steps")
    let exclusion = proof.exclusion(
      in: definition, alphabet, walks: 75, eventsPerWalk: 200, &random)
    #expect(exclusion == nil, "seed \(seed)")
  }

  @Test func `no screen that occurs in the bundled app was excluded`() throws {
    let definition = try AppDefinition(routes: packageFolder + "/Routes")
    let alphabet = Alphabet(of: definition)
    var proof = ElementProof(of: definition, alphabet)
    proof.run(stepsMax: 30_000_000) { false }
    #expect(proof.isComplete)
    var random = SplitMix64(seed: 1)
    let exclusion = proof.exclusion(
      in: definition, alphabet, walks: 500, eventsPerWalk: 200, &random)
    #expect(exclusion == nil)
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
