import HTTPAccess
import HTTPTestSupport
import Testing

@testable import MusicPlugin

/// The view models, with a client whose responses the test sets.
@MainActor
struct ViewModelTests {
  private func search(
    _ client: AnsweringClient, _ term: String = "IU", offset: String? = nil, limit: String? = nil
  ) -> SearchViewModel {
    SearchViewModel(
      term, SearchPage(offset: offset, limit: limit),
      in: ITunesCatalog(client: client, base: "http://host"))
  }

  private func track(_ client: AnsweringClient) -> TrackViewModel {
    TrackViewModel(1_438_614_348, in: ITunesCatalog(client: client, base: "http://host"))
  }

  @Test func `a search requests its page and links to the adjacent pages`() async {
    let client = AnsweringClient { _ in .body(Songs.answer(count: 2)) }
    let viewModel = search(client, "아 /&", offset: "2", limit: "2")
    #expect(viewModel.state.isLoading && viewModel.moreLink == nil)
    viewModel.load()
    #expect(await eventually { !viewModel.state.isLoading })
    #expect(
      client.asked == [
        "http://host/search?term=%EC%95%84%20%2F%26&media=music&entity=song&offset=2&limit=2"
      ])
    #expect(viewModel.state.titles == ["Song 1", "Song 2"])
    #expect(viewModel.state.links == ["/music/track/1", "/music/track/2"])
    #expect(viewModel.previousLink == "/music/search/%EC%95%84%20%2F&?offset=0&limit=2")
    #expect(viewModel.moreLink == "/music/search/%EC%95%84%20%2F&?offset=4&limit=2")
  }

  @Test func `a partial page is the last`() async {
    let viewModel = search(AnsweringClient { _ in .body(Songs.answer(count: 1)) }, limit: "2")
    viewModel.load()
    #expect(await eventually { viewModel.state.titles == ["Song 1"] })
    #expect(viewModel.moreLink == nil && viewModel.previousLink == nil)
  }

  @Test(arguments: [
    ("0", "Nothing found for 'IU'."), ("20", "No more results for 'IU'."),
  ])
  func `an empty result is not a failure`(offset: String, text: String) async {
    let client = AnsweringClient { _ in .body(Songs.answer(count: 0)) }
    let viewModel = search(client, offset: offset)
    viewModel.load()
    #expect(await eventually { viewModel.state.empty == text })
    #expect(viewModel.moreLink == nil)
  }

  @Test func `a failure is reported and can be retried`() async {
    let client = AnsweringClient { .error(.badStatus(address: $0, status: 500)) }
    let viewModel = search(client)
    viewModel.load()
    #expect(
      await eventually {
        viewModel.state.failure == "host answered with status 500. Try again later."
      })
    client.answer { _ in .body(Songs.answer(count: 1)) }
    viewModel.load()
    #expect(viewModel.state.isLoading)
    #expect(await eventually { viewModel.state.titles == ["Song 1"] })
  }

  @Test func `a track is looked up, with a link to its album`() async {
    let client = AnsweringClient { _ in .body(Songs.answer([Songs.bbibbi])) }
    let viewModel = track(client)
    #expect(viewModel.albumLink == nil)
    viewModel.load()
    #expect(await eventually { viewModel.albumLink == "/music/album/1438614342" })
    #expect(client.asked == ["http://host/lookup?id=1438614348&entity=song"])
    guard case .found(let viewData) = viewModel.state else {
      Issue.record("\(viewModel.state)")
      return
    }
    #expect(viewData.title == "Bbibbi" && viewData.subtitle == "IU")
    #expect(viewData.details.map(\.value) == ["Bbibbi - Single", "K-Pop", "3:07"])
  }

  @Test func `a missing track and a track with another id are reported as missing`() async {
    for answer in [Songs.answer(count: 0), Songs.answer(count: 1)] {
      let viewModel = track(AnsweringClient { _ in .body(answer) })
      viewModel.load()
      #expect(
        await eventually {
          guard case .empty(let text) = viewModel.state else { return false }
          return text == "iTunes has no track 1438614348."
        })
      #expect(viewModel.albumLink == nil)
    }
  }

  @Test func `cancelling ends the pending requests`() async {
    let client = AnsweringClient { _ in .never }
    let (list, one) = (search(client), track(client))
    list.load()
    one.load()
    #expect(await eventually { client.asked.count == 2 })
    list.cancel()
    one.cancel()
    #expect(await eventually { client.cancelled.count == 2 })
    #expect(list.state.isLoading)
  }
}

extension FetchedState<[SearchViewModel.Result]> {
  fileprivate var isLoading: Bool { if case .loading = self { true } else { false } }
  fileprivate var empty: String? { if case .empty(let text) = self { text } else { nil } }
  fileprivate var failure: String? { if case .failed(let text) = self { text } else { nil } }
  fileprivate var titles: [String] { results.map(\.viewData.title) }
  fileprivate var links: [String] { results.map(\.link) }
  private var results: [SearchViewModel.Result] {
    if case .found(let results) = self { results } else { [] }
  }
}
