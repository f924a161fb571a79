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
  #endif
}
