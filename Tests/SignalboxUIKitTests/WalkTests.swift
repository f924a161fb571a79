import Diagnostics
import Navigation
import RouteFiles
import TestSupport
import Testing
import UIKitTestSupport

/// Random walks on the stand-in of UIKit, in which events, gestures and the ends of transitions come
/// in any order.
@MainActor
struct WalkTests {
  private func walk(_ definition: AppDefinition, _ seed: UInt64, isReady: Bool = true) {
    var random = SplitMix64(seed: seed)
    let app = UIKitApp(definition, isReady: isReady)
    for moment in 0..<500 {
      app.step(&random) { RandomApp.event(&$0, in: definition) }
      let faults = moment % 50 == 0 ? app.faultsAtRest() : app.faultsNow
      guard faults.isEmpty else {
        Issue.record("seed \(seed), moment \(moment): \(faults)")
        return
      }
    }
    #expect(app.faultsAtRest() == [], "seed \(seed)")
  }

  @Test(arguments: seeds(1_000))
  func `UIKit refuses nothing and shows what it should; no controller is left`(seed: UInt64) {
    let before = UIKitApp.controllers
    var random = SplitMix64(seed: ~seed)
    walk(RandomApp.definition(&random), seed, isReady: seed % 5 != 0)
    #expect(UIKitApp.controllers == before)
  }

  private static let bundled = Result { try AppDefinition(routes: packageFolder + "/Routes") }

  @Test(arguments: seeds(100))
  func `the bundled app shows what it should`(seed: UInt64) throws {
    walk(try Self.bundled.get(), seed)
  }
}
