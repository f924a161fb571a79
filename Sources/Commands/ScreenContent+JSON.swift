import JSONCodec
import Screens

extension ScreenContent {
  /// What a factory's screen shows, for programs: `state`, `message` (of a failure, else `null`)
  /// and `sections`.
  var jsonMembers: [JSON.Member] {
    var word = "ready"
    var message: String?
    switch state {
    case .ready: break
    case .loading: word = "loading"
    case .failed(let why): (word, message) = ("failed", why)
    }
    return [
      .init("state", .string(word)), .init("message", .optional(message)),
      .init("sections", .array(sections.map(\.json))),
    ]
  }

  /// The taps that can be tapped; `does` is `null` where the screen decides.
  var tapsJSON: JSON {
    .array(allTaps.map { ["name": .string($0.name), "does": .optional($0.target)] })
  }
}

extension Section {
  fileprivate var json: JSON {
    ["heading": .optional(heading), "rows": .array(rows.map(\.json))]
  }
}

extension Row {
  fileprivate var json: JSON {
    [
      "title": .string(title), "subtitle": .optional(subtitle), "image": .optional(image),
      "badge": .optional(badge), "progress": progress.map { JSON($0) } ?? .null,
      "selected": .bool(isSelected), "tap": .optional(tap),
    ]
  }
}
