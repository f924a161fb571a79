import HTTPTestSupport
import Screens
import Testing

/// `signalbox-http github` against a real server on the loopback address.
@MainActor
@Suite(.serialized)  // They count the transfers at one server.
struct ProcessTests {
  private static let started = Result { try LocalServer() }
  private let server: LocalServer

  init() throws {
    server = try Self.started.get()
  }

  private func plugin(at path: String = "") throws -> RunningPlugin {
    try RunningPlugin(
      "github", setting: "GITHUB_API=\(server.address)\(path)", screens: ["GitHubRoot"])
  }

  @Test func `the screen shows the server's data`() throws {
    let plugin = try plugin()
    defer { plugin.close() }
    let content = plugin.content("GitHubRoot")
    #expect(
      content?.rows.first?.title == "현재 유저의 URL은 https://api.github.com/user입니다.")
    #expect(content?.rows.count == 34)
  }

  @Test(arguments: [
    ("/404", "answered with status 404."), ("/500", "answered with status 500. Try again later."),
    ("/cut", ", but the JSON ends here"), ("/nowhere", "answered with status 404."),
  ])
  func `a failed request is shown with a retry`(path: String, text: String) throws {
    let plugin = try plugin(at: path)
    defer { plugin.close() }
    let content = plugin.content("GitHubRoot")
    #expect(content?.failure.contains(text) == true, "\(String(describing: content))")
    #expect(content?.tap(named: "retry") != nil)
  }

  @Test func `closing the screen cancels its transfer`() throws {
    let plugin = try plugin(at: "/trickle")
    defer { plugin.close() }
    let screen = try #require(plugin.open("GitHubRoot"))
    #expect(try server.waits(for: 1, meanwhile: plugin.turn))
    screen.close()
    #expect(try server.waits(for: 0, meanwhile: plugin.turn))
  }

  @Test func `the plugin's script passes`() async throws {
    let (status, text) = try await LocalServer.replay("github.nav")
    #expect(status == 0, "\(text)")
  }
}
