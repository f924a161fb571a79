import CLibrary
import CSystem
import Dispatch
import FileAccess
import JSONCodec
public import Screens

/// Runs a Swift plugin as an executable, which a route file names under `run`.
///
///     // main.swift
///     PluginHost.run(MyPlugin())
///
/// Only the screens that the plugin registers are used; its routes come from the route file.
@MainActor
public enum PluginHost {
  /// Serves the protocol on standard input and output until the input ends, then closes all screens
  /// and exits with code 0.
  ///
  /// Standard output is reserved for the protocol: what the plugin prints goes to standard error,
  /// and from there to the host's log. Tasks of the main actor run while it waits.
  /// - Parameter plugin: Evaluated after standard output is redirected.
  public static func run(_ plugin: @autoclosure () -> any Plugin) -> Never {
    csystem_program_begin()
    // Unbuffered.
    let output = OutputWriter(descriptor: dup(STDOUT_FILENO), bufferBytesMax: 0)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    csystem_buffer_lines()
    let screens = HostedScreens(plugin()) { line in
      do { try output.write(line) } catch { exit(0) }  // The host has exited.
    }
    DispatchQueue.global().async {
      forEachLines(of: STDIN_FILENO) { lines in
        // Once `dispatchMain` has released the main thread this runs on the current thread, without
        // a thread switch. The next lines are read only after these are handled.
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

/// Reads lines until the end of the input, and passes on those that arrived together.
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
