import CLibrary
import Diagnostics
import FileAccess
import Navigation
import PluginProcesses
import Screens
import TestSupport
import Testing

/// Plugin processes and their log. `close()` ends the processes.
@MainActor
final class Host {
  let processes: PluginProcesses
  private(set) var log: [String] = []

  /// - Parameters:
  ///   - plugins: Their names, commands, and screens.
  ///   - environment: The variables that they get, apart from the usual ones.
  init(
    _ plugins: [(name: String, run: [String], screens: [String])],
    environment: [String] = [], limits: PluginLimits = .quick
  ) throws {
    var sink: (String) -> Void = { _ in }
    processes = try PluginProcesses(limits: limits) { sink($0) }
    sink = { [unowned self] in log.append($0) }
    processes.take(
      plugins.map { plugin in
        var draft = PluginDraft(plugin.name)
        draft.run = plugin.run.map { Located($0, at: nil) }
        draft.environment = environment.map { Located($0, at: nil) }
        for screen in plugin.screens { draft.route("/\(screen)", screen: screen) }
        return draft
      })
  }

  /// One plugin: a Python program that starts with `preamble`.
  convenience init(
    python body: String, in folder: TemporaryFolder, limits: PluginLimits = .quick
  ) throws {
    try self.init([try Host.python("bad", body, in: folder)], limits: limits)
  }

  static func python(
    _ name: String, _ body: String, in folder: TemporaryFolder
  ) throws -> (name: String, run: [String], screens: [String]) {
    let file = try folder.file("\(name).py", preamble + body)
    return (name, ["/usr/bin/env", "python3", file], ["\(name)Screen"])
  }

  /// Defines `answer(id, result)`, `change(instance, content)`, `ready(title)`, and `requests()`,
  /// which answers `initialize`.
  static let preamble = """
    import json, os, signal, sys, time
    def send(message):
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\\n")
        sys.stdout.flush()
    def answer(id, result): send({"id": id, "result": result})
    def change(instance, content):
        send({"method": "screen.changed", "params": {"instance": instance, "content": content}})
    def ready(title): return {"state": "ready", "title": title}
    def requests(version=1):
        for line in sys.stdin:
            message = json.loads(line)
            if message.get("method") == "initialize":
                name = message["params"]["plugin"]
                answer(message["id"], {"protocol": version, "screens": [name + "Screen"]})
            elif "method" in message:
                yield message

    """

  /// Opens a screen.
  func open(_ name: String) throws -> any Screen {
    let make = try #require(processes.factories[Array(name.utf8)])
    return make(
      ScreenRequest(
        instance: "1", screen: name, values: [.init("id", "1")], link: "/\(name)",
        described: ScreenContent(title: "described \(name)")))
  }

  /// Waits until a screen is no longer loading, or no result is pending.
  func settled(_ screen: any Screen) -> ScreenContent {
    _ = processes.wait { screen.content.state != .loading }
    return screen.content
  }

  /// Waits for a condition, through restarts.
  func eventually(_ isSo: () -> Bool) -> Bool {
    waits {
      var isFirst = true
      // Handles the next event, unless the condition holds already.
      _ = processes.wait {
        defer { isFirst = false }
        return !isFirst || isSo()
      }
      processes.turn()
      return isSo()
    }
  }

  func close() { processes.close() }
}

extension PluginLimits {
  /// Limits with restarts within milliseconds, and deadlines that end only hangs.
  static var quick: PluginLimits {
    var limits = PluginLimits()
    limits.callMilliseconds = UInt64(hangSeconds) * 1_000
    limits.backOffMilliseconds = 1
    limits.farewellMilliseconds = UInt64(hangSeconds) * 1_000
    limits.outputBytesMax = 2_000_000  // A larger flood takes too long to read in a debug build.
    // On a busy machine, less than the permitted rate can be read per second.
    limits.outputBytesPerSecond = 0
    return limits
  }
}

extension ScreenContent {
  /// The message of a failed screen; empty if the screen has not failed.
  var failure: String {
    if case .failed(let message) = state { message } else { "" }
  }
}

/// The open descriptors of this process.
func openDescriptors() -> Set<Int32> {
  Set((0..<4096 as Range<Int32>).filter { fcntl($0, F_GETFD) >= 0 })
}

/// A descriptor and its target in `/proc`, if available.
func descriptorText(_ descriptor: Int32) -> String {
  var buffer = [UInt8](repeating: 0, count: 256)
  let count = buffer.withUnsafeMutableBytes { buffer in
    buffer.withMemoryRebound(to: CChar.self) { text in
      text.baseAddress.map { readlink("/proc/self/fd/\(descriptor)", $0, text.count) } ?? 0
    }
  }
  return "\(descriptor) " + String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
}

/// Whether this process has a child, running or not yet reaped.
func hasChild() -> Bool {
  var info = siginfo_t()
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0
}

/// Whether a process is running; false for a process that has ended but is not reaped.
func isRunning(_ number: Int32) -> Bool {
  guard kill(number, 0) == 0 else { return false }
  return (try? readText("/proc/\(number)/stat"))?.contains(") Z ") != true
}

private func readText(_ path: String) throws -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(count), as: UTF8.self)
}
