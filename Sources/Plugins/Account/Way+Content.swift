import Screens

extension Way {
  /// The size, as a person reads it.
  var size: String {
    "\(lines) lines of code in \(types.count == 1 ? "1 type" : "\(types.count) types")"
  }

  /// What a start screen shows: the decision is behind the tap `go`.
  var content: ScreenContent {
    let knowing = types.map { type in
      Row(
        type.type,
        subtitle: type.knows.isEmpty
          ? "knows none of them" : "knows " + type.knows.joined(separator: ", "))
    }
    return ScreenContent(
      title: title,
      sections: [
        Section(nil, [Row("Log in, or on to the library", tap: "go")]),
        Section("What this way costs", [Row(size, subtitle: verdict)] + knowing),
      ],
      taps: [ScreenTap("go"), ScreenTap("close", "back")])
  }
}
