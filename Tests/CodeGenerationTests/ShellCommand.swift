import CLibrary
import FileAccess
import Testing

/// A command of the shell: what it printed, errors among it, and whether it succeeded.
struct ShellCommand {
  let output: String
  let isDone: Bool

  init(_ command: String) throws {
    let stream = try #require(popen("{ \(command)\n} 2>&1", "r"))
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
      bytes += buffer[..<count]
    }
    isDone = pclose(stream) == 0
    output = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether TypeScript can be compiled and run.
  static let hasTypeScript = exists("tsc") && exists("node")
  /// Whether Kotlin can be compiled and run.
  static let hasKotlin = exists("kotlinc") && exists("java")

  private static func exists(_ program: String) -> Bool {
    (try? ShellCommand("command -v \(program)"))?.isDone ?? false
  }
}
