import Diagnostics
import HostTestSupport
import Navigation
import TestSupport
import Testing

/// Random walks, in which events, gestures and the ends of transitions come in any order. What must
/// hold is in `HostUnderTest`.
@MainActor
struct WalkTests {
  // 'SIGNALBOX_SEEDS=200' takes 2,000 on each host.
  @Test(arguments: HostKind.allCases, seeds(100))
  func `a random app shows what it should, and nothing is refused or left`(
    kind: HostKind, seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let faults = kind.host.faults(inWalkThrough: definition, steps: 500, &random)
    #expect(faults == [], "seed \(seed)")
  }

  @Test(arguments: RealApp.present, seeds(4))
  func `so does a real app`(app: RealApp, seed: UInt64) throws {
    let definition = try app.definition
    for kind in HostKind.allCases {
      var random = SplitMix64(seed: seed)
      let faults = kind.host.faults(inWalkThrough: definition, steps: 500, &random)
      #expect(faults == [], "\(kind), seed \(seed)")
    }
  }
}
