/// A pattern in the comparison. Tests check types, tests and lines against the sources.
struct Pattern: Hashable, Sendable {
  /// A type and its responsibility.
  struct Role: Hashable, Sendable {
    let type: String
    let duty: String
  }

  /// Its name, which is also the folder of its sources.
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
      Role(type: "GreetingController", duty: "is the screen; decides what is said"),
      Role(type: "GreetingView", duty: "draws; tells that the button was tapped"),
    ],
    tests: [],
    limit: "nothing: the screen decides what is said", lines: 32)

  static let mvp = Pattern(
    name: "MVP", key: "mvp",
    roles: [
      Role(type: "GreetingDisplay", duty: "what the presenter asks of a view"),
      Role(type: "GreetingPresenter", duty: "decides what is said; tells the view"),
      Role(type: "PresentedGreeting", duty: "is the screen; does what it is told"),
    ],
    tests: [
      "the presenter tells its view the greeting",
      "the presenter says nothing before the button",
      "the presenter keeps no view alive",
    ],
    limit: "what is said, with a stand-in for the view", lines: 31)

  static let mvvm = Pattern(
    name: "MVVM", key: "mvvm",
    roles: [
      Role(type: "BoundGreeting", duty: "is the screen; shows the view model's state"),
      Role(type: "GreetingViewModel", duty: "what the view binds to"),
      Role(type: "PersonGreetingViewModel", duty: "decides what is said; knows no view"),
    ],
    tests: [
      "the view model holds the greeting",
      "the view model holds nothing before the button",
      "the view model tells that it has changed",
    ],
    limit: "what is said, with no view at all", lines: 34)
}
