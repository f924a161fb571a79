import Screens

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
