import Navigation
import SignalboxHost
import TestSupport
import Testing

/// Every sequence of events, gestures and ends of transitions in small apps.
@MainActor
struct SmallAppTests {
  /// One thing that happens.
  private enum Step: CustomStringConvertible {
    case event(Event)
    case end, swipe, hold, pull, finish, cancel, otherTab

    var description: String {
      switch self {
      case .event(let event): event.command(nowMilliseconds: 0)
      case .end: "end"
      case .swipe: "swipe"
      case .hold: "hold"
      case .pull: "pull"
      case .finish: "finish"
      case .cancel: "cancel"
      case .otherTab: "other tab"
      }
    }

    @MainActor
    func perform(in app: ModelApp) {
      switch self {
      case .event(let event): app.navigator.apply(event)
      case .end: app.surface.endTransition()
      case .swipe: app.surface.beginGesture(leaving: 1)
      case .hold: app.surface.beginGesture(leaving: 2)
      case .pull: app.surface.beginGesture(leaving: 0)
      case .finish: app.surface.endGesture(isCancelled: false)
      case .cancel: app.surface.endGesture(isCancelled: true)
      case .otherTab:
        let definition = app.navigator.definition
        guard definition[definition.root].kind == .tabs else { return }
        let selected = app.surface.tree.selections[definition.root.index] ?? 0
        app.surface.selectTab(1 - selected, of: definition.root)
      }
    }
  }

  /// Three steps, or four with all seeds, after those that a seed names.
  @Test(arguments: 0..<SmallApps.all.count)
  func `every sequence of steps converges without a refused operation`(app: Int) {
    let (definition, events) = SmallApps.all[app]
    let steps: [Step] =
      events.map { .event($0) } + [.end, .swipe, .hold, .pull, .finish, .cancel, .otherTab]
    let length = seeds(10).count >= 10 ? 4 : 3
    var indices = Array(repeating: 0, count: length)
    while true {
      let app = ModelApp(definition)
      for index in indices {
        steps[index].perform(in: app)
        app.checkMoment()
      }
      app.checkRest("\(indices.map { steps[$0] })")
      guard let last = indices.lastIndex(where: { $0 + 1 < steps.count }) else { return }
      indices[last] += 1
      for index in indices.indices where index > last { indices[index] = 0 }
    }
  }
}
