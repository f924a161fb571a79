import FileAccess
import JSONCodec
import RouteImport
import TestSupport
import Testing

/// The route tables of two real apps, imported as tables of text; their own cases say what links
/// open.
@Suite(.enabled(if: hasCorpora, "the corpora are not present"))
struct CorporaTests {
  private static func json(_ path: String) throws -> JSON {
    try JSON(parsing: readFile(corporaFolder + "/" + path, bytesMax: 1_000_000))
  }

  private static func cases(_ folder: String) throws -> [(url: String, route: String?)] {
    try readFile(corporaFolder + "/\(folder)/cases.jsonl", bytesMax: 1_000_000)
      .split(separator: UInt8(ascii: "\n")).map { line in
        let row = try JSON(parsing: Array(line))
        return (row["url"]?.stringValue ?? "", row["expect"]?["route"]?.stringValue)
      }
  }

  /// The name of the screen on top.
  private func screen(_ stack: String) -> String {
    let top = stack.split(separator: ">").last ?? ""
    return String(top.split(separator: "(").first ?? "").replacing(" ", with: "")
  }

  @Test func `links of Artsy open its screens`() throws {
    var csv = "path,screen\n"
    // Paths alone are under all bases.
    for base in [
      "artsy://", "https://artsy.net", "https://www.artsy.net", "https://staging.artsy.net",
    ] {
      csv += "\(base)/import-base-\(base.utf8.count),Base\n"
    }
    for route in try Self.json("artsy-eigen/routes.json")["routes"]?.arrayValue ?? [] {
      guard route["hosts"]?.arrayValue?.contains("www.artsy.net") == true else { continue }
      let name = (route["name"]?.stringValue ?? "").replacing(" ", with: "")
      csv += "\(route["pattern"]?.stringValue ?? ""),\(name)\n"
    }
    let imported = try Imported(.csv, csv)
    // Two patterns occur twice, and the first one wins there, too.
    #expect(imported.settled.count(.taken) > 130)
    var holding = 0
    for (url, route) in try Self.cases("artsy-eigen") {
      let isWhole = url.contains("://")
      let link = isWhole ? url : "artsy://" + url.drop { $0 == "/" }
      // A link with a host is decoded there before it is read; some hosts have a table of their own.
      guard let route, !url.contains("live"), !url.contains("%25"),
        !(isWhole && url.contains("%3F"))
      else { continue }
      let found = screen(imported.stack(of: link))
      #expect(found == route.replacing(" ", with: ""), "\(url)")
      holding += 1
    }
    #expect(holding > 90)
  }

  @Test func `links of Kickstarter open its screens`() throws {
    let app = try Self.json("kickstarter-ios/routes.json")
    var routes: [JSON] = []
    for route in app["routes"]?.arrayValue ?? [] {
      var params: [JSON.Member] = []
      for (list, type) in [("int_params", "int"), ("bool_params", "bool")] {
        for name in route[list]?.arrayValue ?? [] {
          params.append(.init(name.stringValue ?? "", .string(type)))
        }
      }
      routes.append([
        "path": route["pattern"] ?? "", "screen": route["name"] ?? "", "params": .object(params),
      ])
    }
    let hosts = (app["hosts"]?.arrayValue ?? []).compactMap(\.stringValue)
    let links = ["https://", "http://", "ksr://"].flatMap { scheme in
      hosts.map { JSON.string(scheme + $0) }
    }
    let table = JSON.object([.init("links", .array(links)), .init("routes", .array(routes))])
    let imported = try Imported(.json, table.text)
    #expect(imported.settled.count(.dropped) == 0)
    var holding = 0
    for (url, route) in try Self.cases("kickstarter-ios") {
      // What a query item decides is only in the app's code.
      let isByQuery = ["comment=", "token=", "ref=ksr_email", "emails.", "clicks."].contains {
        url.contains($0)
      }
      guard let route, !isByQuery else { continue }
      let found = screen(imported.stack(of: url))
      #expect(found == route.replacing(".", with: "_"), "\(url)")
      holding += 1
    }
    #expect(holding > 25)
  }
}
