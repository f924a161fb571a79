/// The model: one song as iTunes knows it. It knows no view.
struct Track: Hashable, Sendable {
  let id: UInt64
  let name: String
  let artist: String
  /// The album's number and name; a single has them too.
  var album: Album?
  /// The address of its album's cover, 100 points wide.
  var coverAddress: String?
  var genre: String?
  var milliseconds: Int64?

  struct Album: Hashable, Sendable {
    let id: UInt64
    let name: String
  }
}
