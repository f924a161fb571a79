import CLibrary
import FileAccess
import TestSupport
import Testing

struct OutputWriterTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `output is buffered until flushed`() throws {
    let pipe = try Pipe()
    let writer = OutputWriter(descriptor: pipe.writing)
    try writer.write("text ")
    try writer.write(Array("bytes".utf8))
    #expect(pipe.received() == "")
    try writer.flush()
    #expect(pipe.received() == "text bytes")
    try writer.flush()
    #expect(pipe.received() == "")
  }

  @Test func `a full buffer is written, the rest on release`() throws {
    let pipe = try Pipe()
    var writer: OutputWriter? = OutputWriter(descriptor: pipe.writing, bufferBytesMax: 3)
    try writer?.write("abc")
    #expect(pipe.received() == "")
    try writer?.write("d")
    #expect(pipe.received() == "abcd")
    try writer?.write("e")
    writer = nil
    #expect(pipe.received() == "e")
  }

  @Test func `a closed pipe is an error`() throws {
    let pipe = try Pipe()
    let writer = OutputWriter(descriptor: pipe.writing)
    pipe.closeReading()
    for _ in 0..<2 {
      try writer.write("a")
      #expect(throws: FileError.unwritable(path: "<output>", fault: .closed)) {
        try writer.flush()
      }
    }
    try writer.flush()  // The failed bytes were discarded.
  }

  @Test(.enabled(if: access("/dev/full", W_OK) == 0, "no /dev/full"))
  func `a full disk gives an error at every write`() throws {
    let writer = try OutputWriter(appendingTo: "/dev/full")
    for _ in 0..<2 {
      #expect(throws: FileError.unwritable(path: "/dev/full", fault: .diskFull)) {
        try writer.write("a")
      }
    }
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let other = OutputWriter(descriptor: descriptor, name: "log", bufferBytesMax: 2)
    try other.write("a")
    #expect(throws: FileError.unwritable(path: "log", fault: .diskFull)) { try other.flush() }
  }

  @Test func `a write waits for a slow reader`() throws {
    let pipe = try Pipe()
    _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
    let writer = OutputWriter(descriptor: pipe.writing)
    let reading = pipe.reading
    let receiving = OtherThread {
      var bytes = [UInt8](repeating: 0, count: 10_000)
      var total = 0
      while total < 1_000_000 {
        let count = read(reading, &bytes, bytes.count)
        if count <= 0 { break }
        total += count
      }
      return total
    }
    try writer.write([UInt8](repeating: 1, count: 1_000_000))
    #expect(receiving.wait() == 1_000_000)
  }

  @Test func `a log is appended to, and private to its user`() throws {
    let path = folder("log")
    let first = try OutputWriter(appendingTo: path)
    let second = try OutputWriter(appendingTo: path)
    try first.write("1\n")
    try second.write("2\n")
    try first.write("3\n")
    try OutputWriter(appendingTo: path).write("4\n")
    #expect(try readFile(path, bytesMax: 100) == Array("1\n2\n3\n4\n".utf8))
    #expect(permissions(path) == 0o600)
  }

  @Test func `a path that cannot be appended to is refused`() throws {
    let fifo = folder("fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    let rows: [(path: String, fault: FileFault)] = [
      (folder.path, .isFolder), (folder("gone/log"), .missing), (fifo, .system(ENXIO)),
      ("", .badPath),
    ]
    for row in rows {
      #expect(throws: FileError.unwritable(path: row.path, fault: row.fault)) {
        try OutputWriter(appendingTo: row.path)
      }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may do everything"))
  func `nothing is appended without permission`() throws {
    let readOnly = try folder.file("read-only", mode: 0o400)
    #expect(throws: FileError.unwritable(path: readOnly, fault: .denied)) {
      try OutputWriter(appendingTo: readOnly)
    }
  }
}
