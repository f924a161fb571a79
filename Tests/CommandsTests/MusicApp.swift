import Commands
import Links
import Navigation
import Observation
import Screens

/// An app whose screens come from a factory, for the tests of content, taps and late responses.
@MainActor
final class MusicApp {
  /// All screens created so far, in order.
  private(set) var made: [MusicScreen] = []
  /// The queue of content that arrives late.
  let late = LateContent()

  /// The app in the form that the interpreter loads.
  func loaded() throws -> LoadedApp {
    let plugins = PluginSet([Music(app: self)]).loaded()
    return LoadedApp(
      try AppDefinition(plugins: plugins.drafts), factories: plugins.factories,
      commands: plugins.commands, source: late)
  }

  func interpreter(columns: Int? = nil) throws -> Prompt {
    Prompt(try loaded(), display: Display(columns: columns))
  }

  private struct Music: Plugin {
    let name = "music"
    let app: MusicApp

    func register(in registry: inout PluginRegistry) {
      registry.app.stack("home", start: "/")
      registry.app.flow("buying", start: "/buy")
      registry.app.gate("login", challenge: "/login")
      registry.app.route("/", screen: "Home")
      registry.app.route("/login", screen: "Login") { $0.presentation = .sheet }
      registry.app.route("/search/:term", screen: "Search")
      registry.app.route("/tracks/:id", screen: "Track") { $0.params = [("id", .int)] }
      registry.app.route("/buy", screen: "Buy") { $0.coordinator = "buying" }
      registry.app.screen("Home") { $0.taps = [("first", "/search/IU")] }
      registry.app.screen("Login") { _ in }
      registry.app.screen("Buy") { _ in }
      registry.command("sing", summary: "sing a song") { words in
        .init(["la \(words.joined(separator: "+"))\u{1B}"])
      }
      registry.command("play", summary: "open a track") { words in
        .init(["playing"], target: words.first)
      }
      // A screen with content that is also described keeps the described taps, after those of its
      // content.
      registry.app.screen("Search") { $0.taps = [("home", "root"), ("close", "/tracks/9")] }
      for screen in ["Search", "Track"] {
        registry.screen(screen) { [app] request in app.make(request) }
      }
    }
  }

  private func make(_ request: ScreenRequest) -> any Screen {
    let screen = MusicScreen(request)
    made.append(screen)
    return screen
  }
}

/// A screen whose content the test sets.
@Observable
final class MusicScreen: Screen {
  let request: ScreenRequest
  var content: ScreenContent
  @ObservationIgnored var isClosed = false
  /// Called with the name of the tap and the completion to call.
  @ObservationIgnored var onTap: (@MainActor (String, @escaping Answer) -> Void)?

  typealias Answer = @MainActor (String?) -> Void

  init(_ request: ScreenRequest) {
    self.request = request
    content = ScreenContent(title: request["term"] ?? "Track \(request["id"] ?? "?")")
  }

  func tapped(_ name: String, answer: @escaping @MainActor (String?) -> Void) {
    onTap?(name, answer)
  }

  func close() { isClosed = true }

  /// Two sections whose rows together use every property of a row.
  static func songs(_ title: String) -> ScreenContent {
    ScreenContent(
      title: title,
      sections: [
        Section(
          "노래",
          [
            Row(
              "Bbibbi", subtitle: "IU", image: "https://a.example/1.jpg", badge: "★",
              progress: 0.6, isSelected: true, tap: "track-1"),
            Row("좋은 날", subtitle: "아이유", progress: 1, tap: "track-2"),
            Row("가을 아침", badge: "★"),
          ]),
        Section(nil, [Row("more", tap: "more")]),
      ],
      taps: [
        ScreenTap("track-1", "/tracks/1"), ScreenTap("close", "back"), ScreenTap("more"),
        ScreenTap("bad", "fly away"), ScreenTap("clock", "wait 10m"),
        ScreenTap("nowhere", "/nowhere"),
      ])
  }
}

/// A source of late content: waiting runs the queued closures one at a time.
@MainActor
final class LateContent: ScreenSource {
  var waiting: [@MainActor () -> Void] = []
  let waitMilliseconds: UInt64 = 0

  func wait(until isDone: () -> Bool) -> Bool {
    while !isDone(), !waiting.isEmpty { waiting.removeFirst()() }
    return isDone()
  }
}
