import Diagnostics
public import Navigation
import TestSupport

/// The apps of at most three coordinators, four screens and two gates.
///
/// What is left out adds nothing that a host can see. Every screen can have unsaved work, and a
/// screen that cannot is one whose user never has any. An app with fewer screens, apart from those
/// of coordinators and gates, is one whose user never opens the others. Names and the order of
/// routes mean nothing. A gate of a stack or flow represents that of its first screen alone, and
/// `parents` for the pushes of two links.
public enum SmallApp {
  /// Every valid app of some parts: those whose number, divided by `count`, leaves one of the rests.
  public static func forEach(
    inParts rests: Range<Int>, of count: Int, _ body: (_ number: Int, AppDefinition) -> Void
  ) {
    var choices = EveryChoice()
    var number = 0
    repeat {
      guard let draft = draft(&choices) else { continue }
      if rests.contains(number % count), let app = try? AppDefinition(plugins: [draft]) {
        body(number, app)
      }
      number += 1
    } while choices.advance()
  }

  /// An app that may be invalid; `nil` if it is another one with its routes in another order.
  private static func draft(_ choices: inout some ChoiceSource) -> PluginDraft? {
    var app = PluginDraft("small")
    let containers = choices.below(3)
    let stacks = containers == 1 ? ["s0", "s1"].prefix(1 + choices.below(2)) : ["s0"]
    let flows = ["f0", "f1"].prefix(choices.below(4 - containers - stacks.count))
    let owners = stacks + flows
    let gates = Array(["g0", "g1"].prefix(choices.below(min(2, 4 - owners.count) + 1)))
    addTree(over: Array(stacks), containers: containers, gates, to: &app, &choices)
    for flow in flows { app.flow(flow, start: "/\(flow)", gates: some(of: gates, &choices)) }
    for owner in owners {
      app.route("/\(owner)", screen: owner) { $0.coordinator = Located(owner, at: nil) }
    }
    let isChain = gates.count == 2 && choices.below(2) == 1
    for (index, gate) in gates.enumerated() {
      app.gate(gate, challenge: "/\(gate)") { $0.requires = index == 1 && isChain ? ["g0"] : [] }
      let place = Place(among: Array(owners), [], &choices)
      app.route("/\(gate)", screen: gate) { place.apply(to: &$0) }
    }
    var places: [Place] = []
    for number in 0..<(4 - owners.count - gates.count) {
      let place = Place(among: Array(owners), gates, &choices)
      if let last = places.last, place < last { return nil }
      places.append(place)
      app.route("/r\(number)", screen: "r\(number)") { place.apply(to: &$0) }
    }
    for route in app.routes {
      if let screen = route.screen { app.screen(screen.value) { $0.leave = .confirm } }
    }
    return app
  }

  private static func addTree(
    over stacks: [String], containers: Int, _ gates: [String], to app: inout PluginDraft,
    _ choices: inout some ChoiceSource
  ) {
    for stack in stacks { app.stack(stack, start: "/\(stack)", gates: some(of: gates, &choices)) }
    var children = stacks.map { Located($0, at: nil) }
    for container in 0..<containers {
      if choices.below(2) == 0 {
        app.tabs("c\(container)", children)
      } else {
        app.oneOf("c\(container)", children)
      }
      children = [Located("c\(container)", at: nil)]
    }
  }

  private static func some(
    of names: [String], _ choices: inout some ChoiceSource
  ) -> [Located<String>] {
    names.filter { _ in choices.below(2) == 1 }.map { Located($0, at: nil) }
  }

  /// Where and how a route shows its screen.
  private struct Place: Comparable {
    let presentation: Int
    /// An index; 0 for none.
    let owner: Int
    let gates: [String]
    private let owners: [String]

    init(among owners: [String], _ gates: [String], _ choices: inout some ChoiceSource) {
      self.owners = owners
      presentation = choices.below(Self.presentations.count)
      // With one coordinator, that of the visible screen is the same.
      owner = owners.count == 1 ? 0 : choices.below(owners.count + 1)
      self.gates = gates.filter { _ in choices.below(2) == 1 }
    }

    private static let presentations: [Presentation] = [.push, .root, .replace, .sheet, .cover]

    func apply(to route: inout RouteDraft) {
      route.presentation = Self.presentations[presentation]
      if owner > 0 { route.coordinator = Located(owners[owner - 1], at: nil) }
      route.gates = gates.map { Located($0, at: nil) }
    }

    private var key: [String] { ["\(presentation)", "\(owner)"] + gates }

    static func < (left: Self, right: Self) -> Bool {
      left.key.lexicographicallyPrecedes(right.key)
    }
    static func == (left: Self, right: Self) -> Bool { left.key == right.key }
  }
}
