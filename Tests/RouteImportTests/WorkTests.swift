import Diagnostics
import RouteImport
import Testing

/// Sources that took time that grows faster than they do.
struct WorkTests {
  // Goal: the work of an import is bounded, and about proportional to usual sources.
  // Method: parts of one kind; the routes of all rounds of checks are counted.
  static let rows:
    [(name: String, kind: ImportKind, source: String, dropped: Int, checkedMax: Int)] = [
      (
        "redirects to the one before, the first to nothing", .json,
        table((1...50).map { #"{"path":"/r\#($0)","redirect":"/r\#($0 - 1)"}"# }), 50, 1_400
      ),
      (
        "parents, the first missing", .json,
        table(
          (1...50).map {
            #"{"path":"/r\#($0)","screen":"S\#($0)","parents":["/r\#($0 - 1)"]}"#
          }), 50, 1_400
      ),
      (
        "faults of more routes than one check reports", .json,
        table((1...150).map { #"{"path":"/r\#($0)","redirect":"/none\#($0)"}"# }), 150, 400
      ),
      (
        "expressions that end in different texts", .androidNavigation,
        #"<navigation xmlns:android="http://schemas.android.com/apk/res/android" "#
          + #"xmlns:app="http://schemas.android.com/apk/res-auto">"#
          + (0..<30).map {
            #"<fragment android:id="@+id/s\#($0)">"#
              + #"<deepLink app:uri="https://h.example/{a\#($0)}/.*x\#($0)"/></fragment>"#
          }.joined() + "</navigation>", 0, 60
      ),
    ]

  private static func table(_ routes: [String]) -> String {
    "[" + ([#"{"path":"/","screen":"H"}"#] + routes).joined(separator: ",") + "]"
  }

  @Test(arguments: rows.indices)
  func `an import is settled in few rounds of checks`(index: Int) throws {
    let row = Self.rows[index]
    let table = try row.kind.table(Array(row.source.utf8), file: "source")
    let settled = try table.settled(as: "app")
    #expect(settled.count(.dropped) == row.dropped, "\(row.name)")
    #expect(settled.checkedRoutes <= row.checkedMax, "\(row.name)")
  }

  @Test func `an import of which each check finds few more faults ends with an error`() throws {
    let source = Self.table(
      (1...400).map { #"{"path":"/r\#($0)","screen":"S\#($0)","parents":["/r\#($0 - 1)"]}"# })
    let error = #expect(throws: Diagnostic.self) { _ = try Imported(.json, source) }
    #expect(error?.message.hasPrefix("the routes form no app, 154 routes dropped: ") == true)
  }

  @Test(arguments: [4, 16])
  func `aliases add a bounded number of records`(depth: Int) throws {
    var records = #"{"path":"x","component":"X"}"#
    for level in 0..<depth {
      records = #"{"path":"/p\#(level)","alias":"/q\#(level)","children":[\#(records)]}"#
    }
    let source = "[\(records)]"
    if depth == 4 {
      _ = try Imported(.vueRouter, source)
    } else {
      let error = #expect(throws: Diagnostic.self) { _ = try Imported(.vueRouter, source) }
      #expect(error?.message == "aliases add more than 20000 records")
    }
  }
}
