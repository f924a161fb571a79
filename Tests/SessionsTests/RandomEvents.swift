import Diagnostics
import Links
import Navigation
import TestSupport

/// A small app that uses every part of a state, and random events for it.
enum RandomEvents {
  static let definition = make()
  /// The same with a gate that lapses.
  static let lapsing = make { app in
    app.gates[0].lapses = Gate.Lapses(
      backgroundMilliseconds: 200_000, afterMilliseconds: 2_000_000, keepsPlace: true)
  }

  static func make(_ change: (inout PluginDraft) -> Void = { _ in }) -> AppDefinition {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.gate("premium", challenge: "/pay") { $0.requires = ["login"] }
    app.tabs("main", ["home", "library"])
    app.stack("home", start: "/")
    app.stack("library", start: "/library", gates: ["login"])
    app.flow("checkout", start: "/checkout")
    app.route("/", screen: "Home")
    app.route("/items/:id", screen: "Item") { $0.coordinator = "home" }
    app.route("/extras", screen: "Extras") {
      $0.coordinator = "home"
      $0.gates = ["premium"]
    }
    app.route("/library", screen: "Library") { $0.coordinator = "library" }
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/pay", screen: "Pay") { $0.presentation = .cover }
    app.route("/checkout", screen: "Cart") { $0.coordinator = "checkout" }
    app.screen("Item") {
      $0.leave = .confirm
      $0.taps = [("next", "/items/2"), ("buy", "/checkout")]
    }
    change(&app)
    return .valid(app)
  }

  static func event(_ generator: inout SplitMix64, nowMilliseconds: Int64) -> Event {
    let names = ["alice", "bob smith", "", "\u{1B}\"\\é"]
    let links = ["/", "/items/1", "/items/a%20b", "/extras", "/library", "/checkout", "/nowhere"]
    switch generator.below(18) {
    case 0...3: return .open(generator.pick(links), from: .outside)
    case 4: return .open(generator.pick(links), from: .inside)
    case 5: return .tap(generator.pick(["next", "buy", "none"]))
    case 6: return .back
    case 7: return .dismiss
    case 8: return .select(tab: generator.pick(["home", "library"]))
    case 9: return .satisfy(gate: "login", subject: generator.pick(names))
    case 10: return .satisfy(gate: "premium", subject: nil)
    case 11: return .revoke(gate: generator.pick(["login", "premium"]))
    case 12: return .dirty(Bool.random(using: &generator))
    case 13: return generator.pick([.confirm, .cancel, .ready])
    case 14: return .finish(result: generator.pick(names))
    case 15: return .background
    case 16: return .foreground
    default:
      return .tick(milliseconds: nowMilliseconds + Int64.random(in: 0...400_000, using: &generator))
    }
  }
}
