import HTTPAccess
import HTTPTestSupport
import PluginTestSupport
import Screens
import Testing

@testable import MusicPlugin

/// The screens, opened by the links of `Routes/music.yaml`.
@MainActor
struct ScreenTests {
  private let client = AnsweringClient { _ in .body(Songs.answer([Songs.bbibbi])) }
  private let app: BundledApp

  init() throws {
    app = try BundledApp([Music(client: client, base: "http://host")])
  }

  @Test func `a search leads to a track and its album`() async throws {
    try app.run("open /music/search/IU?limit=1")
    #expect(app.content?.state == .loading && app.content?.taps == [])
    #expect(await eventually { app.content?.state == .ready })
    #expect(app.content?.title == "Music for IU")
    #expect(
      app.content?.rows == [
        Row("Bbibbi", subtitle: "IU", image: "https://covers.example/100.jpg", tap: "track-1")
      ])
    #expect(
      app.content?.taps == [
        ScreenTap("track-1", "/music/track/1438614348"),
        ScreenTap("more", "/music/search/IU?offset=1&limit=1"),
      ])
    try app.run("tap track-1")
    #expect(app.content?.title == "Track 1438614348")
    #expect(await eventually { app.content?.state == .ready })
    #expect(app.content?.rows.map(\.title) == ["Bbibbi", "Bbibbi - Single", "K-Pop", "3:07"])
    try app.run("tap album")
    #expect(app.content?.title == "Album 1438614342")
  }

  @Test func `every page of a list is its own screen`() async throws {
    try app.run("open /music/search/IU?limit=1")
    #expect(await eventually { app.content?.state == .ready })
    try app.run("tap more")
    #expect(await eventually { app.content?.state == .ready })
    #expect(client.asked.last?.hasSuffix("offset=1&limit=1") == true)
    #expect(app.content?.tap(named: "previous")?.target == "/music/search/IU?offset=0&limit=1")
    try app.run("back")
    #expect(app.content?.tap(named: "previous") == nil)
    #expect(client.asked.count == 2)
  }

  @Test(arguments: ["/music/search/IU", "/music/track/1438614348"])
  func `a failed screen offers a retry`(link: String) async throws {
    client.answer { .error(.unreachable(address: $0, reason: "refused")) }
    try app.run("open \(link)")
    let message = "host cannot be reached: refused. Check the network, then try again."
    #expect(await eventually { app.content?.state == .failed(message: message) })
    client.answer { _ in .body(Songs.answer([Songs.bbibbi])) }
    try app.run("tap retry")
    #expect(await eventually { app.content?.state == .ready })
    #expect(app.content?.tap(named: "retry") == nil)
  }

  @Test(arguments: [
    ("/music/search/IU", "Nothing found for 'IU'."),
    ("/music/track/1", "iTunes has no track 1."),
  ])
  func `an empty result is shown as a row`(link: String, text: String) async throws {
    client.answer { _ in .body(Songs.answer(count: 0)) }
    try app.run("open \(link)")
    #expect(await eventually { app.content?.rows == [Row(text)] })
    #expect(app.content?.state == .ready)
  }

  @Test(arguments: ["/music/search/IU", "/music/track/1"])
  func `closing a screen cancels its request`(link: String) async throws {
    client.answer { _ in .never }
    try app.run("open \(link)")
    #expect(await eventually { client.asked.count == 1 })
    try app.run("root")
    #expect(await eventually { client.cancelled.count == 1 })
  }
}
