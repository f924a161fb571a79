import CSystem
import Dispatch
import FileAccess
import JSONCodec
public import Screens

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Makes an executable of a Swift plugin, for a route file to name under `run`.
///
///     // main.swift
///     PluginHost.run(MyPlugin())
///
/// The routes stand in the route file; of what the plugin registers, only its screens count here.
@MainActor
public enum PluginHost {
  /// Serves the host on standard input and output until the input ends; then all screens are closed
  /// and the program ends with code 0.
  ///
  /// Standard output belongs to the protocol: what the plugin itself prints goes to standard error,
  /// and from there to the host's log. Tasks of the main actor run meanwhile.
  /// - Parameter plugin: Made only when standard input and output belong to the protocol.
  public static func run(_ plugin: @autoclosure () -> any Plugin) -> Never {
    csystem_open_closed_streams()
    // Holds nothing back.
    let output = OutputWriter(descriptor: dup(STDOUT_FILENO), bufferBytesMax: 0)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    csystem_buffer_lines()
    let screens = HostedScreens(plugin()) { line in
      do { try output.write(line) } catch { exit(0) }  // The host is gone.
    }
    DispatchQueue.global().async {
      forEachLines(of: STDIN_FILENO) { lines in
        // Once `dispatchMain` has let go of the main thread this runs right here, without a switch
        // of threads; and nothing is read before what came is served.
        DispatchQueue.main.sync {
          MainActor.assumeIsolated { lines.forEach(screens.take) }
        }
      }
      DispatchQueue.main.sync {
        MainActor.assumeIsolated { screens.closeAll() }
        exit(0)
      }
    }
    dispatchMain()
  }
}

/// Reads lines until the end, and hands on those that came together.
nonisolated private func forEachLines(of descriptor: Int32, _ take: ([LineFramer.Line]) -> Void) {
  var framer = LineFramer()
  var chunk = [UInt8](repeating: 0, count: chunkBytes)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    if count <= 0 { return }
    framer.feed(chunk[..<count])
    var lines: [LineFramer.Line] = []
    while let line = framer.next() { lines.append(line) }
    if !lines.isEmpty { take(lines) }
  }
}
