import Screens

extension Way {
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
