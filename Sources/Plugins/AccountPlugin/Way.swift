/// A design of the decision, and what it costs. Tests check types and lines against the sources.
struct Way: Hashable, Sendable {
  /// A type of the design and the names it mentions: the other types, the facts and the links.
  struct Knowing: Hashable, Sendable {
    let type: String
    let knows: [String]
  }

  /// Its name in links and taps.
  let key: String
  /// The folder of its sources.
  let folder: String
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
    key: "view", folder: "InView", title: "The view decides",
    verdict: "The least code, but only a screen can test it.",
    types: [Knowing(type: "DecidingView", knows: ["SessionFacts", "StartLink"])],
    lines: 10)

  static let viewModel = Way(
    key: "view-model", folder: "InViewModel", title: "The view model decides",
    verdict: "It is tested with a mock; the view knows the links.",
    types: [
      Knowing(type: "DecidingViewModel", knows: ["SessionFacts", "StartDelegate"]),
      Knowing(
        type: "ObeyingView",
        knows: ["DecidingViewModel", "SessionFacts", "StartDelegate", "StartLink"]),
      Knowing(type: "StartDelegate", knows: []),
    ],
    lines: 36)

  static let coordinator = Way(
    key: "coordinator", folder: "InCoordinator", title: "The coordinator decides",
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
    lines: 35)
}
