public import Screens

/// One greeting, implemented in three patterns, and a screen that compares them.
///
///     /greeting                                    GreetingComparison
///     /greeting/mvc?first=Grace&last=Hopper        Greeting, as MVC
///
/// The patterns are in the files `MVC.swift`, `MVP.swift` and `MVVM.swift`; their common model is
/// `Person`. Its routes are in `Routes/greeting.yaml`.
public struct Greeting: Plugin {
  /// The name of its route file.
  public let name = "greeting"

  /// Creates the plugin.
  public init() {}

  /// Registers both screens.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("GreetingComparison") { _ in ComparisonScreen() }
    registry.screen("Greeting") { request in
      let person = Person(request)
      return switch request["pattern"] {
      case "mvp": presentedGreeting(of: person)
      case "mvvm": BoundGreeting(PersonGreetingViewModel(person))
      default: GreetingController(person)
      }
    }
  }
}

/// Creates view and presenter and connects them, since neither creates the other.
@MainActor
func presentedGreeting(of person: Person) -> PresentedGreeting {
  let view = PresentedGreeting()
  view.presenter = GreetingPresenter(person, display: view)
  return view
}

/// The model of all three patterns: a person with a first and a last name.
struct Person: Hashable, Sendable {
  let first: String
  let last: String

  /// Both names, or the one that is not empty.
  var fullName: String {
    [first, last].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Person {
  /// The default person, if the link names nobody.
  static let ada = Person(first: "Ada", last: "Lovelace")

  /// The person that the link names by `first` and `last`.
  init(_ request: ScreenRequest) {
    let (first, last) = (request["first"], request["last"])
    guard first != nil || last != nil else {
      self = .ada
      return
    }
    self.init(first: first ?? "", last: last ?? "")
  }
}

/// The content of the greeting in every pattern: one line and one button, `greet`.
func greetingContent(pattern: String, greeting: String?) -> ScreenContent {
  ScreenContent(
    title: "Greeting as \(pattern)",
    sections: [Section(nil, [Row(greeting ?? "Nobody has been greeted yet.")])],
    taps: [ScreenTap("greet"), ScreenTap("close", "back")])
}

/// The three patterns compared: who does what, what is tested without a screen, how much code.
@MainActor
final class ComparisonScreen: Screen {
  var content: ScreenContent {
    ScreenContent(
      title: "MVC, MVP, MVVM side by side", sections: Pattern.all.map(section),
      taps: Pattern.all.map { ScreenTap($0.key, "/greeting/\($0.key)") })
  }

  private func section(of pattern: Pattern) -> Section {
    let heading =
      "\(pattern.name): \(pattern.lines) lines of code in \(pattern.roles.count) types, "
      + "\(pattern.tests.count) tests without a screen"
    let roles = pattern.roles.map { Row($0.type, subtitle: $0.duty) }
    let limit = Row("Without a screen", subtitle: pattern.limit)
    let tests = pattern.tests.map { Row("Test", subtitle: $0, badge: "✓") }
    return Section(heading, roles + [limit] + tests)
  }
}

/// A pattern in the comparison. Tests check types, tests and lines against the sources.
struct Pattern: Hashable, Sendable {
  /// A type and its responsibility.
  struct Role: Hashable, Sendable {
    let type: String
    let duty: String
  }

  /// Its name, also that of its source file.
  let name: String
  /// Its name in links and taps.
  let key: String
  /// Its types; `Person` belongs to all patterns and is not listed.
  let roles: [Role]
  /// The names of its tests that need no screen.
  let tests: [String]
  /// What can be tested without a screen, apart from `Person`.
  let limit: String
  /// Lines of code, without blank lines and comments.
  let lines: Int
}

extension Pattern {
  static let all = [mvc, mvp, mvvm]

  static let mvc = Pattern(
    name: "MVC", key: "mvc",
    roles: [
      Role(type: "GreetingController", duty: "is the screen; composes the greeting"),
      Role(type: "GreetingView", duty: "draws; reports taps on its button"),
    ],
    tests: [],
    limit: "nothing: the screen composes the greeting", lines: 31)

  static let mvp = Pattern(
    name: "MVP", key: "mvp",
    roles: [
      Role(type: "GreetingDisplay", duty: "what the presenter requires of a view"),
      Role(type: "GreetingPresenter", duty: "composes the greeting; has the view show it"),
      Role(type: "PresentedGreeting", duty: "is the screen; shows what it is given"),
    ],
    tests: [
      "the presenter shows the greeting in its view",
      "the presenter shows nothing before the button is tapped",
      "the presenter does not retain its view",
    ],
    limit: "the greeting, with a mock of the view", lines: 31)

  static let mvvm = Pattern(
    name: "MVVM", key: "mvvm",
    roles: [
      Role(type: "BoundGreeting", duty: "is the screen; shows the view model's state"),
      Role(type: "GreetingViewModel", duty: "what the view binds to"),
      Role(type: "PersonGreetingViewModel", duty: "composes the greeting; knows no view"),
    ],
    tests: [
      "the view model keeps the greeting as its state",
      "the view model has no greeting before the button is tapped",
      "the view model notifies its observers of a change",
    ],
    limit: "the greeting, with no view at all", lines: 34)
}
