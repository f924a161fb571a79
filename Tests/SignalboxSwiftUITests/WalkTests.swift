import Diagnostics
import Navigation
import RouteFiles
import SwiftUITestSupport
import TestSupport
import Testing

/// Random walks on the stand-in of SwiftUI, in which events, gestures, updates and the ends of
/// transitions come in any order.
@MainActor
struct WalkTests {
  private func walk(_ definition: AppDefinition, _ seed: UInt64, isReady: Bool = true) {
    var random = SplitMix64(seed: seed)
    let app = SwiftUIApp(definition, isReady: isReady)
    for moment in 0..<500 {
      app.step(&random) { RandomApp.event(&$0, in: definition) }
      var faults = app.refused
      if moment % 25 == 0 {
        faults = app.faultsAtRest()
      } else if moment % 3 == 0 {
        app.turn()
        faults = app.faultsNow
      }
      guard faults.isEmpty else {
        Issue.record("seed \(seed), moment \(moment): \(faults)")
        return
      }
    }
    #expect(app.faultsAtRest() == [], "seed \(seed)")
  }

  // 200 take half a minute; 'SIGNALBOX_SEEDS=100' takes 2,000.
  @Test(arguments: seeds(200))
  func `SwiftUI refuses nothing and shows what it should; no model is left`(seed: UInt64) {
    var random = SplitMix64(seed: ~seed)
    walk(RandomApp.definition(&random), seed, isReady: seed % 5 != 0)
    #expect(SwiftUIApp.models == 0)
  }

  private static let bundled = Result { try AppDefinition(routes: packageFolder + "/Routes") }

  @Test(arguments: seeds(40))
  func `the bundled app shows what it should`(seed: UInt64) throws {
    walk(try Self.bundled.get(), seed)
    #expect(SwiftUIApp.models == 0)
  }
}
