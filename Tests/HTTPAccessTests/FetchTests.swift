import HTTPAccess
import HTTPTestSupport
import JSONCodec
import Testing

@MainActor
struct FetchTests {
  private let fetch = Fetch<JSON>()

  private func start(_ client: AnsweringClient, _ address: String = "http://host/") {
    fetch.start { () async throws(HTTPError) in try await client.json(at: address) }
  }

  private var value: JSON? {
    if case .ready(let value) = fetch.state { value } else { nil }
  }

  private var error: HTTPError? {
    if case .failed(let error) = fetch.state { error } else { nil }
  }

  private var isLoading: Bool {
    if case .loading = fetch.state { true } else { false }
  }

  @Test func `a value is loading, then ready`() async {
    start(AnsweringClient { _ in .body("[1]") })
    #expect(isLoading)
    #expect(await eventually { value == [1] })
  }

  @Test func `a response that is not JSON is an error with the reason`() async {
    start(AnsweringClient { _ in .body("[1") })
    #expect(await eventually { error != nil })
    #expect(
      error?.text
        == "the answer of host cannot be read: expected ',' or ']', but the JSON ends here.")
  }

  @Test func `a cancelled fetch ends its transfer and changes nothing`() async throws {
    let client = AnsweringClient { _ in .never }
    start(client)
    #expect(await eventually { client.asked.count == 1 })
    fetch.cancel()
    #expect(await eventually { client.cancelled.count == 1 })
    try await Task.sleep(for: .milliseconds(20))
    #expect(isLoading)
  }

  @Test func `a new fetch cancels the previous one`() async throws {
    let client = AnsweringClient { $0 == "http://host/old" ? .never : .body("2") }
    start(client, "http://host/old")
    #expect(await eventually { client.asked.count == 1 })
    start(client, "http://host/new")
    #expect(await eventually { value == 2 })
    #expect(await eventually { client.cancelled == ["http://host/old"] })
    try await Task.sleep(for: .milliseconds(20))
    #expect(value == 2)
  }

  @Test func `a repeated fetch is loading again`() async {
    let client = AnsweringClient { _ in .error(.badStatus(address: "http://host/", status: 500)) }
    start(client)
    #expect(await eventually { error != nil })
    client.answer { _ in .body("true") }
    start(client)
    #expect(isLoading)
    #expect(await eventually { value == true })
  }
}
