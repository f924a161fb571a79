import Diagnostics
import LinksOracle
import TestSupport
import Testing

// Goal: the table finds the route that the rules require, and exactly the tables in which two
// routes tie on a link are rejected. Method: random tables and links by seed, compared with the
// slow matcher in LinksOracle.
struct OracleTests {
  @Test(arguments: seeds(600))
  func `the table agrees with the rules`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let comparison = try #require(OracleComparison(&random))
    #expect(comparison.faults == [], "seed \(seed)")
    for _ in 0..<60 {
      #expect(comparison.disagreement(&random) == nil, "seed \(seed)")
    }
  }
}
