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
