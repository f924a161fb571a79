import HostTestSupport
import Navigation
import TestSupport
import Testing

#if os(Linux)
  import UIKitTestSupport
#endif

/// Every small app, every short sequence of events and acts, and every moment at which a transition
/// can end or be cancelled. A test run takes a part of the apps; `Tests/HostProbe` takes all.
@MainActor
struct SmallWorldTests {
  private func search<Host: SearchableHost>(
    _: Host.Type, part: UInt64, of parts: Int, actsMax: Int
  ) {
    SmallApp.forEach(part: Int(part), of: parts) { number, definition in
      let search = HostSearch<Host>(definition, actsMax: actsMax)
      #expect(search.faults == [], "app \(number)")
      #expect(search.moments > 5, "app \(number)")
    }
  }

  @Test(arguments: seeds(10))
  func `a model shows what it should after every sequence of three acts`(part: UInt64) {
    search(ModelHost.self, part: part, of: 5_000, actsMax: 3)
  }

  #if os(Linux)
    @Test(arguments: seeds(10))
    func `so does UIKit`(part: UInt64) {
      search(UIKitApp.self, part: part, of: 5_000, actsMax: 3)
    }
  #endif
}
