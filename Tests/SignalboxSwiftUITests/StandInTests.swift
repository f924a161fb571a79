import SwiftUITestSupport
import Testing

/// The stand-in of SwiftUI punishes an app that does not wait: the rules of
/// Tests/StandIns/SwiftUI/README.md, one row each.
@MainActor
struct StandInTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let act: @MainActor (NaiveApp) -> Void
    let refused: [String]
    let texts: [String]

    init(
      _ name: String, refused: [String] = [], texts: [String],
      _ act: @escaping @MainActor (NaiveApp) -> Void
    ) {
      (testDescription, self.act, self.refused, self.texts) = (name, act, refused, texts)
    }
  }

  nonisolated static let rows = [
    Row("a path is shown by one transition", texts: ["3"]) { app in
      app.show(path: [1])
      app.show(path: [1, 2, 3])
    },
    Row("a path that changes in a transition", refused: ["pathDuringTransition"], texts: ["2"]) {
      app in
      app.show(path: [1])
      app.turn()
      app.show(path: [1, 2])
    },
    Row(
      "two presentations of a view", refused: ["presentOverPresentation"],
      texts: ["root", "sheet 1"]
    ) { app in
      app.present(sheet: 1)
      app.turn()
      app.rest()
      app.present(cover: 2)
    },
    Row(
      "a presentation over one that has not ended", refused: ["presentDuringTransition"],
      texts: ["root", "sheet 1", "inner 2"]
    ) { app in
      app.present(sheet: 1)
      app.turn()
      app.present(inner: 2)
      app.turn()
    },
    Row(
      "a presentation while another one is dismissed", refused: ["presentOverPresentation"],
      texts: ["cover 2"]
    ) { app in
      app.present(sheet: 1)
      app.rest()
      app.present(sheet: nil)
      app.present(cover: 2)
    },
    Row(
      "a new sheet in a dismissal is lost by the late write", refused: ["changeDuringUpdate"],
      texts: ["root"]
    ) { app in
      app.present(sheet: 1)
      app.rest()
      app.present(sheet: nil)
      app.turn()
      app.present(sheet: 2)
    },
    Row("the path of a hidden tab is lost", refused: ["changeDuringUpdate"], texts: ["root"]) {
      app in
      app.show(path: [1, 2])
      app.rest()
      app.select(tab: 1)
      app.rest()
      app.select(tab: 0)
    },
    Row("a swipe is written in an update", refused: ["changeDuringUpdate"], texts: ["root"]) {
      app in
      app.show(path: [1])
      app.rest()
      app.swipe(isCancelled: false)
    },
    Row("a cancelled swipe is not written", texts: ["1"]) { app in
      app.show(path: [1])
      app.rest()
      app.swipe(isCancelled: true)
    },
    Row("a cancelled pull is not written", texts: ["root", "sheet 1"]) { app in
      app.present(sheet: 1)
      app.rest()
      app.pull(isCancelled: true)
    },
    Row("a tab that does not exist", refused: ["noSuchTab"], texts: []) { app in
      app.select(tab: 7)
    },
  ]

  @Test(arguments: rows)
  func `an app that does not wait is punished`(_ row: Row) {
    let app = NaiveApp()
    row.act(app)
    app.rest()
    #expect(Set(app.refused) == Set(row.refused))
    #expect(app.texts == row.texts)
  }

  @Test func `onDismiss is called after the dismissal`() {
    let app = NaiveApp()
    app.present(sheet: 1)
    app.rest()
    app.present(sheet: nil)
    app.turn()
    #expect(app.dismissals == 0)
    app.rest()
    #expect(app.dismissals == 1)
  }
}
