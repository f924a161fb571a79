import CLibrary
import DaemonClient
import FileAccess
import JSONCodec
import PseudoTerminal
import TestSupport
import Testing

/// A daemon whose route files are broken when it starts.
struct StaleRoutesTests {
  private static let good = """
    signalbox: 1
    plugin: shop
    links: [shop://]
    coordinators:
      home: { kind: stack, start: / }
    screens:
      Home: {}
      Item: {}
      New: {}
    routes:
      - { path: /, screen: Home }
      - { path: /items/:id, screen: Item, params: { id: int } }
    """

  @MainActor @Test func `a daemon serves the last valid routes until the files are fixed`() throws {
    let routes = try TemporaryFolder()
    let path = try routes.file("app.yaml", Self.good)
    let daemon = try RunningDaemon(durability: "always", routes: path)
    func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
      try Connection(path: daemon.socket).call(method, params)
    }
    #expect(try call("status")["app"]?["findings"] == [])
    // No session is left: the definition is kept anyway. It is on the disk by now, since the answer
    // to a change waits for everything that was to be written before.
    _ = try call("session.create", ["name": "short"])
    _ = try call("session.close", ["session": "short"])
    try daemon.stop()
    try routes.file("app.yaml", Self.good + "\n  - { path: /new, scren: New }\n")
    try daemon.start()
    let app = try #require(try call("status")["app"])
    #expect(app["routes"] == 2)
    #expect(app["findings"]?.arrayValue?.first?["line"] == 13)
    let log = daemon.process.screen.text.split(separator: "\n").joined()
    #expect(log.contains("1 plugin, 2 routes from the journal; attach"), "\(log)")
    _ = try call("session.create", ["name": "a"])
    #expect(try call("open", ["session": "a", "link": "shop://items/1"])["outcome"] == "moved")

    try routes.file("app.yaml", Self.good + "\n  - { path: /new, screen: New }\n")
    for _ in 0..<400 where try call("status")["app"]?["routes"] != 3 { usleep(50_000) }
    #expect(try call("status")["app"]?["findings"] == [])
    #expect(try call("open", ["session": "a", "link": "shop://new"])["outcome"] == "moved")
    try daemon.stop()
    #expect(daemon.process.screen.text.contains("daemon/stale-routes"))
  }

  @Test(arguments: [
    ("$F/shopp", "error[file/unreadable]: cannot read '"),
    ("$F", "error[file/none-found]: no route file in '"),
  ])
  func `a path without route files serves no app from the journal`(
    path: String, error: String
  ) throws {
    let daemon = try RunningDaemon(durability: "always")
    // The answer waits until the journal has the definition.
    _ = try daemon.shell("signalbox send stack --socket $S")
    try daemon.stop()
    let text = try daemon.shell("signalbox serve --routes \(path) --socket $S --data $F/data")
    #expect(text.contains(error) && text.hasSuffix("exit 2\n"), "\(text)")
  }
}
