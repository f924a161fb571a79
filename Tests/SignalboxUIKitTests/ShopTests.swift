import HostTestSupport
import Navigation
import SignalboxHost
import TestSupport
import Testing
import UIKitTestSupport

/// The app of docs/ios.md.
@MainActor
struct ShopTests {
  @Test func `the code of the page is compiled here`() throws {
    let blocks = try Page("docs/ios.md").blocks("swift")
    let source = try Page("Tests/UIKitTestSupport/ShopScene.swift").text
    #expect(blocks.count == 5)
    for block in blocks { #expect(source.contains(block.text), "\(block.text)") }
  }

  @Test func `a link starts the app, and others follow`() {
    let app = ShopApp(opening: ["shop://items/7"])
    #expect(app.shown == "ItemViewController")
    app.browse("shop://account")
    #expect(app.shown == "LoginViewController")
    app.logIn()
    #expect(app.shown == "AccountViewController")
    app.receive("shop://items/8")
    #expect(app.shown == "ItemViewController")
  }

  @Test func `a login that is closed leaves the screen below`() {
    let app = ShopApp()
    app.choose()
    #expect(app.shown == "ItemViewController")
    app.receive("shop://account")
    app.closeLogin()
    #expect(app.shown == "ItemViewController")
    #expect(UIKitApp.refused == [])
  }

  @Test func `the stacks are the same, whoever decides about transitions`() throws {
    var trees: [String] = []
    for owner in TransitionOwner.allCases {
      let app = try UIKitApp(shopOwnedBy: owner)
      app.touch()
      app.rest()
      app.goBack()
      app.rest()
      app.touch()
      app.rest()
      #expect(app.shownCount == 2)
      trees.append("\(app.navigator.tree)")
      #expect(UIKitApp.refused == [])
    }
    #expect(Set(trees).count == 1)
  }
}
