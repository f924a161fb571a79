import Navigation
import SignalboxHost
import TestSupport
import Testing
import UIKitTestSupport

/// Every sequence of events, gestures and ends of transitions in small apps.
@MainActor
struct SmallAppTests {
  /// One thing that happens.
  private enum Step: CustomStringConvertible {
    case event(Event)
    case tab(Int)
    case end, swipe, hold, pull, finish, cancel

    var description: String {
      switch self {
      case .event(let event): event.command(nowMilliseconds: 0)
      case .end: "end"
      case .swipe: "swipe"
      case .hold: "hold"
      case .pull: "pull"
      case .finish: "finish"
      case .cancel: "cancel"
      case .tab(let index): "tab \(index)"
      }
    }

    @MainActor
    func perform(in app: UIKitApp) {
      switch self {
      case .event(let event): app.navigator.apply(event)
      case .end: app.endTransition()
      case .swipe: app.beginSwipe()
      case .hold: app.goBack(2)
      case .pull: app.beginPull()
      case .finish: app.endGesture()
      case .cancel: app.endGesture(isCancelled: true)
      case .tab(let index): app.tapTab(index)
      }
    }
  }

  /// Three steps, or four with `SIGNALBOX_SEEDS=100`.
  @Test(arguments: 0..<SmallApps.all.count)
  func `every sequence of steps converges without a refused operation`(app: Int) {
    let (definition, events) = SmallApps.all[app]
    let steps: [Step] =
      events.map { .event($0) } + [.end, .swipe, .hold, .pull, .finish, .cancel, .tab(0), .tab(1)]
    let length = seeds(10).count >= 100 ? 4 : 3
    var indices = Array(repeating: 0, count: length)
    while true {
      let app = UIKitApp(definition)
      var faults: [String] = []
      for index in indices where faults.isEmpty {
        steps[index].perform(in: app)
        faults = app.faultsNow
      }
      faults += app.faultsAtRest()
      #expect(faults == [], "\(indices.map { steps[$0] })")
      guard let last = indices.lastIndex(where: { $0 + 1 < steps.count }) else { return }
      indices[last] += 1
      for index in indices.indices where index > last { indices[index] = 0 }
    }
  }
}
