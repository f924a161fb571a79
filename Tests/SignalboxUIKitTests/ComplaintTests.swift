import HostTestSupport
import Navigation
import SignalboxHost
import TestSupport
import Testing
import UIKitTestSupport

/// What goes wrong with coordinators that move controllers themselves, by the reports of others.
/// Here it cannot happen.
@MainActor
struct ComplaintTests {
  private let app = UIKitApp(Self.shop)

  /// Two tabs, a flow, sheets, and a screen with unsaved work.
  private static let shop: AppDefinition = {
    var app = PluginDraft("shop")
    app.gate("login", challenge: "/login")
    app.tabs("main", ["home", "account"])
    app.stack("home", start: "/")
    app.stack("account", start: "/account", gates: ["login"])
    app.flow("checkout", start: "/cart")
    app.route("/", screen: "Home")
    app.route("/account", screen: "Account")
    app.route("/item", screen: "Item") { $0.coordinator = "home" }
    app.route("/reviews", screen: "Reviews") {
      $0.coordinator = "home"
      $0.parents = ["/item"]
    }
    app.route("/secret", screen: "Secret") {
      $0.coordinator = "home"
      $0.gates = ["login"]
    }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/help", screen: "Help") { $0.presentation = .sheet }
    app.route("/more", screen: "More")
    app.route("/cart", screen: "Cart") { $0.coordinator = "checkout" }
    app.route("/pay", screen: "Pay") { $0.coordinator = "checkout" }
    for screen in app.routes.compactMap({ $0.screen?.value }) {
      app.screen(screen) { $0.leave = screen == "Item" || screen == "Help" ? .confirm : .free }
    }
    return .valid(app)
  }()

  /// Opens a link from inside, and waits.
  private func open(_ link: String, from source: LinkSource = .inside) {
    app.navigator.open(link, from: source)
    app.rest()
  }

  private func expectRest(_ shown: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(app.faultsAtRest() == [], sourceLocation: sourceLocation)
    #expect(app.shown == shown, sourceLocation: sourceLocation)
  }

  // MARK: - What the coordinator does not hear of

  @Test func `the back button is an event`() {
    open("/item")
    app.goBack()
    #expect(app.navigator.visibleScreen?.screen == "Item")
    app.endTransition()
    #expect(app.navigator.visibleScreen?.screen == "Home")
    expectRest("Home")
  }

  @Test func `a swipe is an event once it has ended, and a cancelled one is none`() {
    open("/item")
    app.beginSwipe()
    #expect(app.navigator.visibleScreen?.screen == "Item")
    app.endGesture(isCancelled: true)
    #expect(app.navigator.visibleScreen?.screen == "Item")
    expectRest("Home Item")
    app.beginSwipe()
    app.endGesture()
    #expect(app.navigator.visibleScreen?.screen == "Home")
    expectRest("Home")
  }

  @Test func `a long press on the back button leaves several screens`() {
    open("/reviews", from: .outside)
    #expect(app.shown == "Home Item Reviews")
    app.goBack(2)
    app.endTransition()
    #expect(app.navigator.state.stacks.map(\.count).max() == 1)
    expectRest("Home")
  }

  @Test func `a sheet that is pulled down is dismissed in the engine, and its stack released`() {
    open("/help")
    open("/more")
    #expect(app.shown == "Home / Help More")
    app.beginPull()
    app.endGesture(isCancelled: true)
    expectRest("Home / Help More")
    app.beginPull()
    app.endGesture()
    #expect(app.navigator.state.layers.isEmpty)
    expectRest("Home")
  }

  // MARK: - What the engine refuses

  @Test func `a swipe that would lose unsaved work is undone, and the question asked`() {
    open("/item")
    app.navigator.setDirty(true)
    app.beginSwipe()
    app.endGesture()
    #expect(app.navigator.last.outcome == .blocked(screen: "Item"))
    expectRest("Home Item")
    app.navigator.confirm()
    expectRest("Home")
  }

  @Test func `a sheet with unsaved work cannot be pulled down, and the question is asked`() {
    open("/help")
    app.navigator.setDirty(true)
    app.beginPull()
    #expect(!app.isInTransition)
    #expect(app.navigator.last.outcome == .blocked(screen: "Help"))
    expectRest("Home / Help")
    app.navigator.cancel()
    expectRest("Home / Help")
  }

  @Test func `a tab behind a gate asks for it, and is selected after it has opened`() {
    app.tapTab(1)
    #expect(app.navigator.last.outcome == .deferred(gate: "login"))
    #expect(app.selectedTab == 0)
    expectRest("Home / Login")
    app.navigator.satisfy("login", subject: "a")
    expectRest("Account")
  }

  // MARK: - Transitions that meet

  @Test func `several pushes in one update are one transition`() {
    app.navigator.open("/item", from: .inside)
    app.navigator.open("/reviews", from: .inside)
    app.navigator.open("/more", from: .inside)
    app.endTransition()
    app.endTransition()
    #expect(!app.isInTransition)
    expectRest("Home Item Reviews More")
  }

  @Test func `a link during a swipe wins, and the swipe is no event`() {
    open("/item")
    app.beginSwipe()
    app.navigator.open("/more", from: .inside)
    app.endGesture()
    expectRest("Home Item More")
  }

  @Test func `a tab that changes under a sheet changes before the sheet leaves`() {
    app.navigator.satisfy("login", subject: "a")
    app.navigator.select(tab: "account")
    open("/help")
    app.navigator.revoke("login")
    #expect(app.faultsNow() == [])
    #expect(app.navigator.visibleScreen?.screen == "Home")
    expectRest("Home")
  }

  // MARK: - Secrets

  @Test(arguments: [true, false])
  func `a secret is hidden at once, even during a transition, and leaves unanimated`(swipes: Bool) {
    app.navigator.satisfy("login", subject: "a")
    app.tapTab(1)
    open("/more")
    #expect(app.shown == "Account More")
    if swipes { app.beginSwipe() } else { app.goBack() }
    app.navigator.revoke("login")
    #expect(app.shown == "(Account)")
    #expect(app.faultsNow() == [])
    if swipes { app.endGesture(isCancelled: true) } else { app.endTransition() }
    #expect(app.shown == "Home")
    #expect(!app.isInTransition)
    expectRest("Home")
  }

  @Test func `a secret that leaves as soon as it has come is hidden`() {
    app.navigator.satisfy("login", subject: "a")
    app.navigator.open("/secret", from: .inside)
    app.navigator.back()
    app.endTransition()
    #expect(app.isInTransition)
    app.navigator.revoke("login")
    #expect(app.faultsNow() == [])
    expectRest("Home")
  }

  // MARK: - Who lives how long

  @Test func `the controllers of a flow live as long as the flow`() {
    let before = UIKitApp.objectsAlive
    open("/cart")
    open("/pay")
    #expect(app.shown == "Home / Cart Pay")
    #expect(UIKitApp.screensAlive == 3)
    app.navigator.finish(result: "paid")
    expectRest("Home")
    #expect(UIKitApp.objectsAlive == before)
  }

  @Test func `a controller that something else pushes is removed`() {
    open("/item")
    app.pushForeign()
    #expect(app.shown == "Home Item ?")
    app.endTransition()
    expectRest("Home Item")
  }

  @Test func `an alert of the app gives way to a sheet, and to a dismissal`() {
    app.presentAlert()
    app.endTransition()
    app.navigator.open("/help", from: .inside)
    expectRest("Home / Help")
    app.presentAlert()
    app.endTransition()
    app.navigator.dismiss()
    expectRest("Home")
  }

  @Test(arguments: [true, false])
  func `a sheet waits while an alert of the app appears or disappears`(appears: Bool) {
    func beginAlert() {
      app.presentAlert()
      guard !appears else { return }
      app.endTransition()
      app.dismissAlert()
    }
    beginAlert()
    app.navigator.open("/help", from: .inside)
    #expect(app.isInTransition)
    expectRest("Home / Help")
    beginAlert()
    app.navigator.dismiss()
    expectRest("Home")
  }
}
