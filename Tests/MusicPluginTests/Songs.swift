/// Minimal responses of the iTunes API.
enum Songs {
  static let bbibbi = song(1_438_614_348, "Bbibbi")

  static func song(_ id: UInt64, _ name: String) -> String {
    #"{"wrapperType":"track","trackId":\#(id),"trackName":"\#(name)","artistName":"IU","#
      + #""collectionId":1438614342,"collectionName":"Bbibbi - Single","#
      + #""artworkUrl100":"https://covers.example/100.jpg","primaryGenreName":"K-Pop","#
      + #""trackTimeMillis":187000}"#
  }

  static func answer(_ songs: [String]) -> String {
    "\n\n\n"
      + #"{"resultCount":\#(songs.count),"results":[\#(songs.joined(separator: ","))]}"# + "\n"
  }

  /// Songs numbered from 1.
  static func answer(count: Int) -> String {
    answer((0..<count).map { song(UInt64($0 + 1), "Song \($0 + 1)") })
  }
}
