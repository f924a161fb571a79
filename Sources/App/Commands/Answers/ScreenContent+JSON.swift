import JSONCodec
import Screens

extension ScreenContent {
  /// The JSON members of a factory's screen: `state`, `message` (of a failure, else `null`) and
  /// `sections`.
  var jsonMembers: [JSON.Member] {
    var message: String?
    if case .failed(let why) = state { message = why }
    return [
      .init("state", .string(stateWord)), .init("message", .optional(message)),
      .init("sections", .array(sections.map(\.json))),
    ]
  }

  /// `loading`, `ready` or `failed`.
  var stateWord: String {
    switch state {
    case .loading: "loading"
    case .ready: "ready"
    case .failed: "failed"
    }
  }

  /// The available taps; `does` is `null` if the screen decides.
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
