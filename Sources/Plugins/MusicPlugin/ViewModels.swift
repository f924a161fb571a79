import HTTPAccess
import Links

/// The data of a view of one result. Views know this protocol and no model.
protocol ResultViewData {
  var title: String { get }
  var subtitle: String { get }
  /// The address of the album's cover; `nil` if there is none.
  var albumCoverURL: String? { get }
}

/// The data of a detail view of one result: that of every result view, and details.
protocol ResultDetailViewData: ResultViewData {
  /// Further named values, in display order.
  var details: [(name: String, value: String)] { get }
}

/// Connects the model to the view data; neither knows the other.
extension Track: ResultViewData {
  var title: String { name }
  var subtitle: String { artist }
  var albumCoverURL: String? { coverAddress }
}

extension Track: ResultDetailViewData {
  var details: [(name: String, value: String)] {
    let known = [("Album", album?.name), ("Genre", genre), ("Length", length)]
    return known.compactMap { name, value in value.map { (name: name, value: $0) } }
  }

  /// The duration, for example `3:07`.
  private var length: String? {
    guard let milliseconds, milliseconds >= 0 else { return nil }
    let seconds = milliseconds / 1000
    let rest = seconds % 60
    return "\(seconds / 60):" + (rest < 10 ? "0" : "") + "\(rest)"
  }
}

/// The state of data that a screen fetches.
enum FetchedState<Found> {
  case loading
  case found(Found)
  /// Why there is nothing to show.
  case empty(String)
  /// What went wrong, and what to do.
  case failed(String)
}

/// A view model that fetches the data of its screen. It knows no view.
@MainActor
protocol FetchingViewModel {
  associatedtype Found
  /// The current state; observers read it again when the answer arrives.
  var state: FetchedState<Found> { get }

  func load()
  func cancel()
}

/// The list of results.
@MainActor
final class SearchViewModel: FetchingViewModel {
  /// One result: its data for a view, and its link.
  struct Result {
    let viewData: any ResultViewData
    let link: String
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

  var state: FetchedState<[Result]> {
    switch tracks.state {
    case .loading: .loading
    case .failed(let error): .failed(error.text)
    case .ready(let tracks) where tracks.isEmpty:
      .empty(page.offset == 0 ? "Nothing found for '\(term)'." : "No more results for '\(term)'.")
    case .ready(let tracks):
      .found(tracks.map { Result(viewData: $0, link: "/music/track/\($0.id)") })
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

/// One track.
@MainActor
final class TrackViewModel: FetchingViewModel {
  let id: UInt64
  private let catalog: ITunesCatalog
  private let track = Fetch<Track?>()

  init(_ id: UInt64, in catalog: ITunesCatalog) {
    self.id = id
    self.catalog = catalog
  }

  var state: FetchedState<any ResultDetailViewData> {
    switch track.state {
    case .loading: .loading
    case .failed(let error): .failed(error.text)
    case .ready(nil): .empty("iTunes has no track \(id).")
    case .ready(let track?): .found(track)
    }
  }

  /// A link to the track's album; `nil` if none is known.
  var albumLink: String? {
    guard case .ready(let track?) = track.state else { return nil }
    return track.album.map { "/music/album/\($0.id)" }
  }

  func load() {
    track.start { [catalog, id] () async throws(HTTPError) in try await catalog.track(id) }
  }

  func cancel() { track.cancel() }
}
