import Diagnostics
import Navigation
import RouteFiles
import SignalboxHost
import TestSupport
import Testing

/// Random walks, in which events, gestures and the ends of transitions come in any order.
@MainActor
struct WalkTests {
  @Test(arguments: seeds(1_000))
  func `no operation is refused, and every walk converges`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let app = ModelApp(definition, isReady: seed % 5 != 0)
    for moment in 0..<500 {
      app.step(&random) { RandomApp.event(&$0, in: definition) }
      app.checkMoment()
      if moment % 25 == 0 { app.checkRest("seed \(seed), moment \(moment)") }
    }
    app.checkRest("seed \(seed)")
  }

  private static let bundled = Result { try AppDefinition(routes: packageFolder + "/Routes") }

  @Test(arguments: seeds(200))
  func `a walk through the bundled app converges`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let definition = try Self.bundled.get()
    let app = ModelApp(definition)
    for _ in 0..<500 {
      app.step(&random) { RandomApp.event(&$0, in: definition) }
      app.checkMoment()
    }
    app.checkRest("seed \(seed)")
  }
}
