import Diagnostics
import Testing

@testable import Service

struct PlacesTests {
  static let sockets: [(runtime: String?, path: String)] = [
    (nil, "/run/signalbox/socket"), ("", "/run/signalbox/socket"),
    ("relative", "/run/signalbox/socket"), ("/run/user/1000", "/run/user/1000/signalbox/socket"),
    ("/run/user/1000/", "/run/user/1000/signalbox/socket"),
  ]

  @Test(arguments: sockets)
  func `the socket is in the runtime folder`(_ row: (runtime: String?, path: String)) {
    let places = ServicePlaces(userID: 0) { $0 == "XDG_RUNTIME_DIR" ? row.runtime : nil }
    #expect(places.socketPath == row.path)
  }

  static let userSockets: [(variables: [String: String], path: String)] = [
    (["XDG_RUNTIME_DIR": "/run/user/1000", "TMPDIR": "/t"], "/run/user/1000/signalbox/socket"),
    (["TMPDIR": "/t/"], "/t/signalbox-1000/socket"),
    (["TMPDIR": "t"], "/tmp/signalbox-1000/socket"),
    (["XDG_RUNTIME_DIR": ""], "/tmp/signalbox-1000/socket"), ([:], "/tmp/signalbox-1000/socket"),
  ]

  @Test(arguments: userSockets)
  func `an ordinary user's socket is in a temporary folder if there is no runtime folder`(
    _ row: (variables: [String: String], path: String)
  ) {
    let variables = row.variables
    #expect(ServicePlaces(userID: 1_000) { variables[$0] }.socketPath == row.path)
  }

  static let folders: [(variables: [String: String], path: String?)] = [
    (["STATE_DIRECTORY": "/var/lib/signalbox", "HOME": "/h"], "/var/lib/signalbox"),
    (["STATE_DIRECTORY": "/a:/b"], "/a"), (["STATE_DIRECTORY": "", "HOME": "/h"], homeFolder),
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/signalbox"),
    (["XDG_STATE_HOME": "s", "HOME": "/h"], homeFolder), (["HOME": "/h"], homeFolder),
    (["HOME": "h"], nil), ([:], nil),
  ]
  private static let homeFolder = "/h/.local/state/signalbox"

  @Test(arguments: folders)
  func `variables set the data folder`(_ row: (variables: [String: String], path: String?)) throws {
    let variables = row.variables
    let places = ServicePlaces(userID: 0) { variables[$0] }
    if let path = row.path {
      #expect(try places.dataFolder == path)
    } else {
      #expect(throws: Diagnostic.noDataFolder) { try places.dataFolder }
    }
  }
}
