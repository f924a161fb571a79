import Navigation
import Testing

/// Commands, the outcome of the last one, the visible stack, and the last one's transitions.
struct BehaviourRow: Sendable, CustomTestStringConvertible {
  let commands: String
  let outcome: String
  let stack: String
  let transitions: String?
  let location: SourceLocation

  init(
    _ commands: String, _ outcome: String, _ stack: String, _ transitions: String? = nil,
    location: SourceLocation = #_sourceLocation
  ) {
    self.commands = commands
    self.outcome = outcome
    self.stack = stack
    self.transitions = transitions
    self.location = location
  }

  var testDescription: String { commands }

  func check(in definition: AppDefinition, isReady: Bool = true) throws {
    var walk = Walk(definition, isReady: isReady)
    for command in commands.split(separator: ";") {
      try walk.run(String(command), sourceLocation: location)
    }
    #expect(walk.outcome == outcome, sourceLocation: location)
    #expect(walk.stack == stack, sourceLocation: location)
    if let transitions { #expect(walk.transitions == transitions, sourceLocation: location) }
  }
}

struct BehaviourTests {
  static let links = [
    BehaviourRow("open /", "duplicated", "home: Home", ""),
    BehaviourRow("open /films/42", "moved", "home: Home > Films > Film(id=42)", "push push"),
    BehaviourRow(
      "open /films/42; open /films/42", "duplicated", "home: Home > Films > Film(id=42)"),
    BehaviourRow(
      "open /films/1; open /films/2", "moved", "home: Home > Films > Film(id=2)", "pop push"),
    BehaviourRow("open /films/1; open /films", "moved", "home: Home > Films", "pop"),
    BehaviourRow(
      "open /old/3", "moved", "home: Home > Films > Film(id=3)", "redirect redirect push push"),
    BehaviourRow("open /settings", "moved", "settings: Settings", "select setRoot"),
    BehaviourRow("open /settings; open /films", "moved", "home: Home > Films", "select push"),
    BehaviourRow("open /info", "moved", "home: Info", "present"),
    BehaviourRow("open /settings; open /info", "moved", "settings: Info", "present"),
    BehaviourRow("open /note", "moved", "settings: Note", "select setRoot present"),
    BehaviourRow("open /info; open /films", "moved", "home: Home > Films", "dismiss push"),
    BehaviourRow("open /info; open /player", "moved", "home: Player", "dismiss present"),
    BehaviourRow("open /player; open /player", "duplicated", "home: Player"),
    BehaviourRow("open /films/1; open /welcome", "moved", "home: Welcome", "setRoot"),
    BehaviourRow("open /swap", "moved", "home: Home > Swap", "push"),
    BehaviourRow("open /checkout/pay", "moved", "checkout: Cart > Pay", "start"),
    BehaviourRow("open /terms", "outside", "home: Home", ""),
    BehaviourRow("open /nowhere", "refused(not-found)", "home: Home"),
    BehaviourRow("open nowhere:x", "refused(foreign)", "home: Home"),
    BehaviourRow("open /a\\b", "refused(malformed)", "home: Home"),
    BehaviourRow("open /forgot", "moved", "home: Home > Forgot", "push"),
  ]

  static let taps = [
    BehaviourRow(
      "open /films/4; tap cast", "moved", "home: Home > Films > Film(id=4) > Cast(id=4)", "push"),
    BehaviourRow("open /films/4; tap close", "moved", "home: Home > Films", "pop"),
    BehaviourRow("open /films/4; tap same", "duplicated", "home: Home > Films > Film(id=4)", ""),
    BehaviourRow(
      "open /films/4; tap cast; tap again", "moved",
      "home: Home > Films > Film(id=4) > Cast(id=4) > Cast(id=4)", "push"),
    BehaviourRow(
      "open /films/4; tap trail; tap next; tap trail", "moved",
      "home: Home > Films > Film(id=4) > Trail(id=1)", "pop"),
    BehaviourRow(
      "open /films/4; tap trail; tap trail", "duplicated",
      "home: Home > Films > Film(id=4) > Trail(id=1)", ""),
    BehaviourRow("open /films/4; tap swap", "moved", "home: Home > Films > Swap", "replace"),
    BehaviourRow("open /films/4; tap welcome", "moved", "home: Welcome", "setRoot"),
    BehaviourRow("open /films/4; tap info; tap more", "moved", "home: Info > Forgot", "push"),
    BehaviourRow("open /films/4; tap info; tap film", "moved", "home: Info > Film(id=7)", "push"),
    BehaviourRow("open /films/4; tap note", "moved", "settings: Note", "present"),
    // A route of another coordinator rebuilds its stack, as from outside.
    BehaviourRow("open /films/4; open /edit inside", "moved", "settings: Settings > Edit"),
    BehaviourRow(
      "open /settings; open /forgot inside; tab home; open /edit inside", "moved",
      "settings: Settings > Edit", "select pop push"),
    BehaviourRow(
      "open /info; open /edit inside", "moved", "settings: Settings > Edit",
      "dismiss select setRoot push"),
    // A sheet or cover belongs to the coordinator below it.
    BehaviourRow("open /player; open /swap inside", "moved", "home: Swap", "replace"),
    BehaviourRow("open /player; open /films inside", "moved", "home: Player > Films", "push"),
    // From outside, 'repeat' does not apply.
    BehaviourRow(
      "open /films/4/cast; open /films/4/cast", "duplicated",
      "home: Home > Films > Film(id=4) > Cast(id=4)", ""),
    BehaviourRow(
      "open /trail/1; open /films/4 inside; open /trail/1", "moved", "home: Home > Trail(id=1)",
      "pop"),
    // A running flow is continued.
    BehaviourRow(
      "open /checkout inside; open /note inside; open /checkout/pay inside", "moved",
      "checkout: Cart > Pay", "dismiss push"),
    BehaviourRow(
      "open /films/4; tap unknown", "refused(unknown-tap)", "home: Home > Films > Film(id=4)"),
    BehaviourRow(
      "open /films/4; tap nowhere", "refused(not-found)", "home: Home > Films > Film(id=4)"),
    BehaviourRow("open /films/4; tap terms", "outside", "home: Home > Films > Film(id=4)", ""),
    BehaviourRow("tap x", "refused(unknown-tap)", "home: Home"),
  ]

  static let moves = [
    BehaviourRow("back", "refused(nothing-to-pop)", "home: Home"),
    BehaviourRow("open /films/4; back; back", "moved", "home: Home", "pop"),
    BehaviourRow("open /info; back", "moved", "home: Home", "dismiss"),
    BehaviourRow("tab settings", "moved", "settings: Settings", "select setRoot"),
    BehaviourRow("tab settings; back", "moved", "home: Home", "select"),
    BehaviourRow("tab settings; tab home; tab settings", "moved", "settings: Settings", "select"),
    BehaviourRow("tab home", "duplicated", "home: Home", ""),
    BehaviourRow("open /films/4; tab home", "moved", "home: Home", "pop"),
    BehaviourRow("tab nowhere", "refused(unknown-tab)", "home: Home"),
    BehaviourRow("tab main", "refused(unknown-tab)", "home: Home"),
    BehaviourRow("open /info; tab settings", "refused(covered)", "home: Info"),
    BehaviourRow("dismiss", "refused(nothing-to-dismiss)", "home: Home"),
    BehaviourRow(
      "open /films/4; tap info; tap more; dismiss", "moved",
      "home: Home > Films > Film(id=4)", "dismiss"),
    BehaviourRow("root", "duplicated", "home: Home", ""),
    BehaviourRow("open /films/4; root", "moved", "home: Home", "pop"),
    BehaviourRow("open /films/4; pop 2", "moved", "home: Home", "pop"),
    BehaviourRow(
      "open /films/4; pop 3", "refused(nothing-to-pop)", "home: Home > Films > Film(id=4)"),
    BehaviourRow(
      "open /films/4; pop 0", "refused(nothing-to-pop)", "home: Home > Films > Film(id=4)"),
    BehaviourRow(
      "open /films/4; pop -1", "refused(nothing-to-pop)", "home: Home > Films > Film(id=4)"),
    BehaviourRow("open /films/4; pop Films", "moved", "home: Home > Films", "pop"),
    BehaviourRow("open /films/4; pop Film", "duplicated", "home: Home > Films > Film(id=4)", ""),
    BehaviourRow(
      "open /films/4; tap cast; tap again; pop Cast", "moved",
      "home: Home > Films > Film(id=4) > Cast(id=4)", "pop"),
    BehaviourRow(
      "open /films/4; tap trail; tap next; pop Film", "moved",
      "home: Home > Films > Film(id=4)", "pop"),
    BehaviourRow(
      "open /films/4; pop Cast", "refused(not-in-stack)", "home: Home > Films > Film(id=4)"),
  ]

  static let flows = [
    BehaviourRow("open /films/4; tap buy", "moved", "checkout: Cart", "start"),
    BehaviourRow("open /films/4; tap buy; tap pay", "moved", "checkout: Cart > Pay", "push"),
    BehaviourRow("open /films/4; tap pay", "moved", "checkout: Cart > Pay", "start"),
    BehaviourRow(
      "open /films/4; tap buy; tap pay; tap done", "moved",
      "home: Home > Films > Film(id=4)", "finish"),
    BehaviourRow(
      "open /films/4; tap buy; tap info; finish x", "moved",
      "home: Home > Films > Film(id=4)", "finish"),
    BehaviourRow(
      "open /films/4; tap buy; back", "moved", "home: Home > Films > Film(id=4)", "dismiss"),
    BehaviourRow(
      "open /films/4; tap buy; open /settings", "moved",
      "settings: Settings", "dismiss select setRoot"),
    BehaviourRow("finish", "refused(no-flow)", "home: Home"),
  ]

  @Test(arguments: links + taps + moves + flows)
  func behaviour(_ row: BehaviourRow) throws {
    try row.check(in: CinemaApp.definition)
  }
}
