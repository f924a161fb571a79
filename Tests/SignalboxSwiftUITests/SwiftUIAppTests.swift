import Diagnostics
import HostTestSupport
import Navigation
import SignalboxHost
import SwiftUITestSupport
import TestSupport
import Testing

/// What a user, a link or a view does, and what is shown then; each binding has its rows, and each
/// known complaint about coordinators in SwiftUI.
@MainActor
struct SwiftUIAppTests {
  private static let shop: AppDefinition = {
    var app = PluginDraft("shop")
    app.links("shop://")
    app.gate("login", challenge: "/login")
    app.gate("club", challenge: "/join")
    app.tabs("main", ["home", "account", "club"])
    app.stack("home", start: "/")
    app.stack("account", start: "/account", gates: ["login"])
    app.stack("club", start: "/club", gates: ["club"])
    app.flow("checkout", start: "/cart")
    app.route("/", screen: "Home")
    app.route("/account", screen: "Account")
    app.route("/club", screen: "Club")
    app.route("/join", screen: "Join") { $0.coordinator = "home" }
    app.route("/item", screen: "Item") { $0.coordinator = "home" }
    app.route("/reviews", screen: "Reviews") { $0.coordinator = "home" }
    app.route("/secret", screen: "Secret") {
      $0.coordinator = "home"
      $0.gates = ["login"]
    }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/note", screen: "Note") { $0.presentation = .sheet }
    app.route("/photo", screen: "Photo") { $0.presentation = .cover }
    app.route("/cart", screen: "Cart") { $0.coordinator = "checkout" }
    app.screen("Home") { $0.taps = [("item", "/item")] }
    for screen in ["Item", "Note"] { app.screen(screen) { $0.leave = .confirm } }
    return .valid(app)
  }()

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let act: @MainActor (SwiftUIApp) -> Void
    let shown: String

    init(_ name: String, _ shown: String, _ act: @escaping @MainActor (SwiftUIApp) -> Void) {
      (testDescription, self.act, self.shown) = (name, act, shown)
    }
  }

  nonisolated static let rows = [
    Row("a tap pushes", "Home Item") { $0.tap("item") },
    Row("the system opens a link", "Home Item") { $0.open("shop://item") },
    Row("several pushes in one update", "Home Item Reviews") { app in
      app.navigator.tap("item")
      app.navigator.open("/reviews", from: .inside)
    },
    Row("several pushes, each in the transition of the one before", "Home Item Reviews") { app in
      app.navigator.tap("item")
      app.turn()
      app.navigator.open("/reviews", from: .inside)
      app.turn()
    },
    Row("a swipe pops", "Home") { app in
      app.tap("item")
      app.rest()
      app.beginSwipe()
      app.endGesture()
    },
    Row("a cancelled swipe does not", "Home Item") { app in
      app.tap("item")
      app.rest()
      app.beginSwipe()
      app.advance(byMilliseconds: 100)
      app.endGesture(isCancelled: true)
    },
    Row("dismiss() of a pushed view pops", "Home") { app in
      app.tap("item")
      app.rest()
      app.tap("dismiss")
    },
    Row("the back button's menu pops several screens", "Home") { app in
      app.navigator.tap("item")
      app.navigator.open("/reviews", from: .inside)
      app.rest()
      app.goBack(2)
    },
    Row("unsaved work brings a popped screen back", "Home Item") { app in
      app.tap("item")
      app.rest()
      app.navigator.setDirty(true)
      app.goBack()
    },
    Row("a link in a swipe that is cancelled", "Home Item Reviews") { app in
      app.tap("item")
      app.rest()
      app.beginSwipe()
      app.turn()
      app.navigator.open("/reviews", from: .inside)
      app.turn()
      app.endGesture(isCancelled: true)
    },
    // The user acts last: SwiftUI does not report that a swipe has begun.
    Row("a link in a swipe that is completed is left, too", "Home") { app in
      app.tap("item")
      app.rest()
      app.beginSwipe()
      app.turn()
      app.navigator.open("/reviews", from: .inside)
      app.turn()
      app.endGesture()
    },
    Row("a link in a pull that is completed", "(covered) / Photo") { app in
      app.navigator.open("/note", from: .inside)
      app.rest()
      app.beginPull()
      app.turn()
      app.navigator.dismiss()
      app.navigator.open("/photo", from: .inside)
      app.turn()
      app.endGesture()
    },
    Row("a tab that needs a login", "Home / Login") { $0.tapTab(1) },
    Row("a tab that is refused before a push is drawn", "Home Join Reviews") { app in
      app.navigator.open("/join", from: .inside)
      app.tapTab(2)
      app.turn()
      app.navigator.open("/reviews", from: .inside)
      app.turn()
    },
    Row("the login opens it", "Account") { app in
      app.tapTab(1)
      app.rest()
      app.navigator.satisfy("login")
    },
    Row("a hidden tab keeps its path", "Home Item") { app in
      app.navigator.satisfy("login")
      app.tap("item")
      app.rest()
      app.tapTab(1)
      app.rest()
      app.tapTab(0)
    },
    Row("a covered stack keeps its path", "Home Item") { app in
      app.navigator.tap("item")
      app.navigator.open("/photo", from: .inside)
      app.rest()
      app.navigator.dismiss()
    },
    Row("a link while a sheet is being presented", "Home / (covered) / Photo") { app in
      app.navigator.open("/note", from: .inside)
      app.turn()
      app.navigator.open("/photo", from: .inside)
    },
    Row("a link while a sheet is being dismissed", "(covered) / Photo") { app in
      app.navigator.open("/note", from: .inside)
      app.rest()
      app.navigator.dismiss()
      app.turn()
      app.navigator.open("/photo", from: .inside)
    },
    Row("a sheet that is pulled down is dismissed once", "Home / Note") { app in
      app.navigator.open("/note", from: .inside)
      app.navigator.open("/login", from: .inside)
      app.rest()
      app.beginPull()
      app.endGesture()
    },
    Row("a cancelled pull does not dismiss", "Home / Note") { app in
      app.navigator.open("/note", from: .inside)
      app.rest()
      app.beginPull()
      app.endGesture(isCancelled: true)
    },
    Row("a cover cannot be pulled down", "(covered) / Photo") { app in
      app.navigator.open("/photo", from: .inside)
      app.rest()
      app.beginPull()
      app.endGesture()
    },
    Row("dismiss() of a sheet", "Home") { app in
      app.navigator.open("/note", from: .inside)
      app.rest()
      app.tap("dismiss")
    },
    Row("a sheet with unsaved work cannot be pulled down", "Home / Note") { app in
      app.navigator.open("/note", from: .inside)
      app.rest()
      app.navigator.setDirty(true)
      app.turn()
      app.beginPull()
      app.endGesture()
    },
    Row("dismiss() of a sheet with unsaved work brings it back", "Home / Note") { app in
      app.navigator.open("/note", from: .inside)
      app.rest()
      app.navigator.setDirty(true)
      app.tap("dismiss")
    },
    Row("the root is replaced under a sheet", "Home / Login") { app in
      app.navigator.satisfy("login")
      app.navigator.select(tab: "account")
      app.navigator.open("/note", from: .inside)
      app.rest()
      app.navigator.revoke("login")
      app.navigator.open("/account")
    },
    // SwiftUI brings back what the binding does not drop, by a transition that nothing reports.
    Row("a gate closes while a popped screen returns below a sheet", "Home / Note") { app in
      app.navigator.satisfy("login")
      app.navigator.open("/secret", from: .inside)
      app.rest()
      app.navigator.open("/note", from: .inside)
      app.goBack()
      app.turn()
      app.navigator.revoke("login")
    },
    Row("a gate closes after a swipe that ends below a sheet", "Home / Note") { app in
      app.navigator.satisfy("login")
      app.navigator.open("/secret", from: .inside)
      app.rest()
      app.beginSwipe()
      app.navigator.open("/note", from: .inside)
      app.advance(byMilliseconds: 400)
      app.endGesture()
      app.navigator.revoke("login")
    },
    Row("a flow", "(covered) / Cart") { $0.navigator.open("/cart", from: .inside) },
    Row("a flow ends", "Home") { app in
      app.navigator.open("/cart", from: .inside)
      app.rest()
      app.navigator.finish(result: "paid")
    },
  ]

  @Test(arguments: rows)
  func `what is shown is what the engine wants`(_ row: Row) {
    let app = SwiftUIApp(Self.shop)
    row.act(app)
    #expect(app.faultsAtRest() == [])
    #expect(app.shown == row.shown)
    #expect(SwiftUIApp.screensAlive == app.navigator.tree.screens.count)
  }

  @Test func `a closed gate hides its screens at the next update, and removes them`() {
    let app = SwiftUIApp(Self.shop)
    app.navigator.satisfy("login")
    app.navigator.open("/secret", from: .inside)
    app.turn()
    #expect(app.texts.contains { $0.hasPrefix("Secret") })
    app.navigator.revoke("login")
    app.turn()
    #expect(!app.texts.contains { $0.hasPrefix("Secret") })
    #expect(app.faultsAtRest() == [])
  }

  @Test func `a screen that leaves as soon as it has come keeps its content`() {
    let app = SwiftUIApp(Self.shop)
    app.rest()
    app.navigator.tap("item")
    app.turn()
    app.navigator.back()
    app.advance(byMilliseconds: 700)
    #expect(app.navigator.visibleScreen?.screen == "Home")
    #expect(app.texts.contains { $0.hasPrefix("Item") })
    #expect(app.faultsAtRest() == [])
  }

  @Test func `an expelled screen that the user pops stays hidden while it slides away`() {
    let app = SwiftUIApp(Self.shop)
    app.setTransitions(milliseconds: 50)
    app.navigator.satisfy("login")
    app.navigator.open("/secret", from: .inside)
    app.advance(byMilliseconds: 100)
    app.navigator.revoke("login")
    app.turn()
    app.goBack()
    app.turn()
    app.navigator.popToRoot()
    app.turn()
    #expect(!app.texts.contains { $0.hasPrefix("Secret") })
    #expect(app.faultsAtRest() == [])
  }

  @Test func `the first update shows the state of the navigator`() {
    let navigator = Navigator(Self.shop)
    navigator.tap("item")
    navigator.open("/note", from: .inside)
    let app = SwiftUIApp(navigator)
    #expect(app.shown == "Home Item / Note")
    #expect(app.faultsAtRest() == [])
  }

  @Test func `a pulled sheet is noticed even if SwiftUI does not write it`() {
    let app = SwiftUIApp(Self.shop)
    app.navigator.open("/note", from: .inside)
    app.rest()
    app.plant(.swallowedGestures)
    app.beginPull()
    app.endGesture()
    #expect(app.faultsAtRest() == [])
    #expect(app.shown == "Home")
    #expect(app.navigator.state.layers.isEmpty)
  }

  @Test func `a result arrives at the screen that started the flow`() {
    let app = SwiftUIApp(Self.shop)
    app.navigator.open("/cart", from: .inside)
    app.rest()
    app.navigator.finish(result: "paid")
    app.rest()
    #expect(app.texts.contains("result paid"))
  }

  @Test func `a gate lapses while the scene is in the background`() {
    final class Clock { var milliseconds: Int64 = 0 }
    let clock = Clock()
    let navigator = Navigator(SmallWorld.definition, clock: { clock.milliseconds })
    let app = SwiftUIApp(navigator)
    navigator.satisfy("login", subject: "a")
    navigator.open("/two")
    app.rest()
    app.interrupt()
    #expect(navigator.last.outcome == .moved)
    app.enterBackground()
    #expect(navigator.state.isInBackground)
    clock.milliseconds += 600_000
    app.enterForeground()
    #expect(!navigator.state.isInBackground)
    app.rest()
    #expect(app.shown == "Home / Login")
    #expect(app.faultsAtRest() == [])
  }

  @Test func `transitions that take longer than the surface waits are refused, and made up for`() {
    let app = SwiftUIApp(Self.shop)
    app.setTransitions(milliseconds: 5_000)
    app.navigator.open("/note", from: .inside)
    app.navigator.open("/photo", from: .inside)
    app.rest()
    #expect(app.refused.count == 1)
    #expect(app.shown == "Home / (covered) / Photo")
  }
}
