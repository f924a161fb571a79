public import Screens

/// One decision, to log in or to continue to the library, made by a view, by a view model and by a
/// coordinator.
///
///     /start                Starts: the three designs and what they cost
///     /start/view           StartInView
///     /start/view-model     StartInViewModel
///     /start/coordinator    StartInCoordinator
///
/// Each design is in the file named after its screen. Its routes and its other screens are in
/// `Routes/account.yaml`.
public struct Account: Plugin {
  /// The name of its route file.
  public let name = "account"

  /// Creates the plugin.
  public init() {}

  /// Registers the four screens.
  public func register(in registry: inout PluginRegistry) {
    registry.screen("Starts") { _ in StartsScreen() }
    registry.screen("StartInView") { _ in DecidingView() }
    registry.screen("StartInViewModel") { _ in ObeyingView() }
    registry.screen("StartInCoordinator") { _ in StartCoordinator() }
  }
}

/// The destinations of a start screen.
enum StartLink {
  /// For a user who is not logged in.
  static let login = "/login"
  /// For a user who is logged in.
  static let main = "/library"
}

/// The comparison of the three designs.
@MainActor
final class StartsScreen: Screen {
  var content: ScreenContent {
    ScreenContent(
      title: "Who decides where to start?",
      sections: [
        Section(nil, Way.all.map { Row($0.title, subtitle: $0.size, tap: $0.key) })
      ],
      taps: Way.all.map { ScreenTap($0.key, "/start/\($0.key)") })
  }
}

/// A design of the decision, and what it costs. Tests check types and lines against the sources.
struct Way: Hashable, Sendable {
  /// A type of the design and the names it mentions: the other types, the facts and the links.
  struct Knowing: Hashable, Sendable {
    let type: String
    let knows: [String]
  }

  /// Its name in links and taps.
  let key: String
  /// The name of its screen, and of the file with its types.
  let screen: String
  let title: String
  /// The conclusion, for the comparison.
  let verdict: String
  let types: [Knowing]
  /// Lines of code, without blank lines and comments.
  let lines: Int
}

extension Way {
  static let all = [view, viewModel, coordinator]

  static let view = Way(
    key: "view", screen: "StartInView", title: "The view decides",
    verdict: "The least code, but only a screen can test it.",
    types: [Knowing(type: "DecidingView", knows: ["SessionFacts", "StartLink"])],
    lines: 10)

  static let viewModel = Way(
    key: "view-model", screen: "StartInViewModel", title: "The view model decides",
    verdict: "It is tested with a mock; the view knows the links.",
    types: [
      Knowing(type: "DecidingViewModel", knows: ["SessionFacts", "StartDelegate"]),
      Knowing(
        type: "ObeyingView",
        knows: ["DecidingViewModel", "SessionFacts", "StartDelegate", "StartLink"]),
      Knowing(type: "StartDelegate", knows: []),
    ],
    lines: 35)

  static let coordinator = Way(
    key: "coordinator", screen: "StartInCoordinator", title: "The coordinator decides",
    verdict: "The most types, but only one of them knows the links.",
    types: [
      Knowing(type: "ReportingView", knows: ["ReportingViewModel"]),
      Knowing(type: "ReportingViewModel", knows: ["StartOutput"]),
      Knowing(
        type: "StartCoordinator",
        knows: [
          "ReportingView", "ReportingViewModel", "SessionFacts", "StartLink", "StartOutput",
        ]),
      Knowing(type: "StartOutput", knows: []),
    ],
    lines: 34)

  /// The size as text.
  var size: String {
    "\(lines) lines of code in \(types.count == 1 ? "1 type" : "\(types.count) types")"
  }

  /// The content of a start screen; its tap `go` makes the decision.
  var content: ScreenContent {
    let price = [Row("Size", subtitle: size), Row("Verdict", subtitle: verdict)]
    let knowing = types.flatMap { type in
      (type.knows.isEmpty ? ["none of these"] : type.knows).map { known in
        Row(type.type, subtitle: "knows \(known)")
      }
    }
    return ScreenContent(
      title: title,
      sections: [
        Section(nil, [Row("Continue", subtitle: "to the login, or to the library", tap: "go")]),
        Section("What it costs", price + knowing),
      ],
      taps: [ScreenTap("go"), ScreenTap("close", "back")])
  }
}
