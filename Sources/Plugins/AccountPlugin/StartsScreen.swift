import Screens

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
