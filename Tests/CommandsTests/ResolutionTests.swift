import Diagnostics
import FileAccess
import JSONCodec
import Links
import Navigation
import TestSupport
import Testing

@testable import Commands

struct ResolutionTests {
  static let rows: [(link: String, line: String, json: String)] = [
    (
      "cinema://movies/42?ref=push&x=1&x=2",
      "cinema://movies/42?ref=push&x=1&x=2: Movie(id=42, ref=push) by /movies/:id, push on home",
      #"""
      {"link":"cinema://movies/42?ref=push&x=1&x=2","route":"/movies/:id","name":"movie",\#
      "screen":"Movie","params":{"id":"42"},"query":{"ref":["push"],"x":["1","2"]},"gates":[],\#
      "coordinator":"home","as":"push","hops":[]}
      """#
    ),
    (
      "/film/7", "/film/7: Movie(id=7) by /movies/:id, push on home, 1 redirect",
      #"""
      {"link":"/film/7","route":"/movies/:id","name":"movie","screen":"Movie",\#
      "params":{"id":"7"},"query":{},"gates":[],"coordinator":"home","as":"push",\#
      "hops":["/movies/7"]}
      """#
    ),
    (
      "/extras", "/extras: Extras by /extras, push on home, gates login, premium",
      #"""
      {"link":"/extras","route":"/extras","name":"Extras","screen":"Extras","params":{},\#
      "query":{},"gates":["login","premium"],"coordinator":"home","as":"push","hops":[]}
      """#
    ),
    (
      "/terms", "/terms: browser by /terms, outside",
      #"""
      {"link":"/terms","route":"/terms","name":null,"screen":null,"params":{},"query":{},\#
      "gates":[],"coordinator":null,"as":"outside","hops":[]}
      """#
    ),
    (
      "cinema://nowhere", "cinema://nowhere: not-found: no route matches",
      #"""
      {"link":"cinema://nowhere","error":"not-found","message":"no route matches \#
      'cinema://nowhere'"}
      """#
    ),
    (
      "https://elsewhere.example",
      "https://elsewhere.example: foreign: "
        + "'https://elsewhere.example' is not under any base of this app",
      #"""
      {"link":"https://elsewhere.example","error":"foreign",\#
      "message":"'https://elsewhere.example' is not under any base of this app"}
      """#
    ),
    (
      "/a\u{1B}[2J",
      "/a\\u{1b}[2J: malformed: the link is malformed at byte 2: a control character",
      #"""
      {"link":"/a\u001b[2J","error":"malformed","message":"the link is malformed at byte 2: a \#
      control character"}
      """#
    ),
  ]

  @Test(arguments: rows)
  func resolution(link: String, line: String, json: String) {
    let resolution = LinkResolution(link: link, in: TestApp.definition)
    #expect(resolution.line == line)
    #expect(resolution.json.text == json)
  }

  @Test(arguments: [
    ("/admin/users", "route '/admin/*' refuses '/admin/users'"),
    (
      "/secret",
      "route '/secret' opens only from inside: by a tap, or by 'open /secret inside'"
    ),
  ])
  func `a link that a route refuses has an error and no near misses`(link: String, message: String)
    throws
  {
    var app = PluginDraft("gallery")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/:page+", screen: "Page")
    app.route("/secret", screen: "Secret") { $0.bases = [] }
    var admin = RouteDraft(path: "/admin/*")
    admin.presentation = .refuse
    app.routes.append(admin)
    let definition = try AppDefinition(plugins: [app])
    let resolution = LinkResolution(link: link, in: definition)
    #expect(!resolution.isResolved)
    #expect(resolution.line == "\(link): forbidden: " + message)
    let json = #"{"link":"\#(link)","error":"forbidden","message":"\#(message)"}"#
    #expect(resolution.json.text == json)
    var output = ByteBuffer()
    let answers = LinkAnswers(definition, isJSON: true)
    let isResolved = Array(link.utf8).withUnsafeBytes { link in
      answers.answer(link, LinkResolver(definition), into: &output)
    }
    #expect(!isResolved)
    #expect(output.text == json)
  }

  @Test func `a route's fixed values are reported with those of the link`() throws {
    var app = PluginDraft("gallery")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route("/artist/:id/shows", screen: "Artist") {
      $0.query = [("year", .int, true)]
      $0.values = [("tab", "Shows"), ("url", "/a/:id")]
    }
    let definition = try AppDefinition(plugins: [app])
    let link = "/artist/ada/shows?year=1843"
    let line = "(id=ada, year=1843, tab=Shows, url=/a/ada) by /artist/:id/shows, push"
    let resolution = LinkResolution(link: link, in: definition)
    #expect(resolution.line == link + ": Artist" + line)
    #expect(
      resolution.json["params"]?.text == #"{"id":"ada","tab":"Shows","url":"/a/ada"}"#)
    for isJSON in [false, true] {
      let input = try Pipe()
      let output = try Pipe()
      try input.send(Array((link + "\n").utf8))
      input.closeWriting()
      _ = try LinkAnswers(definition, isJSON: isJSON).stream(
        from: LineBlockReader(descriptor: input.reading, lineBytesMax: 20_000),
        to: OutputWriter(descriptor: output.writing), threads: 2)
      output.closeWriting()
      let answers = LineReader(descriptor: output.reading, lineBytesMax: 100_000)
      let wanted = isJSON ? resolution.json.text : resolution.line
      #expect(try answers.next() == .whole(Array(wanted.utf8)[...]))
    }
  }

  private static func redirecting() throws -> AppDefinition {
    var app = PluginDraft("w")
    app.links("w://")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    app.route(#"/item/:id(\d+)"#, screen: "Item")
    app.redirect("/old/:id", to: "/item/:id")
    app.redirect("/older/:path+", to: "/old/:path")
    return try AppDefinition(plugins: [app])
  }

  @Test @MainActor func `a redirected link without a route reports its last redirect`() throws {
    let definition = try Self.redirecting()
    let resolution = LinkResolution(link: "w://older/x?a=1", in: definition)
    #expect(
      resolution.line
        == "w://older/x?a=1: not-found: redirected to /item/x?a=1, which no route matches")
    #expect(
      resolution.json.text == #"""
        {"link":"w://older/x?a=1","error":"not-found","message":"no route matches '/item/x?a=1', \#
        the target of its redirect","hops":["/old/x?a=1","/item/x?a=1"]}
        """#)
    var interpreter = Prompt(definition: definition)
    let why = interpreter.run("why w://older/x?a=1")
    #expect(
      why.text == """
        w://older/x?a=1: not-found: redirected to /item/x?a=1, which no route matches
        redirected to /old/x?a=1
        redirected to /item/x?a=1
        /item/:id(\\d+): segment 2 is 'x', not ':id(…)'

        """)
    #expect(why.json["hops"]?.text == #"["/old/x?a=1","/item/x?a=1"]"#)
    #expect(why.json["misses"]?.arrayValue?.isEmpty == false)
  }

  @Test @MainActor func `why names the routes that match too and give way`() throws {
    var app = PluginDraft("w")
    app.links("w://")
    app.stack("home", start: "/")
    app.route("/", screen: "Home")
    for path in ["/one", "/one/:p?", "/one/:rest*"] { app.route(path, screen: "A") }
    var interpreter = Prompt(definition: try AppDefinition(plugins: [app]))
    let why = interpreter.run("why w://one")
    #expect(
      why.text == """
        w://one: A by /one, push
        /one/:p?: matches too, but gives way to /one, whose links are all links of this route
        /one/:rest*: matches too, but gives way to /one, whose links are all links of this route
        now: moved: push A on home

        """)
    #expect(
      why.json["misses"]?.arrayValue?.map { $0["route"]?.stringValue } == [
        "/one/:p?", "/one/:rest*",
      ])
    // The other routes lose by their rank, which the paths show.
    #expect(interpreter.run("why w://one/a/b").json["misses"] == nil)
  }

  @Test(arguments: ["/old/1", "w://older/2?a=1&b", "w://older/a/3", "/item/4", "/film/5", "/%zz"])
  func `the hops of a link are reported whether or not it opens a screen`(link: String) throws {
    let definition = try Self.redirecting()
    let found = try? definition.resolve(link)
    let hops = LinkResolution(link: link, in: definition).hops.map(\.link)
    if let found { #expect(hops == found.hops.map(\.link)) }
    #expect(hops.isEmpty == !(link.contains("old")))
  }

  @Test func `a stream answers every line in order, valid or not`() throws {
    let input = try Pipe()
    let output = try Pipe()
    try input.send(Array("/movies\r\n\n/".utf8) + [0xFF] + Array("\n/\(long)\n/extras".utf8))
    input.closeWriting()
    let isResolved = try LinkAnswers(TestApp.definition, isJSON: false).stream(
      from: LineBlockReader(descriptor: input.reading, lineBytesMax: 20_000),
      to: OutputWriter(descriptor: output.writing), threads: 2)
    output.closeWriting()
    #expect(!isResolved)
    var found: [String] = []
    let answers = LineReader(descriptor: output.reading, lineBytesMax: 100_000)
    while case .whole(let bytes) = try answers.next() {
      found.append(String(String(decoding: bytes, as: UTF8.self).suffix(40)))
    }
    #expect(found.count == 5)
    #expect(found.map { $0.hasSuffix("on home") } == [true, false, false, false, false])
    #expect(found[1] == ": malformed: the link is malformed at byte 0: it is empty".suffix(40))
    #expect(found[2].hasSuffix("malformed at byte 1: bytes that are not UTF-8".suffix(40)))
    #expect(found[3].hasSuffix("has 10001 bytes, more than 8192"))
    #expect(found[4].hasSuffix("gates login, premium"))
  }

  private let long = String(repeating: "x", count: 10_000)

  @Test func `a closed output pipe is an error of its own`() throws {
    let input = try Pipe()
    let output = try Pipe()
    output.closeReading()
    try input.send(Array("/movies\n/movies\n".utf8))
    input.closeWriting()
    let error = try #require(throws: FileError.self) {
      _ = try LinkAnswers(TestApp.definition, isJSON: true).stream(
        from: LineBlockReader(descriptor: input.reading, lineBytesMax: 20_000),
        to: OutputWriter(descriptor: output.writing), threads: 2)
    }
    #expect(error.fault == .closed)
  }

  // Goal: a stream gives the same answers as single links, byte for byte. Method: links with
  // unusual values, names and queries, through both.
  @Test(arguments: [false, true])
  func `a stream gives the same answers as single links`(isJSON: Bool) throws {
    let links = Self.rows.map(\.link).filter { !$0.utf8.contains(0x1B) } + Self.oddLinks
    let input = try Pipe()
    let output = try Pipe()
    try input.send(links.joined(separator: "\n"))
    input.closeWriting()
    let isResolved = try LinkAnswers(TestApp.definition, isJSON: isJSON).stream(
      from: LineBlockReader(descriptor: input.reading, lineBytesMax: 20_000),
      to: OutputWriter(descriptor: output.writing), threads: 2)
    #expect(!isResolved)
    let answers = LineReader(descriptor: output.reading, lineBytesMax: 100_000)
    for link in links {
      let single = LinkResolution(link: link, in: TestApp.definition)
      let wanted = isJSON ? single.json.text : single.line
      #expect(try answers.next() == .whole(Array(wanted.utf8)[...]), "\(link)")
    }
  }

  private static let oddLinks = [
    "/search/a%20b", "/search/%22%5C%2C%28%29%3E", "/search/a,b", "/search/é", "/search/e%CC%81",
    "/search/%E2%80%AEx", "/search/\u{2028}", "/search/x?a=1&b=2&a=3&%22=%5C&c", "/search/x?",
    "/search/\u{202E}x?q=\u{2066}", "cinema://movies/42?ref=%22%5C", "/film/7?ref=%E2%80%A8",
    "/movies/4%32?ref=&ref=2", "//movies//42/", "CINEMA://movies", "mailto:a", "", " ", "/a%zz",
    "https://cinema.example:443/extras", "/checkout#x", "/library?é=ü",
  ]
}
