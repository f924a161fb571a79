import Diagnostics
import HostTestSupport
import Navigation
import SignalboxHost
import TestSupport
import Testing
import UIKitTestSupport

/// An app that adopts the navigator step by step, and starts in every way.
@MainActor
struct AdoptionTests {
  @Test func `a foreign coordinator is asked to show its stack, and reports where it moves`() {
    let part = ForeignPart()
    let app = UIKitApp(SmallWorld.lasting, foreign: ["one": part])
    #expect(part.shown == [["Home"]])
    app.navigator.tap("item")
    #expect(part.shown == [["Home"], ["Home", "Item"]])
    app.navigator.satisfy("login", subject: "a")
    app.navigator.open("/two")
    app.rest()
    #expect(app.shown == "Two")
    app.tapTab(0)
    app.navigator.back()
    #expect(part.shown.last == ["Home"])
    #expect(UIKitApp.refused == [])
  }

  private static let checkout: AppDefinition = {
    var app = PluginDraft("checkout")
    app.gate("login", challenge: "/login")
    app.stack("home", start: "/")
    app.flow("checkout", start: "/cart", gates: ["login"])
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/cart", screen: "Cart") { $0.coordinator = "checkout" }
    app.route("/pay", screen: "Pay") { $0.coordinator = "checkout" }
    app.route("/help", screen: "Help") { $0.presentation = .sheet }
    app.route("/secret", screen: "Secret") { $0.gates = ["login"] }
    for screen in app.routes.compactMap({ $0.screen?.value }) {
      app.screen(screen) { $0.taps = [] }
    }
    return .valid(app)
  }()

  /// The controllers of `Job` take other values, those of `Item` do not.
  @Test(arguments: ["/job", "/item", "/secret"])
  func `a screen that gets other values shows them in its place`(path: String) {
    var draft = PluginDraft("app")
    draft.gate("login", challenge: "/login")
    draft.stack("home", start: "/")
    draft.route("/", screen: "Home")
    draft.route("/login", screen: "Login") { $0.presentation = .sheet }
    draft.route("/job/:id", screen: "Job") { $0.repeatPolicy = .update }
    draft.route("/item/:id", screen: "Item") { $0.repeatPolicy = .update }
    draft.route("/secret/:id", screen: "Item") {
      $0.repeatPolicy = .update
      $0.gates = ["login"]
    }
    let app = UIKitApp(.valid(draft))
    app.navigator.satisfy("login")
    app.navigator.open("\(path)/1")
    app.rest()
    app.navigator.open("\(path)/2")
    #expect(app.faultsNow() == [])
    if path == "/job" { #expect(app.stacks.last?.last??.value == "2") }
    app.rest()
    #expect(app.stacks.map { $0.map { $0?.value } } == [["", "2"]])
    #expect(app.faultsAtRest() == [])
    // A gate that closes hides the screen, also one that is about to be replaced.
    app.navigator.open("\(path)/3")
    app.navigator.revoke("login")
    #expect(app.faultsNow() == [])
    app.rest()
    #expect(app.faultsAtRest() == [])
    #expect(UIKitApp.refused == [])
  }

  @Test func `a foreign flow shows its stack, and ends when it says so`() {
    let part = ForeignPart()
    let app = UIKitApp(Self.checkout, foreign: ["checkout": part])
    let before = UIKitApp.objectsAlive
    app.navigator.satisfy("login")
    #expect(part.shown == [])
    for round in 1...2 {
      app.navigator.open("/cart", from: .inside)
      app.rest()
      #expect(part.isVisible)
      app.navigator.open("/pay", from: .inside)
      app.navigator.open("/help", from: .inside)
      app.rest()
      #expect(app.shown == "Home / ? / Help")
      app.navigator.dismiss()
      app.rest()
      app.navigator.back()
      app.navigator.finish(result: "paid")
      app.rest()
      #expect(part.shown.count == 3 * round)
      #expect(part.shown.suffix(3) == [["Cart"], ["Cart", "Pay"], ["Cart"]])
      #expect(app.faultsAtRest() == [])
      #expect(app.navigator.visibleScreen?.result == "paid")
      #expect(UIKitApp.objectsAlive == before)
    }
  }

  /// The controller of `Help` is an `UpdatableScreen`, that of `Home` is not.
  @Test func `the screen that has started a flow gets its result, and is not replaced for it`() {
    let app = UIKitApp(Self.checkout)
    app.navigator.satisfy("login")
    app.navigator.open("/cart", from: .inside)
    app.rest()
    app.navigator.finish(result: "paid")
    app.rest()
    #expect(app.shown == "Home")
    #expect(app.results == [nil])
    app.navigator.open("/help", from: .inside)
    app.rest()
    for result in ["paid", "paid again"] {
      app.navigator.open("/cart", from: .inside)
      app.rest()
      app.navigator.finish(result: result)
      app.rest()
      #expect(app.shown == "Home / Help")
      #expect(app.results == [result])
    }
    #expect(app.faultsAtRest() == [])
  }

  @Test func `a foreign coordinator that has started a flow gets its result`() {
    let part = ForeignPart()
    let app = UIKitApp(Self.checkout, foreign: ["home": part])
    app.navigator.satisfy("login")
    app.navigator.open("/cart", from: .inside)
    app.rest()
    app.navigator.finish(result: "paid")
    app.rest()
    #expect(part.shown == [["Home"], ["Home"]])
    #expect(part.results == ["paid"])
    #expect(app.tree == app.navigator.tree)
  }

  @Test func `a foreign part whose gate closes is hidden at once, and shown again later`() {
    let part = ForeignPart()
    let app = UIKitApp(Self.checkout, foreign: ["checkout": part])
    app.navigator.satisfy("login")
    app.navigator.open("/cart", from: .inside)
    #expect(part.isVisible)
    app.navigator.revoke("login")
    #expect(app.isInTransition)
    #expect(!part.isVisible)
    app.rest()
    #expect(app.shown == "Home")
    app.navigator.satisfy("login")
    app.navigator.open("/cart", from: .inside)
    app.rest()
    #expect(part.isVisible)
    #expect(app.faultsNow() == [])
  }

  @Test func `a foreign part that shows another stack when a gate closes is visible again`() {
    let part = ForeignPart()
    let app = UIKitApp(Self.checkout, foreign: ["home": part])
    app.navigator.satisfy("login")
    app.navigator.open("/secret", from: .inside)
    #expect(part.shown == [["Home"], ["Home", "Secret"]])
    app.navigator.revoke("login")
    #expect(part.shown.last == ["Home"])
    #expect(part.isVisible)
    #expect(UIKitApp.refused == [])
  }

  @Test(arguments: seeds(100))
  func `a walk through an app with a foreign stack and flow converges`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    let app = UIKitApp(definition, foreign: ["s1": ForeignPart(), "flow": ForeignPart()])
    for _ in 0..<200 {
      app.performRandomStep(&random) { RandomApp.event(&$0, in: definition) }
      #expect(UIKitApp.refused == [], "seed \(seed)")
    }
    app.rest()
    #expect(app.tree == app.navigator.tree, "seed \(seed)")
  }

  @Test(arguments: [true, false])
  func `a navigator waits until the sheet of another one is dismissed`(byUser: Bool) {
    let pair = NavigatorPair(Self.checkout, inTabs: false)
    pair.navigators[0].open("/help", from: .inside)
    pair.rest()
    #expect(pair.agree == [true, true])
    pair.navigators[1].open("/secret", from: .inside)
    pair.rest()
    #expect(pair.layers == ["Help"])
    if byUser { pair.pull() } else { pair.navigators[0].dismiss() }
    pair.rest()
    #expect(pair.layers == ["Login"])
    #expect(pair.agree == [true, true])
    pair.pull()
    #expect(pair.layers == [])
    #expect(pair.agree == [true, true])
    #expect(pair.refused == [])
  }

  @Test func `a navigator in a hidden tab presents its sheet when the tab is selected`() {
    let pair = NavigatorPair(Self.checkout, inTabs: true)
    pair.navigators[0].open("/help", from: .inside)
    pair.navigators[1].open("/secret", from: .inside)
    pair.rest()
    #expect(pair.layers == ["Help"])
    pair.navigators[0].dismiss()
    pair.rest()
    #expect(pair.layers == [])
    pair.select(1)
    pair.rest()
    #expect(pair.layers == ["Login"])
    #expect(pair.agree == [true, true])
    #expect(pair.refused == [])
  }

  @Test func `a sheet waits until the app is on screen`() {
    let app = UIKitApp(SmallWorld.lasting, isVisible: false)
    app.load()
    app.navigator.open("/two")
    #expect(!app.isInTransition)
    app.show()
    #expect(app.faultsAtRest() == [])
    #expect(app.shown == "Home / Login")
  }

  @Test func `links that start the app wait until it is ready`() {
    let app = UIKitApp(SmallWorld.lasting, isReady: false)
    app.start(opening: ["/item"])
    #expect(app.navigator.last.outcome == .queued)
    #expect(app.shown == "Home")
    app.navigator.ready()
    #expect(app.faultsAtRest() == [])
    #expect(app.shown == "Home Item")
  }

  @Test func `a scene's links and activities are opened`() {
    let app = UIKitApp(SmallWorld.lasting)
    app.receive("/item")
    app.rest()
    #expect(app.shown == "Home Item")
    app.browse("/two")
    app.rest()
    #expect(app.shown == "Home Item / Login")
  }

  @Test func `a screen without a factory is an empty controller, and a test finds it`() {
    let app = UIKitApp(SmallWorld.lasting, without: ["Item"])
    #expect(app.missing == ["Item"])
    app.navigator.tap("item")
    app.rest()
    #expect(app.shown == "Home ?")
    #expect(UIKitApp.refused == [])
  }
}
