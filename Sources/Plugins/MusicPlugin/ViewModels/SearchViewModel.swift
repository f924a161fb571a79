import HTTPAccess
import Links

/// The state and actions of the list of results. It knows no view.
@MainActor
final class SearchViewModel {
  /// One result: its data for a view, and its link.
  struct Result {
    let viewData: any ResultViewData
    let link: String
  }

  enum State {
    case loading
    case results([Result])
    /// Why there are no results.
    case empty(String)
    /// What went wrong, and what to do.
    case failed(String)
  }

  let term: String
  private let page: SearchPage
  private let catalog: ITunesCatalog
  private let tracks = Fetch<[Track]>()

  init(_ term: String, _ page: SearchPage, in catalog: ITunesCatalog) {
    self.term = term
    self.page = page
    self.catalog = catalog
  }

  /// The current state; observers read it again when the answer arrives.
  var state: State {
    switch tracks.state {
    case .loading: .loading
    case .failed(let error): .failed(error.text)
    case .ready(let tracks) where tracks.isEmpty:
      .empty(page.offset == 0 ? "Nothing found for '\(term)'." : "No more results for '\(term)'.")
    case .ready(let tracks):
      .results(
        tracks.map { Result(viewData: $0, link: "/music/track/\($0.id)") })
    }
  }

  /// A link to the next page; `nil` before this page is loaded, and if it is not full.
  var moreLink: String? {
    guard case .ready(let tracks) = tracks.state else { return nil }
    return page.next(found: tracks.count).map(link)
  }

  /// A link to the previous page; `nil` on the first page.
  var previousLink: String? { page.previous.map(link) }

  func load() {
    tracks.start { [catalog, term, page] () async throws(HTTPError) in
      try await catalog.search(term, page)
    }
  }

  func cancel() { tracks.cancel() }

  private func link(to page: SearchPage) -> String {
    "/music/search/" + percentEncoded(term, keepingSlashes: false)
      + "?offset=\(page.offset)&limit=\(page.limit)"
  }
}
