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
    let app = UIKitApp(SmallWorld.definition, foreign: ["one": part])
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

  @Test func `a sheet waits until the app is on screen`() {
    let app = UIKitApp(SmallWorld.definition, isVisible: false)
    app.load()
    app.navigator.open("/two")
    #expect(!app.isInTransition)
    app.show()
    #expect(app.faultsAtRest() == [])
    #expect(app.shown == "Home / Login")
  }

  @Test func `links that start the app wait until it is ready`() {
    let app = UIKitApp(SmallWorld.definition, isReady: false)
    app.start(opening: ["/item"])
    #expect(app.navigator.last.outcome == .queued)
    #expect(app.shown == "Home")
    app.navigator.ready()
    #expect(app.faultsAtRest() == [])
    #expect(app.shown == "Home Item")
  }

  @Test func `a scene's links and activities are opened`() {
    let app = UIKitApp(SmallWorld.definition)
    app.receive("/item")
    app.rest()
    #expect(app.shown == "Home Item")
    app.browse("/two")
    app.rest()
    #expect(app.shown == "Home Item / Login")
  }

  @Test func `a screen without a factory is an empty controller, and a test finds it`() {
    let app = UIKitApp(SmallWorld.definition, without: ["Item"])
    #expect(app.missing == ["Item"])
    app.navigator.tap("item")
    app.rest()
    #expect(app.shown == "Home ?")
    #expect(UIKitApp.refused == [])
  }
}
