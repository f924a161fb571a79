import CSystem
import TestSupport
import Testing

import CLibrary
@testable import Service

struct SocketTests {
  @Test func `a socket is made for us alone, served, and removed at the end`() throws {
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
    socket.end()  // A second end does nothing.
  }

  @Test func `the umask of the process is what it was`() throws {
    let folder = try TemporaryFolder()
    let before = umask(0o027)
    defer { umask(before) }
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    #expect(umask(0o027) == 0o027)
    #expect(permissions(folder("socket")) == 0o600)
    socket.end()
  }

  @Test func `a stale socket is taken over, a live one is not`() throws {
    let folder = try TemporaryFolder()
    let path = folder("socket")
    let first = try ProbeProcess(["listen", path])
    #expect(first.line() == "listening")
    #expect(throws: ServiceError.locked(path: path + ".lock", processID: first.processID)) {
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

  @Test func `a socket of a program without our lock is live, too, also when it is busy`() throws {
    let folder = try TemporaryFolder()
    let path = folder("socket")
    let other = try streamSocket(path)
    defer { close(other) }
    #expect(csystem_socket_bind(other, path, path.utf8.count) == 0)
    #expect(listen(other, 0) == 0)
    #expect(throws: ServiceError.live(path: path, processID: getpid())) {
      try ListeningSocket(path: path, isStandard: false)
    }
    // Its queue is full now.
    var clients: [Int32] = []
    defer { clients.forEach { close($0) } }
    for _ in 0..<8 { clients.append(try connected(to: path)) }
    #expect(throws: ServiceError.live(path: path, processID: nil)) {
      try ListeningSocket(path: path, isStandard: false)
    }
    #expect(access(path, F_OK) == 0)
  }

  @Test func `ten that start at a stale socket: one has it, and it can be reached`() throws {
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

  @Test func `at the end only our own is removed`() throws {
    let folder = try TemporaryFolder()
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    unlink(folder("socket"))
    try folder.file("socket", "of somebody else")
    socket.end()
    #expect(try folder.text(of: "socket") == "of somebody else")
  }

  @Test func `what is no socket is left alone`() throws {
    let folder = try TemporaryFolder()
    try folder.file("file", "precious")
    #expect(throws: ServiceError.notASocket(path: folder("file"))) {
      try ListeningSocket(path: folder("file"), isStandard: false)
    }
    #expect(try folder.text(of: "file") == "precious")
    let link = try folder.link("link", to: folder("file"))
    #expect(throws: ServiceError.notASocket(path: link)) {
      try ListeningSocket(path: link, isStandard: false)
    }
  }

  @Test func `a path that is too long is refused before anything is made`() throws {
    let folder = try TemporaryFolder()
    let room = ListeningSocket.pathBytesMax - folder.path.utf8.count - 1
    let longest = folder(String(repeating: "s", count: room))
    try ListeningSocket(path: longest, isStandard: false).end()
    for path in [longest + "s", "", "a\0b"] {
      let refused = ServiceError.socketPath(path: path, bytesMax: ListeningSocket.pathBytesMax)
      #expect(throws: refused) { try ListeningSocket(path: path, isStandard: false) }
    }
    #expect(access(longest + "s.lock", F_OK) != 0)
  }

  static let folders: [(mode: UInt32, isPrivate: Bool, isChosen: Bool)] = [
    (0o700, true, true), (0o500, true, true), (0o750, false, true), (0o755, false, true),
    (0o770, false, false), (0o777, false, false), (0o1777, false, true),
  ]

  @Test(arguments: folders)
  func `a folder is taken only if others cannot meddle`(
    _ row: (mode: UInt32, isPrivate: Bool, isChosen: Bool)
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.folder("sub", mode: row.mode)
    let refused = ServiceError.open(path: path, mode: row.mode)
    if row.isPrivate {
      #expect(throws: Never.self) { try ServiceFolder.preparePrivate(path) }
    } else {
      #expect(throws: refused) { try ServiceFolder.preparePrivate(path) }
    }
    if row.isChosen {
      #expect(throws: Never.self) { try ServiceFolder.prepareChosen(path) }
    } else {
      #expect(throws: refused) { try ServiceFolder.prepareChosen(path) }
    }
  }

  @Test func `a link, a file and another's folder are no folder of ours`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.folder("real")
    let link = try folder.link("link", to: folder("real"))
    #expect(throws: ServiceError.link(path: link)) { try ServiceFolder.preparePrivate(link) }
    let file = try folder.file("file")
    #expect(throws: ServiceError.self) { try ServiceFolder.preparePrivate(file) }
    if getuid() == 0 {
      #expect(chown(folder("real"), 12_345, 12_345) == 0)
      let refused = ServiceError.foreign(path: folder("real"), userID: 12_345)
      #expect(throws: refused) { try ServiceFolder.preparePrivate(folder("real")) }
      #expect(throws: refused) { try ServiceFolder.prepareChosen(folder("real")) }
    }
  }

  @Test(
    arguments: [
      (1_000, 1_000, true), (1_000, 0, true), (1_000, 1_001, false), (0, 0, true),
      (0, 1_000, false),
    ] as [(UInt32, UInt32, Bool)])
  func `only our own user and root are served`(own: UInt32, other: UInt32, isTrusted: Bool) {
    #expect(Peer(userID: other, processID: nil).isTrusted(by: own) == isTrusted)
  }

  @Test(.enabled(if: getuid() == 0, "only root can be another user"))
  func `another user that can connect is known, and not trusted`() throws {
    let folder = try TemporaryFolder()
    let socket = try ListeningSocket(path: folder("socket"), isStandard: false)
    defer { socket.end() }
    chmod(folder.path, 0o755)
    // The permissions of the socket keep others away; where they are widened the peer is known.
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
