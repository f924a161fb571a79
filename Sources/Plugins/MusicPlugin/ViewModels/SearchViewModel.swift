import HTTPAccess
import Links

/// What the list of results shows, and what can be done there. It knows no view.
@MainActor
final class SearchViewModel {
  /// One result: what is shown of it, and where it leads.
  struct Result {
    let viewData: any ResultViewData
    let link: String
  }

  enum State {
    case loading
    case results([Result])
    /// Why there is nothing.
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

  /// Read again by whoever observes it, when the answer is there.
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

  /// A link to the page behind this one; `nil` while this one is not there, and if it is the last.
  var moreLink: String? {
    guard case .ready(let tracks) = tracks.state else { return nil }
    return page.next(found: tracks.count).map(link)
  }

  /// A link to the page before this one; `nil` if this one is the first.
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
