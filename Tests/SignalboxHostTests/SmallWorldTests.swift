import HostTestSupport
import Navigation
import TestSupport
import Testing

#if os(Linux)
  import SwiftUITestSupport
  import UIKitTestSupport
#endif

/// Every small app, every short sequence of events and acts, and every moment at which a transition
/// can end or be cancelled. A test run takes a part of the apps; `Tests/HostProbe` takes all.
@MainActor
struct SmallWorldTests {
  private func search(
    _ kind: any SearchableHost.Type, actsMax: Int = 3, parts: Int = 10_000
  ) {
    let reactions = AllHostReactions()
    SmallApp.forEach(inParts: 0..<seeds(10).count, of: parts) { number, definition in
      let search = HostSearch(kind, definition, actsMax: actsMax, reactions[definition])
      #expect(search.faults == [], "app \(number)")
      #expect(search.moments > 5, "app \(number)")
    }
  }

  @Test func `a model shows what it should after every sequence of three acts`() {
    search(ModelHost.self)
  }

  #if os(Linux)
    @Test func `so does UIKit`() {
      search(UIKitApp.self)
    }

    // It has more moments: an update follows each act, and transitions end at certain times.
    @Test func `so does SwiftUI after two`() {
      search(SwiftUIApp.self, actsMax: 2)
    }

    // Two acts reach, for example, a screen that the user pops before a sheet above it is drawn, and a
    // link that changes that stack while SwiftUI brings the screen back. They take 30 s without
    // optimization: `SIGNALBOX_SEEDS=10` takes both.
    @Test func `so does SwiftUI after acts that begin with deeper stacks and sheets`() {
      var app = PluginDraft("app")
      app.stack("home", start: "/")
      app.route("/", screen: "Home")
      app.route("/item", screen: "Item")
      app.route("/note", screen: "Note") { $0.presentation = .sheet }
      let search = HostSearch(
        SwiftUIApp.self, .valid(app), eventsFirst: 2, actsMax: seeds(10).count < 10 ? 1 : 2,
        HostReactions())
      #expect(search.faults == [])
      #expect(search.moments > 500)
    }
  #endif
}
