import HTTPTestSupport
import Screens
import Testing

/// `signalbox-http music` against a real server on the loopback address.
@MainActor
@Suite(.serialized)  // They count the transfers at one server.
struct ProcessTests {
  private static let started = Result { try LocalServer() }
  private let server: LocalServer

  init() throws {
    server = try Self.started.get()
  }

  /// Runs the plugin against a path of the server, then ends the plugin.
  private func plugin<Value>(
    at path: String = "", _ use: (RunningPlugin) async throws -> Value
  ) async throws -> Value {
    let plugin = try RunningPlugin(
      "music", setting: "MUSIC_API=\(server.address)\(path)", screens: ["MusicSearch", "Track"])
    defer { plugin.close() }
    return try await use(plugin)
  }

  private static func search(
    _ term: String, offset: Int = 0, limit: Int = 20
  ) -> [ScreenRequest.Value] {
    [.init("term", term), .init("offset", "\(offset)"), .init("limit", "\(limit)")]
  }

  @Test func `the process serves pages of a list and a track`() async throws {
    try await plugin { plugin in
      let first = plugin.content("MusicSearch", Self.search("아이유"))
      #expect(first?.rows.count == 20 && first?.rows.first?.title == "Bbibbi")
      #expect(
        first?.tap(named: "more")?.target
          == "/music/search/%EC%95%84%EC%9D%B4%EC%9C%A0?offset=20&limit=20")
      let last = plugin.content("MusicSearch", Self.search("IU", offset: 20))
      #expect(last?.rows.count == 5 && last?.tap(named: "more") == nil)
      #expect(last?.tap(named: "previous")?.target == "/music/search/IU?offset=0&limit=20")
      let track = plugin.content("Track", [.init("id", "1438614348")])
      #expect(track?.rows.map(\.title) == ["Bbibbi", "Bbibbi - Single", "K-Pop", "3:14"])
    }
  }

  @Test func `an empty result is shown`() async throws {
    try await plugin { plugin in
      #expect(
        plugin.content("MusicSearch", Self.search("nobody"))?.rows
          == [Row("Nothing found for 'nobody'.")])
      #expect(
        plugin.content("Track", [.init("id", "1")])?.rows == [Row("iTunes has no track 1.")])
    }
  }

  @Test(arguments: [
    ("/404", "answered with status 404."), ("/500", "answered with status 500. Try again later."),
    ("/cut", ", but the JSON ends here"), ("/broken", "cannot be reached:"),
  ])
  func `a failed request is shown, and the next screen still sends its own`(
    path: String, text: String
  ) async throws {
    try await plugin(at: path) { plugin in
      for _ in 0..<2 {
        let content = plugin.content("MusicSearch", Self.search("IU"))
        #expect(content?.failure.contains(text) == true, "\(String(describing: content))")
        #expect(content?.taps == [ScreenTap("retry")])
      }
      #expect(plugin.log == [])
    }
  }

  @Test func `an unreachable server is reported on the screen`() async throws {
    let address = try LocalServer.closedAddress()
    let plugin = try RunningPlugin(
      "music", setting: "MUSIC_API=\(address)", screens: ["MusicSearch"])
    defer { plugin.close() }
    let content = plugin.content("MusicSearch", Self.search("IU"))
    #expect(content?.failure.contains("cannot be reached:") == true)
  }

  @Test func `closing a screen cancels its transfer`() async throws {
    try await plugin(at: "/slow") { plugin in
      let screen = try #require(plugin.open("MusicSearch", Self.search("IU")))
      #expect(try server.waits(for: 1, meanwhile: plugin.turn))
      #expect(screen.content.state == .loading)
      screen.close()
      #expect(try server.waits(for: 0, meanwhile: plugin.turn))
    }
  }

  @Test func `the plugin's script passes`() async throws {
    let (status, text) = try await LocalServer.replay("music.nav")
    #expect(status == 0, "\(text)")
  }
}
