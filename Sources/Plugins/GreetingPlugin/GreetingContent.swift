import Screens

/// The content of the greeting in every pattern: one line and one button, `greet`.
func greetingContent(pattern: String, greeting: String?) -> ScreenContent {
  ScreenContent(
    title: "Greeting as \(pattern)",
    sections: [Section(nil, [Row(greeting ?? "Nobody has been greeted yet.")])],
    taps: [ScreenTap("greet"), ScreenTap("close", "back")])
}
