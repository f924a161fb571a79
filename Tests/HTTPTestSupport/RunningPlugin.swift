import Navigation
import PluginProcesses
public import Screens
import TestSupport

/// One of the package's plugins, run as the app runs it: a process of its own that makes screens.
@MainActor
public final class RunningPlugin {
  /// What it wrote to standard error, and what became of it.
  public private(set) var log: [String] = []
  private let processes: PluginProcesses

  /// - Parameters:
  ///   - name: Of the plugin; the program is `signalbox-name`.
  ///   - setting: An environment variable, `NAME=VALUE`.
  ///   - screens: Those that it makes.
  public init(_ name: String, setting: String, screens: [String]) throws {
    var limits = PluginLimits()
    limits.callMilliseconds = 60_000  // A machine may be busy.
    var sink: (String) -> Void = { _ in }
    processes = try PluginProcesses(limits: limits) { sink($0) }
    sink = { [unowned self] in log.append($0) }
    var draft = PluginDraft(name)
    draft.run = ["/usr/bin/env", setting, try builtProgram("signalbox-" + name)].map {
      Located($0, at: nil)
    }
    for screen in screens { draft.route("/\(screen)", screen: screen) }
    processes.take([draft])
  }

  /// Opens a screen, and waits until it is not loading any more.
  public func content(_ screen: String, _ values: [ScreenRequest.Value] = []) -> ScreenContent? {
    guard let screen = open(screen, values) else { return nil }
    _ = processes.wait { screen.content.state != .loading }
    return screen.content
  }

  /// Opens a screen.
  public func open(_ name: String, _ values: [ScreenRequest.Value] = []) -> (any Screen)? {
    processes.factories[Array(name.utf8)]?(
      ScreenRequest(instance: "1", screen: name, values: values, link: "/\(name)"))
  }

  /// Taps what has no target, and waits until the screen shows something else.
  public func tap(_ name: String, on screen: any Screen) {
    let before = screen.content
    screen.tapped(name) { _ in }
    _ = processes.wait { screen.content != before }
  }

  /// Takes what comes in.
  public func turn() { processes.turn() }

  /// Ends the process.
  public func close() { processes.close() }
}

extension ScreenContent {
  /// What a failed screen says; empty if it is not failed.
  public var failure: String {
    if case .failed(let message) = state { message } else { "" }
  }
}
