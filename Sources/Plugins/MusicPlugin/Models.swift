import Diagnostics
import HTTPAccess
import JSONCodec

/// The model: one song in iTunes. It knows no view.
struct Track: Hashable, Sendable {
  let id: UInt64
  let name: String
  let artist: String
  /// The album's number and name; a single also has them.
  var album: Album?
  /// The address of the album's cover, 100 points wide.
  var coverAddress: String?
  var genre: String?
  var milliseconds: Int64?

  struct Album: Hashable, Sendable {
    let id: UInt64
    let name: String
  }
}

extension Track {
  /// The tracks of an answer to `/search` or `/lookup`, in its order. Other results, such as
  /// artists, are left out.
  /// - Parameter address: The address that errors name.
  static func all(in answer: JSON, from address: String) throws(HTTPError) -> [Track] {
    guard let results = answer["results"]?.arrayValue else {
      throw .unreadable(address: address, reason: "'results' is not an array")
    }
    var tracks: [Track] = []
    for (index, result) in results.enumerated() where isTrack(result) {
      tracks.append(try Track(result, place: "results[\(index)]", address: address))
    }
    return tracks
  }

  private static func isTrack(_ result: JSON) -> Bool {
    result["wrapperType"]?.stringValue.map { sameBytes($0, "track") } ?? true
  }

  private init(_ json: JSON, place: String, address: String) throws(HTTPError) {
    func text(_ key: String) throws(HTTPError) -> String {
      guard let text = json[key]?.stringValue else {
        throw .unreadable(address: address, reason: "'\(place).\(key)' is not a string")
      }
      return text
    }
    guard let id = json["trackId"].flatMap(number) else {
      throw .unreadable(address: address, reason: "'\(place).trackId' is not a number from 0")
    }
    self.id = id
    name = try text("trackName")
    artist = try text("artistName")
    if let id = json["collectionId"].flatMap(number),
      let name = json["collectionName"]?.stringValue
    {
      album = Album(id: id, name: name)
    }
    coverAddress = json["artworkUrl100"]?.stringValue
    genre = json["primaryGenreName"]?.stringValue
    milliseconds = json["trackTimeMillis"]?.intValue
  }
}

private func number(_ json: JSON) -> UInt64? { json.intValue.flatMap(UInt64.init(exactly:)) }

/// A page of search results: the number of results before it, and the most that it holds.
struct SearchPage: Hashable, Sendable {
  /// The most results that iTunes returns at once.
  static let limitMax: UInt64 = 200
  /// The default number of results.
  static let limitUsual: UInt64 = 20

  let offset: UInt64
  /// From 1 to `limitMax`.
  let limit: UInt64

  /// Parses the items of a link. A missing or non-numeric item has its default; a limit out of
  /// bounds is clamped.
  init(offset: String? = nil, limit: String? = nil) {
    self.init(
      offset: offset.flatMap { UInt64($0) } ?? 0,
      limit: limit.flatMap { UInt64($0) } ?? Self.limitUsual)
  }

  private init(offset: UInt64, limit: UInt64) {
    self.offset = offset
    self.limit = min(Self.limitMax, max(1, limit))
  }

  /// The page after this one, if this one is full; the API does not report the number of results.
  func next(found count: Int) -> SearchPage? {
    let (offset, isTooFar) = offset.addingReportingOverflow(limit)
    return isTooFar || UInt64(count) < limit ? nil : SearchPage(offset: offset, limit: limit)
  }

  /// The page before this one; `nil` for the first.
  var previous: SearchPage? {
    offset == 0 ? nil : SearchPage(offset: offset - min(offset, limit), limit: limit)
  }
}

/// The source of tracks: the search API of iTunes.
struct ITunesCatalog: Sendable {
  let client: any HTTPClient
  /// The base address, for example `https://itunes.apple.com`.
  let base: String

  /// Returns one page of the songs found for a term.
  func search(_ term: String, _ page: SearchPage) async throws(HTTPError) -> [Track] {
    try await tracks(
      "/search",
      [
        ("term", term), ("media", "music"), ("entity", "song"), ("offset", "\(page.offset)"),
        ("limit", "\(page.limit)"),
      ])
  }

  /// Returns the track of this number; `nil` if there is none.
  func track(_ id: UInt64) async throws(HTTPError) -> Track? {
    try await tracks("/lookup", [("id", "\(id)"), ("entity", "song")]).first { $0.id == id }
  }

  private func tracks(
    _ path: String, _ query: [(name: String, value: String)]
  ) async throws(HTTPError) -> [Track] {
    let address = httpAddress(base: base, path: path, query: query)
    return try Track.all(in: try await client.json(at: address), from: address)
  }
}
