import HTTPAccess
import JSONCodec
import Screens
import Testing

@testable import MusicPlugin

/// The track model: parsing and conversion to view data.
struct TrackTests {
  private func tracks(_ text: String) throws -> [Track] {
    try Track.all(in: try JSON(parsing: text), from: "http://host/search")
  }

  @Test func `every property of a song is parsed`() throws {
    #expect(
      try tracks(Songs.answer([Songs.bbibbi])) == [
        Track(
          id: 1_438_614_348, name: "Bbibbi", artist: "IU",
          album: .init(id: 1_438_614_342, name: "Bbibbi - Single"),
          coverAddress: "https://covers.example/100.jpg", genre: "K-Pop", milliseconds: 187_000)
      ])
  }

  @Test func `optional properties can be missing, and other items are skipped`() throws {
    let text = #"""
      {"results":[{"wrapperType":"artist","artistName":"IU"},
      {"trackId":7,"trackName":"a","artistName":"b","collectionId":-1,"collectionName":"c"}]}
      """#
    #expect(try tracks(text) == [Track(id: 7, name: "a", artist: "b")])
    #expect(try tracks(#"{"resultCount":0,"results":[]}"#).isEmpty)
  }

  @Test(arguments: [
    ("[]", "'results' is not an array"), (#"{"results":{}}"#, "'results' is not an array"),
    (#"{"results":[1]}"#, "'results[0].trackId' is not a number from 0"),
    (#"{"results":[{"trackId":-1}]}"#, "'results[0].trackId' is not a number from 0"),
    (#"{"results":[{"trackId":1,"trackName":2}]}"#, "'results[0].trackName' is not a string"),
    (#"{"results":[{"trackId":1,"trackName":""}]}"#, "'results[0].artistName' is not a string"),
  ])
  func `a malformed response is an error`(text: String, reason: String) {
    #expect(throws: HTTPError.unreadable(address: "http://host/search", reason: reason)) {
      try tracks(text)
    }
  }

  @Test(arguments: [
    (187_000, "3:07"), (0, "0:00"), (59_999, "0:59"), (3_600_000, "60:00"),
    (Int64.max, "153722867280912:55"),
  ])
  func `the length is shown in minutes and seconds`(milliseconds: Int64, text: String) {
    let track = Track(id: 1, name: "a", artist: "b", milliseconds: milliseconds)
    #expect(track.details.map(\.name) == ["Length"])
    #expect(track.details.map(\.value) == [text])
    #expect(Track(id: 1, name: "a", artist: "b", milliseconds: -1).details.isEmpty)
  }

  @Test func `views accept the model as view data`() {
    var track = Track(id: 1, name: "a", artist: "b", coverAddress: "c")
    track.genre = "d"
    track.album = .init(id: 2, name: "e")
    var view = ResultView()
    view.configure(viewData: track)
    #expect(view.row.title == "a" && view.row.subtitle == "b" && view.row.image == "c")
    var detail = ResultDetailView()
    detail.configure(viewData: track)
    #expect(detail.section.rows.map(\.title) == ["a", "e", "d"])
    #expect(detail.section.rows.map(\.subtitle) == ["b", "Album", "Genre"])
  }

  @Test(arguments: [
    (nil, nil, 0, 20), ("40", "10", 40, 10), ("0", "0", 0, 1), ("1", "9999999999", 1, 200),
    ("-1", "x", 0, 20),
  ])
  func `a page's range is clamped`(offset: String?, limit: String?, from: UInt64, most: UInt64) {
    let page = SearchPage(offset: offset, limit: limit)
    #expect(page.offset == from && page.limit == most)
  }

  @Test func `pages have a previous and a next page`() {
    let first = SearchPage(limit: "20")
    #expect(first.previous == nil)
    #expect(first.next(found: 19) == nil)
    #expect(first.next(found: 20) == SearchPage(offset: "20", limit: "20"))
    #expect(SearchPage(offset: "5", limit: "20").previous == first)
    #expect(SearchPage(offset: "25", limit: "20").previous?.offset == 5)
    #expect(SearchPage(offset: "\(UInt64.max)").next(found: 20) == nil)
  }
}
