import HostTestSupport
import Navigation
import SignalboxHost
import TestSupport
import Testing

/// What others report of coordinators that move screens themselves, and what cannot happen on a
/// host: each report is a row, for the model and for both frameworks.
@MainActor
struct KnownReportTests {
  /// Two features that share the stacks of two tabs, a flow, and sheets.
  private static let shop: AppDefinition = {
    var shop = PluginDraft("shop")
    shop.gate("login", challenge: "/login")
    shop.tabs("main", ["home", "account"])
    shop.stack("home", start: "/")
    shop.stack("account", start: "/account", gates: ["login"])
    shop.flow("checkout", start: "/cart")
    shop.route("/", screen: "Home")
    shop.route("/account", screen: "Account")
    shop.route("/login", screen: "Login") { $0.presentation = .sheet }
    shop.route("/item", screen: "Item") { $0.coordinator = "home" }
    shop.route("/more", screen: "More")
    shop.route("/help", screen: "Help") { $0.presentation = .sheet }
    shop.route("/note", screen: "Note") { $0.presentation = .sheet }
    shop.route("/cart", screen: "Cart") { $0.coordinator = "checkout" }
    shop.route("/pay", screen: "Pay") { $0.coordinator = "checkout" }
    var reviews = PluginDraft("reviews")
    reviews.route("/reviews", screen: "Reviews") { $0.coordinator = "home" }
    return .valid(shop, reviews)
  }()

  struct Report: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The screens of the visible stacks at the end.
    let shown: String
    let act: @MainActor (any HostUnderTest) -> Void

    init(
      _ complaint: String, from source: String? = nil, _ shown: String,
      _ act: @escaping @MainActor (any HostUnderTest) -> Void
    ) {
      testDescription = (source.map { "\($0): " } ?? "") + complaint
      (self.shown, self.act) = (shown, act)
    }
  }

  nonisolated static let reports = [
    Report(
      "a pushed coordinator lives on after the back button",
      from: "https://github.com/QuickBirdEng/XCoordinator/issues/57", "Home"
    ) { host in
      for _ in 0..<3 {
        host.open("/item", "/reviews")
        for _ in 0..<2 { host.performs(.back(1), .finish) }
      }
    },
    Report(
      "the list of child coordinators is never cleared",
      from: "https://github.com/deltachat/deltachat-ios/issues/295", "Home"
    ) { host in
      for _ in 0..<10 {
        host.open("/item")
        host.performs(.swipe, .finish)
        host.open("/cart", "/pay")
        host.navigator.finish()
        host.rest()
      }
    },
    Report(
      "a logout does not leave all coordinators",
      from: "https://github.com/QuickBirdEng/XCoordinator/issues/160", "Home"
    ) { host in
      host.navigator.satisfy("login")
      host.navigator.select(tab: "account")
      host.open("/more", "/help", "/more", "/cart", "/pay")
      host.navigator.revoke("login")
      host.rest()
    },
    Report(
      "what a gesture dismisses is not released",
      from: "https://github.com/QuickBirdEng/XCoordinator/issues/187", "Home"
    ) { host in
      host.open("/help", "/more")
      host.performs(.pull, .finish)
    },
    Report(
      "the parent of a sheet does not hear that it was pulled down",
      from: "https://github.com/imaccallum/CoordinatorKit/issues/8", "Home / Help"
    ) { host in
      host.open("/help")
      host.performs(.pull, .finish)
      #expect(host.navigator.state.layers.isEmpty)
      host.open("/help")
    },
    Report(
      "a child is released while its screen is pushed",
      from: "https://github.com/QuickBirdEng/XCoordinator/issues/206", "Home / Cart"
    ) { host in
      host.navigator.open("/cart", from: .inside)
      host.navigator.open("/pay", from: .inside)
      host.endNext()
      host.rest()
      host.performs(.swipe, .cancel)
      host.performs(.swipe, .finish)
    },
    Report(
      "a child is released if it is presented too quickly",
      from: "https://github.com/QuickBirdEng/XCoordinator/issues/208", "Home"
    ) { host in
      host.navigator.open("/help", from: .inside)
      host.navigator.dismiss()
      host.navigator.open("/cart", from: .inside)
      host.endNext()
      host.open("/pay")
      #expect(host.shown == "Home / Cart Pay")
      host.navigator.finish(result: "paid")
      #expect(host.navigator.visibleScreen?.result == "paid")
      host.rest()
    },
    Report(
      "a swipe is missed if two coordinators share a navigation controller",
      from: "https://github.com/radianttap/Coordinator/issues/30", "Home Item"
    ) { host in
      host.open("/item", "/reviews")
      #expect(host.shown == "Home Item Reviews")
      host.performs(.swipe, .finish)
    },
    Report("a cancelled swipe is taken as a pop", "Home Item") { host in
      host.open("/item")
      host.performs(.swipe, .cancel)
    },
    Report("of several pushes in one update, some are lost", "Home Item Reviews More") { host in
      for link in ["/item", "/reviews", "/more"] { host.navigator.open(link, from: .inside) }
    },
    Report("the path of a hidden tab is lost", "Home Item Reviews") { host in
      host.navigator.satisfy("login")
      host.open("/item", "/reviews")
      host.performs(.tab(1, depth: 0))
      #expect(host.shown == "Account")
      host.performs(.tab(0, depth: 0))
    },
    Report("a link during a presentation is dropped", "Home / Help / Note") { host in
      host.navigator.open("/help", from: .inside)
      host.turn()
      host.navigator.open("/note", from: .inside)
    },
    Report("the stack of a sheet is dismissed twice", "Home") { host in
      host.open("/help", "/more")
      host.navigator.dismiss()
      #expect(host.navigator.dismiss() == .refused(.nothingToDismiss))
      host.rest()
    },
    Report("one pull dismisses two sheets", "Home / Help") { host in
      host.open("/help", "/note")
      host.performs(.pull, .finish)
    },
    Report("the root cannot be replaced under a presented sheet", "Account / Help") { host in
      host.open("/item", "/help")
      host.navigator.satisfy("login")
      host.navigator.open("/account", from: .outside)
      host.open("/help")
    },
  ]

  @Test(arguments: HostKind.allCases, reports)
  func `what others report cannot happen`(kind: HostKind, report: Report) {
    let host = kind.host.init(Self.shop, isReady: true, log: nil)
    host.rest()
    let objects = kind.host.objectsAlive
    report.act(host)
    #expect(host.faultsAtRest() == [])
    #expect(host.shown == report.shown)
    if report.shown == "Home" { #expect(kind.host.objectsAlive == objects) }
  }
}

extension HostUnderTest {
  /// Opens links from inside, each after the transition of the one before.
  fileprivate func open(_ links: String...) {
    for link in links {
      navigator.open(link, from: .inside)
      rest()
    }
  }

  /// Lets the user do something, and all end that it begins.
  fileprivate func performs(_ acts: UserAct...) {
    for act in acts {
      perform(act)
      turn()
    }
    rest()
  }

  /// The screens of the visible stacks, if the host shows what it should: `Home Item / Login`.
  fileprivate var shown: String {
    let tree = navigator.tree
    let base = tree.stacks[tree.base(in: navigator.definition).index]
    return ([base] + tree.layers.map { $0.stack })
      .map { $0.map { navigator.request(for: $0)?.screen ?? "?" }.joined(separator: " ") }
      .joined(separator: " / ")
  }
}
