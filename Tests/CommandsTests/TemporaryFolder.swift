import FileAccess
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new empty folder for files; removed with them when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/signalbox-test-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
  }

  deinit {
    for name in (try? filesInFolder(path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Writes a file there.
  /// - Returns: Its path.
  func file(_ name: String, _ text: String) throws -> String {
    try writeFile("\(path)/\(name)", Array(text.utf8))
    return "\(path)/\(name)"
  }

  /// What a file there holds.
  func text(of name: String) throws -> String {
    String(decoding: try readFile("\(path)/\(name)", bytesMax: 1_000_000), as: UTF8.self)
  }
}

/// A new pipe; its ends are closed when the test is over.
final class Pipe {
  let reading: Int32
  let writing: Int32
  private var isReadingOpen = true
  private var isWritingOpen = true

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if isReadingOpen { close(reading) }
    isReadingOpen = false
  }

  func closeWriting() {
    if isWritingOpen { close(writing) }
    isWritingOpen = false
  }

  func send(_ bytes: [UInt8]) {
    #expect(write(writing, bytes, bytes.count) == bytes.count)
  }
}
