import HTTPAccess
import JSONCodec
import Links

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
