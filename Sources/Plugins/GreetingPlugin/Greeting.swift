public import Screens

/// One greeting, implemented in three patterns, and a screen that compares them.
///
///     /greeting                                    GreetingComparison
///     /greeting/mvc?first=Grace&last=Hopper        Greeting, as MVC
///
/// Its routes are in `Routes/greeting.yaml`.
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
