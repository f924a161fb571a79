import CLibrary
import Diagnostics
import FileAccess
import ProgramSupport

/// A daemon for this process alone: `signalbox serve --private` as a child process.
///
/// It ends with this object. It also ends with this process, however that ends, since the pipe that
/// is the daemon's standard input then ends.
final class PrivateDaemon {
  /// The path of its socket.
  let socket: String
  private let process: RunningProgram
  private var input: Descriptor?

  /// Starts the daemon and waits until clients can connect.
  /// - Parameters:
  ///   - routes: The route files.
  ///   - program: The path of `signalbox`.
  /// - Throws: `clientNoDaemon`; only an exit code if the daemon has already reported errors.
  init(routes: [String], program: String? = executablePath) throws(ExitError) {
    guard let program else { throw Self.failure("the path of signalbox is unknown") }
    let output: Descriptor
    (process, input, output) = try Self.started(program, routes)
    socket = try Self.line(from: output, of: process)
  }

  var hasEnded: Bool { process.end != nil }

  deinit {
    input = nil
    _ = process.wait(seconds: endSecondsMax)
  }

  /// Starts the process. Returns it and this end of its input and output; the other ends are
  /// closed here, so that each pipe ends with the process at its other end.
  private static func started(
    _ program: String, _ routes: [String]
  ) throws(ExitError) -> (RunningProgram, input: Descriptor, output: Descriptor) {
    guard let input = Descriptor.pipe(), let output = Descriptor.pipe() else {
      throw failure(systemMessage(errno))
    }
    let words = ["serve", "--private", "--watch"] + routes.flatMap { ["--routes", $0] }
    do throws(Diagnostic) {
      let process = try RunningProgram(
        program, words, descriptors: [input.reading.number, output.writing.number, STDERR_FILENO])
      return (process, input.writing, output.reading)
    } catch {
      throw failure(error.message)
    }
  }

  /// The line that the daemon prints.
  private static func line(
    from output: Descriptor, of process: RunningProgram
  ) throws(ExitError) -> String {
    let line: LineBlock.Line?
    do throws(FileError) {
      line = try LineReader(
        descriptor: output.number, name: "<daemon>", lineBytesMax: socketPathBytesMax
      ).next()
    } catch {
      throw failure(error.diagnostic.message)
    }
    if case .whole(let bytes) = line, let path = String(validating: bytes, as: UTF8.self) {
      return path
    }
    let end = process.wait(seconds: endSecondsMax)
    if case .exited(ExitStatus.usage.rawValue) = end {
      throw ExitError(status: .usage, findings: [])
    }
    throw failure(end?.text ?? "it does not print the path of its socket")
  }

  private static func failure(_ reason: String) -> ExitError {
    .usage([.noPrivateDaemon(reason)])
  }
}

extension Diagnostic {
  fileprivate static func noPrivateDaemon(_ reason: String) -> Diagnostic {
    Diagnostic(
      .clientNoDaemon, "cannot start a private daemon: \(reason)",
      advice: "Start one with 'signalbox serve', and leave --routes out.")
  }
}

/// How long a daemon has to end before it is killed.
private let endSecondsMax = 3
/// More than the system accepts as the path of a socket.
private let socketPathBytesMax = 4_096
