import Diagnostics
import Navigation
import Testing
import TestSupport

/// An app with a lock that closes in the background, and a login that is open for a limited time.
enum LapsingApp {
  static func definition(keepsPlace: Bool) -> AppDefinition {
    var app = PluginDraft("bank")
    app.gate("lock", challenge: "/unlock") {
      $0.lapses = Gate.Lapses(backgroundMilliseconds: 20_000, keepsPlace: keepsPlace)
    }
    app.gate("login", challenge: "/login") {
      $0.lapses = Gate.Lapses(afterMilliseconds: 60_000, keepsPlace: keepsPlace)
    }
    app.gate("pin", challenge: "/pin") { $0.requires = ["lock"] }
    app.tabs("main", ["news", "wallet"])
    app.stack("news", start: "/")
    app.stack("wallet", start: "/wallet", gates: ["lock"])
    app.flow("pay", start: "/pay")
    app.route("/", screen: "News")
    app.route("/wallet", screen: "Wallet")
    app.route("/account/:id", screen: "Account") { $0.coordinator = "wallet" }
    app.route("/keys", screen: "Keys") {
      $0.coordinator = "wallet"
      $0.gates = ["pin"]
    }
    app.route("/profile", screen: "Profile") { $0.gates = ["login"] }
    app.route("/edit", screen: "Edit") { $0.coordinator = "news" }
    app.route("/send", screen: "Send") {
      $0.presentation = .sheet
      $0.gates = ["lock"]
    }
    app.route("/pay", screen: "Pay") {
      $0.coordinator = "pay"
      $0.gates = ["lock"]
    }
    app.route("/unlock", screen: "Unlock") { $0.presentation = .cover }
    app.route("/login", screen: "Login")
    app.route("/pin", screen: "Pin")
    app.screen("Wallet") { $0.taps = [("account", "/account/1")] }
    app.screen("Account") {
      $0.leave = .confirm
      $0.taps = [("send", "/send"), ("pay", "/pay"), ("keys", "/keys")]
    }
    app.screen("Edit") { $0.leave = .confirm }
    return .valid(app)
  }

  static let keeping = definition(keepsPlace: true)
  static let forgetting = definition(keepsPlace: false)
}

struct LapseTests {
  private static let account = "satisfy lock; tab wallet; tap account; "

  static let keeping = [
    BehaviourRow("background", "moved", "news: News", "background"),
    BehaviourRow("background; background", "duplicated", "news: News", ""),
    BehaviourRow("foreground", "duplicated", "news: News", ""),
    BehaviourRow("background; foreground", "moved", "news: News", "foreground"),
    // In the background, only time, gates and links are accepted.
    BehaviourRow("background; back", "refused(in-background)", "news: News"),
    BehaviourRow("background; tab wallet", "refused(in-background)", "news: News"),
    BehaviourRow("background; dirty on", "refused(in-background)", "news: News"),
    BehaviourRow("background; satisfy lock", "refused(in-background)", "news: News"),
    BehaviourRow("background; satisfy login", "moved", "news: News", "gateOpened"),
    BehaviourRow("background; open /edit", "moved", "news: News > Edit", "foreground push"),
    BehaviourRow("background; open /edit; back", "moved", "news: News"),
    BehaviourRow("background; open /", "moved", "news: News", "foreground"),
    BehaviourRow("background; open /no", "refused(not-found)", "news: News", ""),
    BehaviourRow("background; open /no; back", "refused(in-background)", "news: News"),
    // The time in the background begins anew each time.
    BehaviourRow(
      account + "background; wait 19999ms", "moved", "wallet: Wallet > Account(id=1)", ""),
    BehaviourRow(
      account + "background; wait 19s; foreground; background; wait 19s", "moved",
      "wallet: Wallet > Account(id=1)", ""),
    BehaviourRow(account + "wait 1d", "moved", "wallet: Wallet > Account(id=1)", ""),
    BehaviourRow(
      account + "background; wait 20s", "moved", "news: Unlock",
      "gateClosed prune prune select defer present"),
    BehaviourRow(
      account + "background; wait 20s; foreground; satisfy lock", "moved",
      "wallet: Wallet > Account(id=1)", "gateOpened dismiss resume select setRoot push"),
    BehaviourRow(
      account + "background; wait 20s; open /; satisfy lock", "moved", "news: News", "gateOpened"),
    BehaviourRow(
      account + "background; wait 1d; foreground; cancel; satisfy lock", "moved", "news: News"),
    BehaviourRow(
      account + "tap send; background; wait 20s; foreground; satisfy lock; back", "moved",
      "wallet: Wallet > Account(id=1)", "dismiss"),
    BehaviourRow(
      account + "tap pay; background; wait 20s; foreground; satisfy lock; finish ok", "moved",
      "wallet: Wallet > Account(id=1)", "finish"),
    // A gate that required it is closed, too, and not asked for on return.
    BehaviourRow(
      account + "satisfy pin; tap keys; background; wait 20s; foreground; satisfy lock", "moved",
      "wallet: Wallet > Account(id=1)"),
    // A gate that screens of the place require closes: it is not shown again.
    BehaviourRow(
      "login a; open /profile; satisfy lock; tab wallet; background; wait 20s; foreground; "
        + "revoke login", "moved", "news: Unlock", "drop gateClosed prune"),
    // A link that waits at the challenge replaces the place.
    BehaviourRow(
      account + "background; wait 20s; open /account/2; satisfy lock", "moved",
      "wallet: Wallet > Account(id=2)"),
    // The place belongs to the user who was there.
    BehaviourRow(
      "satisfy lock a; tab wallet; background; wait 20s; foreground; satisfy lock b", "moved",
      "news: News", "gateOpened dismiss drop"),
    BehaviourRow(
      "satisfy lock a; tab wallet; background; wait 20s; foreground; satisfy lock a", "moved",
      "wallet: Wallet"),
    BehaviourRow(
      account + "background; wait 20s; foreground; revoke lock; satisfy lock", "moved",
      "news: News", "gateOpened dismiss"),
    // If the visible screen stays, nothing is asked.
    BehaviourRow(
      account + "tab news; background; wait 20s; foreground", "moved", "news: News", "foreground"),
    BehaviourRow(
      account + "tab news; background; wait 20s; tab wallet", "refused(in-background)",
      "news: News"),
    // A limited time counts from the last login.
    BehaviourRow("login a; open /profile; wait 59999ms", "moved", "news: News > Profile", ""),
    BehaviourRow(
      "login a; open /profile; wait 60s", "moved", "news: News > Login",
      "gateClosed prune defer push"),
    BehaviourRow(
      "login a; open /profile; wait 60s; login a", "moved", "news: News > Profile",
      "gateOpened pop resume push"),
    BehaviourRow(
      "login a; open /profile; wait 30s; login a", "moved", "news: News > Profile", "gateOpened"),
    BehaviourRow(
      "login a; open /profile; wait 30s; login; wait 59s", "moved", "news: News > Profile", ""),
    BehaviourRow("login a; login a", "duplicated", "news: News", ""),
    // What is due happens in the order of its time.
    BehaviourRow(
      "login a; satisfy lock; open /profile; background; wait 1d", "moved",
      "news: News > Login", "gateClosed gateClosed prune defer push"),
    BehaviourRow(
      "login a; satisfy lock; open /profile; wait 50s; background; wait 1d", "moved",
      "news: News > Login", "gateClosed prune defer push gateClosed"),
    // Unsaved work stays, or is not lost for the place.
    BehaviourRow(
      "open /edit; dirty on; " + account + "background; wait 20s; foreground; satisfy lock; "
        + "tab news; back", "blocked(Edit)", "news: News > Edit"),
    BehaviourRow(
      "login a; satisfy lock; tab wallet; tab news; open /profile inside; wait 60s; tab wallet; "
        + "tap account; dirty on; login a", "moved", "wallet: Wallet > Account(id=1)",
      "gateOpened pop resume drop"),
  ]

  static let forgetting = [
    BehaviourRow(
      account + "background; wait 20s", "moved", "news: Unlock",
      "gateClosed prune prune select present"),
    BehaviourRow(
      account + "background; wait 20s; foreground; satisfy lock", "moved", "news: News",
      "gateOpened dismiss"),
  ]

  @Test(arguments: keeping) func `gates lapse, and the user returns`(row: BehaviourRow) throws {
    try row.check(in: LapsingApp.keeping)
  }

  @Test(arguments: forgetting)
  func `without 'keep', a gate that opens again leads to the start`(row: BehaviourRow) throws {
    try row.check(in: LapsingApp.forgetting)
  }

  @Test(arguments: seeds(200)) func `time passes at once as in steps`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    var state = NavigationState(of: definition)
    for _ in 0..<60 {
      _ = state.apply(RandomApp.event(&random, in: definition), in: definition)
      var (whole, parts) = (state, state)
      let now = state.nowMilliseconds
      let applied = whole.apply(.tick(milliseconds: now + 700_000), in: definition)
      var transitions: [Transition] = []
      for time in stride(from: now + 10_000, through: now + 700_000, by: 10_000) {
        transitions += parts.apply(.tick(milliseconds: time), in: definition).transitions
      }
      #expect(whole == parts)
      #expect(applied.transitions == transitions)
      #expect(whole.violations(in: definition).isEmpty)
    }
  }

  // Goal: gates are open exactly as long as they may be. Method: a model that knows only when each
  // gate was opened and when the app left the foreground.
  @Test(arguments: seeds(200)) func `gates are open as a model of their times says`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let definition = RandomApp.definition(&random)
    guard definition.accountGates.isEmpty, !definition.gates.isEmpty else { return }
    var state = NavigationState(of: definition)
    var model = GateTimes(definition)
    for _ in 0..<200 {
      let gate = random.pick(definition.gates).name
      let event: Event =
        switch random.below(8) {
        case 0, 1: .satisfy(gate: gate, subject: nil)
        case 2: .revoke(gate: gate)
        case 3: .background
        case 4: .foreground
        case 5: .tick(milliseconds: state.nowMilliseconds + Int64(random.below(25_000)))
        case 6: .tick(milliseconds: state.nowMilliseconds + Int64(random.below(400_000)))
        default: .open(random.pick(["/s0", "/r0/1", "/nowhere"]), from: .outside)
        }
      let outcome = state.apply(event, in: definition).outcome
      model.apply(event, outcome)
      #expect(state.openGates.members.map { $0.index } == model.open.keys.sorted(), "\(event)")
    }
  }
}

/// When gates were opened, by index.
private struct GateTimes {
  let definition: AppDefinition
  var open: [Int: Int64] = [:]
  var now: Int64 = 0
  var left: Int64?

  init(_ definition: AppDefinition) { self.definition = definition }

  mutating func apply(_ event: Event, _ outcome: Outcome) {
    switch event {
    case .satisfy(let name, _):
      let gate = index(of: name)
      let lapses = definition.gates[gate].lapses
      guard definition.gates[gate].requires.members.allSatisfy({ open[$0.index] != nil }),
        left == nil || lapses?.backgroundMilliseconds == nil
      else { return }
      open[gate] = now
    case .revoke(let name): close(index(of: name))
    case .background: left = left ?? now
    case .foreground: left = nil
    case .open: if ![.refused, .outside].contains(outcome.name) { left = nil }
    case .tick(let time):
      while let next = due.min(by: { ($0.time, $0.gate) < ($1.time, $1.gate) }), next.time <= time {
        close(next.gate)
      }
      now = time
    default: break
    }
  }

  private var due: [(time: Int64, gate: Int)] {
    open.flatMap { gate, opened -> [(time: Int64, gate: Int)] in
      let lapses = definition.gates[gate].lapses
      let times = [
        lapses?.afterMilliseconds.map { opened + $0 },
        lapses?.backgroundMilliseconds.flatMap { duration in left.map { $0 + duration } },
      ]
      return times.compactMap { $0.map { (time: $0, gate: gate) } }
    }
  }

  private mutating func close(_ gate: Int) {
    for other in definition.gates.indices
    where other == gate
      || definition.gates[other].requires.members.contains(where: { $0.index == gate })
    {
      open[other] = nil
    }
  }

  private func index(of name: String) -> Int {
    definition.gates.firstIndex { sameBytes($0.name, name) } ?? 0
  }
}
