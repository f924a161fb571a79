import HTTPAccess

/// The state of a track's screen. It knows no view.
@MainActor
final class TrackViewModel {
  enum State {
    case loading
    case found(any ResultDetailViewData)
    /// There is no such track.
    case empty(String)
    /// What went wrong, and what to do.
    case failed(String)
  }

  let id: UInt64
  private let catalog: ITunesCatalog
  private let track = Fetch<Track?>()

  init(_ id: UInt64, in catalog: ITunesCatalog) {
    self.id = id
    self.catalog = catalog
  }

  /// The current state; observers read it again when the answer arrives.
  var state: State {
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
