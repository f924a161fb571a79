import HTTPAccess
import HTTPTestSupport
import JSONCodec
import PluginTestSupport
import Screens
import Testing

@testable import GitHubPlugin

/// A source with a fixed result, without a client.
private final class Source: APIRootSource {
  let answer: Result<APIRoot, HTTPError>

  init(_ answer: Result<APIRoot, HTTPError>) {
    self.answer = answer
  }

  func root() async throws(HTTPError) -> APIRoot { try answer.get() }
}

private let root = APIRoot(
  currentUserURL: "https://api.example/user",
  endpoints: [.init(name: "emojis_url", address: "https://api.example/emojis")])

@MainActor
struct RootTests {
  private func decoded(_ text: String) throws -> APIRoot {
    try APIRoot(try JSON(parsing: text), from: "http://host/")
  }

  @Test func `the root is parsed with all its addresses, in order`() throws {
    let text = #"{"z_url":"z","current_user_url":"u","n":1,"a_url":"a"}"#
    let root = try decoded(text)
    #expect(root.currentUserURL == "u")
    #expect(root.endpoints.map(\.name) == ["z_url", "current_user_url", "a_url"])
  }

  @Test(arguments: [
    ("[]", "it is not an object"), ("{}", "'current_user_url' is not a string"),
    (#"{"current_user_url":null}"#, "'current_user_url' is not a string"),
  ])
  func `a malformed response is an error`(text: String, reason: String) {
    #expect(throws: HTTPError.unreadable(address: "http://host/", reason: reason)) {
      try decoded(text)
    }
  }

  @Test func `an input produces outputs`() async {
    let viewModel: any RootViewModel = FetchingRootViewModel(Source(.success(root)))
    #expect(viewModel.outputs.isLoading && viewModel.outputs.currentUserText == nil)
    viewModel.inputs.opened()
    #expect(await eventually { !viewModel.outputs.isLoading })
    #expect(viewModel.outputs.currentUserText == "현재 유저의 URL은 https://api.example/user입니다.")
    #expect(viewModel.outputs.endpoints.map(\.name) == ["emojis_url"])
    #expect(viewModel.outputs.failure == nil)
  }

  @Test func `a failure is an output`() async {
    let error = HTTPError.badStatus(address: "http://host/", status: 404)
    let viewModel: any RootViewModel = FetchingRootViewModel(Source(.failure(error)))
    viewModel.inputs.opened()
    #expect(await eventually { viewModel.outputs.failure == "host answered with status 404." })
    #expect(!viewModel.outputs.isLoading && viewModel.outputs.currentUserText == nil)
    #expect(viewModel.outputs.endpoints.isEmpty)
    viewModel.inputs.retried()
    #expect(viewModel.outputs.isLoading && viewModel.outputs.failure == nil)
  }

  @Test func `the screen shows the outputs and calls the inputs`() async throws {
    let client = AnsweringClient { _ in .body(#"{"current_user_url":"u"}"#) }
    let app = try BundledApp([GitHub(client: client, base: "http://host")])
    try app.run("open /github")
    #expect(app.content?.state == .loading)
    #expect(await eventually { app.content?.state == .ready })
    #expect(app.content?.rows.map(\.title) == ["현재 유저의 URL은 u입니다.", "current_user_url"])
    #expect(client.asked == ["http://host/"])
    try app.run("tap swift")
    #expect(app.content?.title == "swiftlang/swift")
  }

  @Test func `the screen shows a failure and can retry`() async throws {
    let client = AnsweringClient { _ in .body("{") }
    let app = try BundledApp([GitHub(client: client, base: "http://host")])
    try app.run("open /github")
    #expect(
      await eventually {
        if case .failed(let message) = app.content?.state {
          message.hasPrefix("the answer of host cannot be read: expected ")
        } else {
          false
        }
      })
    client.answer { _ in .body(#"{"current_user_url":"u"}"#) }
    try app.run("tap retry")
    #expect(await eventually { app.content?.state == .ready })
  }

  @Test func `closing the screen cancels its request`() async throws {
    let client = AnsweringClient { _ in .never }
    let app = try BundledApp([GitHub(client: client, base: "http://host")])
    try app.run("open /github")
    #expect(await eventually { client.asked.count == 1 })
    try app.run("back")
    #expect(await eventually { client.cancelled.count == 1 })
  }
}
