public import Diagnostics
public import Navigation

/// Random definitions and events.
public enum RandomApp {
  /// Draws drafts until one is valid; `DefinitionErrorTests` cover why others are refused.
  public static func definition(_ random: inout SplitMix64) -> AppDefinition {
    while true {
      if let definition = try? AppDefinition(plugins: [draft(&random)]) { return definition }
    }
  }

  /// A random event; most of its links open something.
  public static func event(_ random: inout SplitMix64, in definition: AppDefinition) -> Event {
    let pattern = definition.routes.randomElement(using: &random)?.pattern ?? "/"
    let link = pattern.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(":") ? "\(random.next() % 3)" : $0 }.joined(separator: "/")
    let source =
      Bool.random(using: &random) ? .inside : sources.randomElement(using: &random) ?? .outside
    let gate = definition.gates.randomElement(using: &random)?.name ?? "none"
    switch random.next() % 23 {
    case 0..<6: return .open(link, from: source)
    case 6: return .back
    case 7: return .dismiss
    case 8, 9:
      return .select(tab: definition.coordinators.randomElement(using: &random)?.name ?? "")
    case 10: return .popTo(.count(Int(random.next() % 4)))
    case 11: return .root
    case 12: return .finish(result: "r")
    case 13, 14: return .satisfy(gate: gate, subject: ["a", "1", nil][Int(random.next() % 3)])
    case 15: return .revoke(gate: gate)
    case 16: return .dirty(Bool.random(using: &random))
    case 17: return random.chance(60) ? .confirm : .accept
    case 18: return random.chance(60) ? .cancel : .decline
    case 19: return .background
    case 20, 21: return .foreground
    default:
      return random.next() % 4 == 0 ? .ready : .tick(milliseconds: Int64(random.next() % 900_000))
    }
  }

  /// Links from the app's sources, and of signatures that its sources do not expect.
  private static let sources = [
    LinkSource.outside, .outside, LinkSource("outside", signature: .valid),
    LinkSource("outside", signature: .invalid), LinkSource("web"), LinkSource("own"),
    LinkSource("own", signature: .valid), LinkSource("web", signature: .invalid),
  ]

  /// A draft that may be invalid.
  public static func draft(_ random: inout SplitMix64) -> PluginDraft {
    var app = PluginDraft("random")
    let gates = (0..<random.below(5)).map { "g\($0)" }
    let stacks = (0...random.below(6)).map { "s\($0)" }
    let hasSources = Bool.random(using: &random)
    if hasSources { addSources(to: &app, &random) }
    addGates(gates, to: &app, &random)
    addTree(over: stacks, gates, to: &app, &random)
    for stack in stacks {
      app.route("/\(stack)", screen: "Start\(stack)") {
        $0.coordinator = Located(stack, at: nil)
        $0.gates = stack == "s0" ? [] : some(of: gates, &random, oneIn: 3)
        $0.presentation = startPresentation(&random)
      }
    }
    app.flow("flow", start: "/flow")
    app.route("/flow", screen: "FlowStart") {
      $0.coordinator = "flow"
      $0.presentation = startPresentation(&random)
    }
    var accounts: [(gate: Located<String>, value: Located<String>)] = []
    for number in 0..<6 {
      let below = accounts
      accounts = random.chance(15) ? some(of: gates, &random, oneIn: 3).map { ($0, ":id") } : []
      app.route("/r\(number)/:id", screen: "R\(number)") {
        $0.coordinator =
          [nil, "flow"].randomElement(using: &random)
          ?? stacks.randomElement(using: &random).map { Located($0, at: nil) }
        $0.presentation =
          [.push, .push, .root, .replace, .sheet, .cover].randomElement(using: &random) ?? .push
        $0.repeatPolicy = RepeatPolicy.allCases.randomElement(using: &random) ?? .reuse
        $0.gates = some(of: gates, &random, oneIn: 3)
        if random.chance(20) { $0.bases = [] }
        if number > 0, Bool.random(using: &random) {
          $0.parents = [Located("/r\(number - 1)/:id", at: nil)]
          accounts = below
        } else if random.chance(20) {
          $0.guests = gates.randomElement(using: &random).map { Located($0, at: nil) }
          $0.otherwise = Bool.random(using: &random) || $0.guests == nil ? nil : "/s0"
        }
        $0.accounts = accounts
        if hasSources { admit(to: &$0, &random) }
      }
      app.screen("R\(number)") {
        $0.leave = Bool.random(using: &random) ? .confirm : .free
        $0.taps = taps(on: stacks, gates, &random)
      }
    }
    for gate in gates { app.screen("Challenge\(gate)") { $0.taps = [("away", "/r0/3")] } }
    app.screen("FlowStart") { $0.taps = [("pay", "/r1/1"), ("done", "finish paid")] }
    return app
  }

  /// Seldom, since a parent must open what its route opens.
  private static func admit(to route: inout RouteDraft, _ random: inout SplitMix64) {
    if random.chance(20) {
      route.sources = ["inside"] + some(of: ["outside", "web", "own"], &random, oneIn: 2)
      if route.guests == nil, Bool.random(using: &random) { route.otherwise = "/s0" }
    }
    if random.chance(15) { route.consent = Bool.random(using: &random) ? "/ask" : "none" }
  }

  private static func addSources(to app: inout PluginDraft, _ random: inout SplitMix64) {
    let consents: [String?] = [nil, nil, "/ask", "/ask?link=:link"]
    app.source("web", consent: consents.randomElement(using: &random) ?? nil)
    app.source("own", .signed(items: nil))
    app.route("/ask", screen: "Ask") {
      $0.presentation = Bool.random(using: &random) ? .sheet : .cover
      $0.query = [("link", .string, true)]
    }
    app.screen("Ask") { $0.taps = [("yes", "accept"), ("no", "decline"), ("away", "/r0/3")] }
    if Bool.random(using: &random) { app.source("forged", .invalid) }
  }

  /// Taps of a screen of which each value has an id.
  private static func taps(
    on stacks: [String], _ gates: [String], _ random: inout SplitMix64
  ) -> [(name: Located<String>, target: Located<String>)] {
    let links = ["/r\(random.below(6))/:id", "/r\(random.below(6))/7", "/flow", "dismiss"]
    let targets = links + stacks.map { "/\($0)" } + gates.map { "/c/\($0)" }
    return (0..<random.below(4)).map {
      let target = targets.randomElement(using: &random) ?? "back"
      return (Located("t\($0)", at: nil), Located(target, at: nil))
    }
  }

  /// Occasionally a presentation that a start cannot have.
  private static func startPresentation(_ random: inout SplitMix64) -> Presentation {
    random.chance(96)
      ? [.push, .push, .root, .replace].randomElement(using: &random) ?? .push
      : [.sheet, .cover].randomElement(using: &random) ?? .sheet
  }

  /// Challenges can belong to `s1`, which some apps lack; their drafts are drawn again.
  private static func addGates(
    _ gates: [String], to app: inout PluginDraft, _ random: inout SplitMix64
  ) {
    let lapse = random.chance(40)
    for (index, gate) in gates.enumerated() {
      app.gate(gate, challenge: "/c/\(gate)") {
        $0.requires = some(of: Array(gates.prefix(index)), &random, oneIn: 2)
        if lapse, random.chance(60) { $0.lapses = lapses(&random) }
      }
      app.route("/c/\(gate)", screen: "Challenge\(gate)") {
        $0.presentation =
          [.push, .root, .replace, .sheet, .sheet, .cover].randomElement(using: &random) ?? .sheet
        $0.coordinator =
          [nil, nil, "flow", "s0", "s1"].randomElement(using: &random) ?? nil
      }
      // The same screen by another route is the challenge too.
      app.route("/also/\(gate)", screen: "Challenge\(gate)") {
        $0.name = Located("also\(gate)", at: nil)
        $0.presentation = [.push, .sheet].randomElement(using: &random) ?? .push
      }
    }
  }

  private static func lapses(_ random: inout SplitMix64) -> Gate.Lapses {
    let background: Int64? = random.chance(75) ? 20_000 : nil
    return Gate.Lapses(
      backgroundMilliseconds: background,
      afterMilliseconds: background == nil || random.chance(30) ? 300_000 : nil,
      keepsPlace: random.chance(70))
  }

  /// Random tabs and switches over the stacks, nested as deep as the stacks allow; an ungated child
  /// comes last, so that most of these apps are valid.
  private static func addTree(
    over stacks: [String], _ gates: [String], to app: inout PluginDraft, _ random: inout SplitMix64
  ) {
    for stack in stacks {
      let demanded = stack == "s0" ? [] : some(of: gates, &random, oneIn: 4)
      app.stack(stack, start: "/\(stack)", gates: demanded)
    }
    var loose = Array(stacks.dropFirst())
    while loose.count > 1 {
      loose.shuffle(using: &random)
      let children = Array(loose.prefix(2 + random.below(2)))
      loose.removeFirst(children.count)
      loose.append(addParent(of: children, some(of: gates, &random, oneIn: 6), to: &app, &random))
    }
    guard let tree = loose.first else { return }
    _ = addParent(of: random.chance(30) ? ["s0", tree] : [tree, "s0"], [], to: &app, &random)
  }

  private static func addParent(
    of children: [String], _ gates: [Located<String>], to app: inout PluginDraft,
    _ random: inout SplitMix64
  ) -> String {
    let name = "over\(app.coordinators.count)"
    let children = children.map { Located($0, at: nil) }
    if random.chance(40) {
      app.tabs(
        name, children, gates: gates, back: BackPolicy.allCases.randomElement(using: &random))
    } else {
      app.oneOf(name, children, gates: gates)
    }
    return name
  }

  private static func some(
    of names: [String], _ random: inout SplitMix64, oneIn odds: UInt64
  ) -> [Located<String>] {
    names.filter { _ in random.next() % odds == 0 }.map { Located($0, at: nil) }
  }
}
