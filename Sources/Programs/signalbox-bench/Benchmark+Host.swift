import Diagnostics
import FileAccess
import Navigation
import SignalboxHost

extension Benchmark {
  static let host = Benchmark(
    summary: "from a call of 'open' to the first operation of an app's host, with stacks of "
      + "\(Limits.stackDepthMax) screens",
    target: "at most 20 µs"
  ) { _, report throws(Diagnostic) in
    guard let definition = try? AppDefinition(plugins: [.deepStacks]) else {
      throw .nothingToMeasure(benchmark: "host", wanted: "a definition of its own")
    }
    for (name, link) in [("push", "/items/0"), ("tab", "/notes/0")] {
      let samples = Samples { () -> Double in
        let total = (0..<roundsPerRun).reduce(0) { total, _ in
          total + nanoseconds(toOpen: link, in: definition)
        }
        return Double(total) / Double(roundsPerRun) / 1e3
      }
      report(Figure(of: name, metric: "time", unit: "µs", samples: samples))
    }
  }

  /// Fills the stacks, and opens one more screen of the visible stack, or of another tab.
  @MainActor
  private static func nanoseconds(toOpen link: String, in definition: AppDefinition) -> UInt64 {
    let navigator = Navigator(definition, clock: { 0 })
    let surface = TimedSurface(of: navigator)
    let driver = HostDriver(navigator, surface: surface)
    driver.start()
    for (tab, kind) in [("notes", "/notes/"), ("items", "/items/")] {
      navigator.select(tab: tab)
      for number in 1..<Limits.stackDepthMax - 1 {
        navigator.open("\(kind)\(number)", from: .inside)
      }
    }
    surface.firstOperation = nil
    let start = monotonicNanoseconds()
    navigator.open(link, from: .inside)
    let end = surface.firstOperation ?? start
    precondition(driver.isAtRest && end > start, "nothing was shown")
    return end - start
  }
}

/// Each builds the stacks again.
private let roundsPerRun = 20

extension PluginDraft {
  /// Two tabs whose stacks can have any number of screens.
  fileprivate static var deepStacks: PluginDraft {
    var app = PluginDraft("deep")
    app.tabs("main", ["items", "notes"])
    for tab in ["items", "notes"] {
      app.stack(tab, start: "/\(tab)")
      app.route("/\(tab)", screen: tab)
      app.route("/\(tab)/:id", screen: "\(tab)-detail") {
        $0.coordinator = Located(tab, at: nil)
        $0.repeatPolicy = .push
      }
      for screen in [tab, "\(tab)-detail"] { app.screen(screen) { $0.taps = [] } }
    }
    return app
  }
}

/// A surface that shows everything at once, and notes when it is first asked to.
@MainActor
private final class TimedSurface: HostSurface {
  private(set) var tree: HostTree
  let isBusy = false
  var firstOperation: UInt64?

  init(of navigator: Navigator) {
    tree = HostTree(emptyUnder: navigator.definition)
  }

  func perform(_ operation: HostOperation, ended: @escaping @MainActor () -> Void) {
    if firstOperation == nil { firstOperation = monotonicNanoseconds() }
    tree = tree.applying(operation)
    ended()
  }

  func hide(_ screens: Set<UInt64>) {}

  func request(for screen: UInt64) -> ScreenRequest? { nil }
}
