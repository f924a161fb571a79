import CSystem
import Diagnostics
import FileAccess
import TestSupport
import Testing

import CLibrary
@testable import Service

struct SocketTests {
  @Test func `a socket is private, accepts clients, and is removed at the end`() throws {
    let folder = try TemporaryFolder()
    let path = folder("sub/socket")
    let socket = try ListeningSocket(path: path, isStandard: true)
    #expect(permissions(path) == 0o600)
    #expect(permissions(folder("sub")) == 0o700)
    #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
    let client = try connected(to: path)
    let served = accept(socket.descriptor, nil, nil)
    #expect(served >= 0)
    let peer = try Peer(of: served)
    #expect(peer == Peer(userID: getuid(), processID: getpid()))
    #expect(peer.isTrusted)
    close(client)
    close(served)
    socket.end()
    #expect(access(path, F_OK) != 0)
    #expect(fcntl(socket.descriptor, F_GETFD) < 0)
    socket.end()  // No effect the second time.
  }

  @Test func `creating a socket restores the umask`() throws {
    let folder = try TemporaryFolder()
    let before = umask(0o027)
    defer { umask(before) }
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    #expect(umask(0o027) == 0o027)
    #expect(permissions(folder("socket")) == 0o600)
    socket.end()
  }

  @Test func `a stale socket is replaced, a live one is not`() throws {
    let folder = try TemporaryFolder()
    let path = folder("socket")
    let first = try ProbeProcess(["listen", path])
    #expect(first.line() == "listening")
    #expect(throws: Diagnostic.locked(path: path + ".lock", processID: first.processID)) {
      try ListeningSocket(path: path, isStandard: false)
    }
    first.end(by: SIGKILL)
    #expect(access(path, F_OK) == 0)
    let second = try ListeningSocket(path: path, isStandard: false)
    let client = try connected(to: path)
    #expect(client >= 0)
    close(client)
    second.end()
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a socket without our lock is live if it accepts or its queue is full`() throws {
    let folder = try TemporaryFolder()
    let path = folder("socket")
    let other = try streamSocket(path)
    defer { close(other) }
    #expect(csystem_socket_bind(other, path, path.utf8.count) == 0)
    #expect(listen(other, 0) == 0)
    #expect(throws: Diagnostic.live(path: path, processID: getpid())) {
      try ListeningSocket(path: path, isStandard: false)
    }
    // Fills its queue.
    var clients: [Int32] = []
    defer { clients.forEach { close($0) } }
    for _ in 0..<8 { clients.append(try connected(to: path)) }
    #expect(throws: Diagnostic.live(path: path, processID: nil)) {
      try ListeningSocket(path: path, isStandard: false)
    }
    #expect(access(path, F_OK) == 0)
  }

  @Test func `of ten processes that replace a stale socket, exactly one listens`() throws {
    let folder = try TemporaryFolder()
    let path = folder("socket")
    let dead = try ProbeProcess(["listen", path])
    #expect(dead.line() == "listening")
    dead.end(by: SIGKILL)
    let all = try (0..<10).map { _ in try ProbeProcess(["listen", path]) }
    let lines = all.map { $0.line() ?? "" }
    #expect(lines.filter { $0 == "listening" }.count == 1, "\(lines)")
    let client = try connected(to: path)
    #expect(client >= 0)
    close(client)
    for probe in all { probe.end() }
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a file that replaced the socket is not removed at the end`() throws {
    let folder = try TemporaryFolder()
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    unlink(folder("socket"))
    try folder.file("socket", "another file")
    socket.end()
    #expect(try folder.text(of: "socket") == "another file")
  }

  @Test func `a file that is not a socket is not replaced`() throws {
    let folder = try TemporaryFolder()
    try folder.file("file", "precious")
    #expect(throws: Diagnostic.notASocket(path: folder("file"))) {
      try ListeningSocket(path: folder("file"), isStandard: false)
    }
    #expect(try folder.text(of: "file") == "precious")
    let link = try folder.link("link", to: folder("file"))
    #expect(throws: Diagnostic.notASocket(path: link)) {
      try ListeningSocket(path: link, isStandard: false)
    }
  }

  @Test func `a path that is too long is refused before any file is created`() throws {
    let folder = try TemporaryFolder()
    let room = ListeningSocket.pathBytesMax - folder.path.utf8.count - 1
    let longest = folder(String(repeating: "s", count: room))
    try ListeningSocket(path: longest, isStandard: false).end()
    for path in [longest + "s", "", "a\0b"] {
      let refused = Diagnostic.socketPath(path: path, bytesMax: ListeningSocket.pathBytesMax)
      #expect(throws: refused) { try ListeningSocket(path: path, isStandard: false) }
    }
    #expect(access(longest + "s.lock", F_OK) != 0)
  }

  static let folders: [(mode: UInt32, isPrivate: Bool, isChosen: Bool)] = [
    (0o700, true, true), (0o500, true, true), (0o750, false, true), (0o755, false, true),
    (0o702, false, false), (0o777, false, false), (0o1777, false, true),
  ]

  @Test(arguments: folders)
  func `a folder is accepted only if its mode protects it from others`(
    _ row: (mode: UInt32, isPrivate: Bool, isChosen: Bool)
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.folder("sub", mode: row.mode)
    if row.isPrivate {
      #expect(throws: Never.self) { try ServiceFolder.preparePrivate(path) }
    } else {
      let refused = Diagnostic.open(path: path, mode: row.mode)
      #expect(throws: refused) { try ServiceFolder.preparePrivate(path) }
    }
    if row.isChosen {
      #expect(throws: Never.self) { try ServiceFolder.prepareChosen(path) }
    } else {
      let refused = Diagnostic.writable(path: path, mode: row.mode)
      #expect(throws: refused) { try ServiceFolder.prepareChosen(path) }
    }
  }

  @Test func `folders above a socket and the data must not be writable by others`() throws {
    let folder = try TemporaryFolder()
    let open = try folder.folder("open", mode: 0o777)
    let inner = try folder.folder("open/inner")
    let link = try folder.link("link", to: "open")
    let refused = Diagnostic.writable(path: open, mode: 0o777)
    #expect(throws: refused) { try ServiceFolder.preparePrivate(inner) }
    for path in [inner, open + "/new", link + "/inner"] {
      #expect(throws: refused) { try ServiceFolder.prepareChosen(path) }
      #expect(throws: refused) { try ServiceFolder.prepareData(path) }
    }
    chmod(open, 0o1777)
    #expect(throws: Never.self) {
      try ServiceFolder.preparePrivate(inner)
      try ServiceFolder.prepareChosen(link + "/inner")
      try ServiceFolder.prepareData(inner)
    }
    // The data folder itself belongs to one daemon.
    #expect(throws: Diagnostic.writable(path: open, mode: 0o1777)) {
      try ServiceFolder.prepareData(open)
    }
    if getuid() == 0 {
      #expect(chown(open, 12_345, 12_345) == 0)
      let foreign = Diagnostic.foreign(path: open, userID: 12_345)
      #expect(throws: foreign) { try ServiceFolder.prepareChosen(inner) }
    }
  }

  @Test func `links, files and other users' folders are refused as folders`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.folder("real")
    let link = try folder.link("link", to: folder("real"))
    #expect(throws: Diagnostic.link(path: link)) { try ServiceFolder.preparePrivate(link) }
    let file = try folder.file("file")
    #expect(throws: Diagnostic.self) { try ServiceFolder.preparePrivate(file) }
    if getuid() == 0 {
      #expect(chown(folder("real"), 12_345, 12_345) == 0)
      let refused = Diagnostic.foreign(path: folder("real"), userID: 12_345)
      #expect(throws: refused) { try ServiceFolder.preparePrivate(folder("real")) }
      #expect(throws: refused) { try ServiceFolder.prepareChosen(folder("real")) }
    }
  }

  @Test(
    arguments: [
      (1_000, 1_000, true), (1_000, 0, true), (1_000, 1_001, false), (0, 0, true),
      (0, 1_000, false),
    ] as [(UInt32, UInt32, Bool)])
  func `only our own user and root are trusted`(own: UInt32, other: UInt32, isTrusted: Bool) {
    #expect(Peer(userID: other, processID: nil).isTrusted(by: own) == isTrusted)
  }

  @Test(.enabled(if: getuid() == 0, "only root can be another user"))
  func `another user that connects is identified and not trusted`() throws {
    let folder = try TemporaryFolder()
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    defer { socket.end() }
    chmod(folder.path, 0o755)
    // The socket's permissions keep other users out; with wider permissions the peer is identified.
    chmod(folder("socket"), 0o666)
    #expect(seteuid(12_345) == 0)
    let client = try connected(to: folder("socket"))
    #expect(seteuid(0) == 0)
    #expect(client >= 0)
    let served = accept(socket.descriptor, nil, nil)
    let peer = try Peer(of: served)
    #expect(peer.userID == 12_345)
    #expect(!peer.isTrusted)
    close(client)
    close(served)
  }
}
