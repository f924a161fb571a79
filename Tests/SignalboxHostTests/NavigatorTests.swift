import Diagnostics
import Navigation
import SignalboxHost
import TestSupport
import Testing

@MainActor
struct NavigatorTests {
  /// The lines of a log, and a clock that the test sets.
  private final class Device {
    var lines: [String] = []
    var milliseconds: Int64 = 5_000
  }

  private func navigator(_ device: Device, isReady: Bool = true) -> Navigator {
    Navigator(
      SmallWorld.lasting, isReady: isReady, session: "s", clock: { device.milliseconds },
      log: { device.lines.append($0) })
  }

  @Test func `an event changes the state, and its outcome is kept`() {
    let navigator = navigator(Device())
    #expect(navigator.visibleScreen?.screen == "Home")
    #expect(navigator.tap("item") == .moved)
    #expect(navigator.visibleScreen?.screen == "Item")
    #expect(navigator.open("/two") == .deferred(gate: "login"))
    #expect(navigator.last.outcome == .deferred(gate: "login"))
    let before = navigator.state
    #expect(navigator.tap("nothing").name == .refused)
    #expect(navigator.state == before)
    #expect(navigator.satisfy("login", subject: "a") == .moved)
    #expect(navigator.visibleScreen?.screen == "Two")
  }

  @Test func `the log has a line for each event and each screen, as conform reads them`() {
    let device = Device()
    let navigator = navigator(device)
    navigator.tap("item")
    device.milliseconds = 6_000
    navigator.tap("nothing")
    navigator.popToRoot()
    #expect(
      device.lines == [
        #"{"event":"screen","screen":"Home","values":{},"session":"s","time":5000}"#,
        #"{"event":"tap","tap":"item","session":"s","time":5000}"#,
        #"{"event":"screen","screen":"Item","values":{},"session":"s","time":5000}"#,
        #"{"event":"back","session":"s","time":6000}"#,
        #"{"event":"screen","screen":"Home","values":{},"session":"s","time":6000}"#,
      ])
  }

  @Test func `links wait until the app is ready`() {
    let navigator = navigator(Device(), isReady: false)
    #expect(navigator.open("/item") == .queued)
    #expect(navigator.visibleScreen?.screen == "Home")
    #expect(navigator.ready() == .moved)
    #expect(navigator.visibleScreen?.screen == "Item")
  }

  @Test func `a link that waits for a gate expires by the clock`() {
    let device = Device()
    let navigator = navigator(device)
    navigator.open("/two")
    #expect(navigator.state.deferred.count == 1)
    device.milliseconds += 24 * 3_600_000
    navigator.satisfy("login", subject: "a")
    #expect(navigator.visibleScreen?.screen == "Home")
  }

  @Test func `a clock that goes back changes nothing`() {
    let device = Device()
    let navigator = navigator(device)
    device.milliseconds = .min
    #expect(navigator.tap("item") == .moved)
    device.milliseconds = .max
    #expect(navigator.back() == .moved)
  }

  @Test func `a saved session continues with its screens`() throws {
    let device = Device()
    let navigator = navigator(device)
    navigator.satisfy("login", subject: "a")
    navigator.open("/two")
    navigator.select(tab: "one")
    navigator.tap("item")
    let restored = try Navigator(
      restoring: navigator.save(), in: SmallWorld.lasting, clock: { device.milliseconds },
      isStillOpen: { _, _ in true })
    #expect(restored.ready() == .refused(.alreadyReady))
    #expect(restored.state == navigator.state)
    #expect(restored.tree == navigator.tree)
  }

  /// A gate keeps links for ten minutes. The clock can go back, and a save can have any origin.
  @Test(
    arguments: [
      (0, false), (599_999, false), (-1_000_000, false), (600_000, true), (.max - 10_000, true),
    ] as [(Int64, Bool)])
  func `a link that waits expires between save and restore, too`(
    elapsed: Int64, isExpired: Bool
  ) throws {
    let device = Device()
    let navigator = navigator(device)
    navigator.open("/two")
    let saved = navigator.save()
    device.milliseconds += elapsed
    let restored = try Navigator(
      restoring: saved, in: SmallWorld.lasting, clock: { device.milliseconds },
      isStillOpen: { _, _ in true })
    #expect(restored.state.deferred.isEmpty == isExpired)
    restored.satisfy("login", subject: "a")
    #expect(restored.visibleScreen?.screen == (isExpired ? "Home" : "Two"))
  }

  @Test func `the save of an older version, without a time, continues as if no time had passed`()
    throws
  {
    let navigator = navigator(Device())
    navigator.open("/two")
    let restored = try Navigator(
      restoring: Array(navigator.save().dropFirst(9)), in: SmallWorld.lasting,
      isStillOpen: { _, _ in true })
    #expect(restored.state == navigator.state)
  }

  @Test func `the default clock has the date, so that it runs on when the app does not`() {
    let day: Int64 = 86_400_000
    #expect(monotonicMilliseconds() > 20_000 * day)
    #expect(monotonicMilliseconds() <= monotonicMilliseconds())
  }

  @Test(arguments: [Int64.min, .max, 0, -1])
  func `a save with any origin is restored`(origin: Int64) throws {
    let navigator = navigator(Device())
    navigator.tap("item")
    let bytes = withUnsafeBytes(of: origin.littleEndian, Array.init)
    let saved = [0] + bytes + navigator.save().dropFirst(9)
    let restored = try Navigator(
      restoring: saved, in: SmallWorld.lasting, isStillOpen: { _, _ in true })
    #expect(restored.visibleScreen?.screen == "Item")
  }

  @Test func `a gate that is no longer open is closed before anything is shown`() throws {
    let navigator = navigator(Device())
    navigator.satisfy("login", subject: "a")
    navigator.open("/two")
    #expect(navigator.visibleScreen?.screen == "Two")
    var asked: [String?] = []
    let restored = try Navigator(restoring: navigator.save(), in: SmallWorld.lasting) {
      asked += [$0, $1]
      return false
    }
    #expect(asked == ["login", "a"])
    #expect(restored.visibleScreen?.screen == "Home")
    #expect(restored.state.openGates.isEmpty)
    #expect(restored.state.violations(in: SmallWorld.lasting).isEmpty)
  }

  @Test func `a gate lapses in the background, and its screen leaves before the app returns`() {
    let device = Device()
    let navigator = Navigator(
      SmallWorld.definition, clock: { device.milliseconds }, log: { device.lines.append($0) })
    let host = Witness()
    navigator.host = host
    navigator.satisfy("login", subject: "a")
    navigator.open("/two")
    navigator.enterBackground()
    device.milliseconds += 600_000
    navigator.enterForeground()
    #expect(navigator.visibleScreen?.screen == "Login")
    #expect(
      host.words.suffix(7)
        == ["background", "gateClosed", "prune", "select", "defer", "present", "foreground"])
    navigator.satisfy("login", subject: "a")
    #expect(navigator.visibleScreen?.screen == "Two")
    // The times of the lines say that the gate has closed.
    #expect(
      device.lines.suffix(5) == [
        #"{"event":"background","time":5000}"#,
        #"{"event":"screen","screen":"Login","values":{},"time":605000}"#,
        #"{"event":"foreground","time":605000}"#,
        #"{"event":"login","subject":"a","time":605000}"#,
        #"{"event":"screen","screen":"Two","values":{},"time":605000}"#,
      ])
  }

  /// The gate has lapsed before the save, lapses until then, or would be open for longer.
  @Test(arguments: [(0, 600_000), (600_000, 0), (0, 0), (nil, 0)] as [(Int64?, Int64)])
  func `a gate that lapses has done so in a restored session, and keeps the place`(
    after: Int64?, before: Int64
  ) throws {
    let device = Device()
    let navigator = Navigator(SmallWorld.definition, clock: { device.milliseconds })
    navigator.satisfy("login", subject: "a")
    navigator.open("/two")
    if after != nil { navigator.enterBackground() }
    device.milliseconds += before
    navigator.updateClock()
    let saved = navigator.save()
    device.milliseconds += after ?? 0
    let restored = try Navigator(
      restoring: saved, in: SmallWorld.definition, clock: { device.milliseconds },
      isStillOpen: { _, _ in true })
    #expect(restored.state.openGates.isEmpty)
    #expect(!restored.state.isInBackground)
    #expect(restored.visibleScreen?.screen == "Login")
    restored.satisfy("login", subject: "a")
    #expect(restored.visibleScreen?.screen == "Two")
  }

  @Test func `a place is lost if a gate that it requires is no longer open`() throws {
    var app = PluginDraft("app")
    app.gate("login", challenge: "/login")
    app.gate("lock", challenge: "/unlock") {
      $0.lapses = Gate.Lapses(backgroundMilliseconds: 20_000, keepsPlace: true)
    }
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/login", screen: "Login") { $0.presentation = .sheet }
    app.route("/unlock", screen: "Unlock") { $0.presentation = .cover }
    app.route("/secret", screen: "Secret") { $0.gates = ["login", "lock"] }
    let definition = AppDefinition.valid(app)
    let navigator = Navigator(definition)
    for gate in ["login", "lock"] { navigator.satisfy(gate, subject: "a") }
    navigator.open("/secret")
    let restored = try Navigator(
      restoring: navigator.save(), in: definition, isStillOpen: { _, _ in false })
    #expect(restored.visibleScreen?.screen == "Home")
    for gate in ["login", "lock"] { restored.satisfy(gate, subject: "b") }
    #expect(restored.visibleScreen?.screen == "Home")
  }

  @Test func `bytes that are no saved session are an error`() {
    for bytes in [[], [0], [1, 2, 3], [UInt8](repeating: 0, count: 20)] {
      let error = #expect(throws: Diagnostic.self) {
        try Navigator(restoring: bytes, in: SmallWorld.lasting, isStillOpen: { _, _ in true })
      }
      #expect(error?.advice == "Begin with a new session, by 'Navigator(_:)'.")
    }
  }

  @Test func `a request has the values of its screen, and each opening its own id`() throws {
    var app = PluginDraft("app")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/items/:id", screen: "Item") { $0.repeatPolicy = .push }
    app.screen("Home") { $0.taps = [] }
    let navigator = Navigator(.valid(app))
    navigator.open("/items/7?from=mail", from: .inside)
    let first = try #require(navigator.visibleScreen)
    #expect(first.screen == "Item")
    #expect(first["id"] == "7")
    #expect(first["none"] == nil)
    #expect(first.query.map(\.name) == ["from"])
    navigator.open("/items/7?from=mail", from: .inside)
    let second = try #require(navigator.visibleScreen)
    #expect(second.id != first.id)
    #expect(second != first)
    #expect(navigator.tree.stacks[0].count == 3)
    navigator.back()
    #expect(navigator.request(for: second.id) == nil)
    #expect(navigator.request(for: first.id) == first)
  }
}

/// Keeps the words of the transitions that a host receives.
@MainActor
private final class Witness: NavigatorHost {
  var words: [String] = []

  func navigator(_ navigator: Navigator, didMove transitions: [Transition]) {
    words += transitions.map { $0.word }
  }
}
