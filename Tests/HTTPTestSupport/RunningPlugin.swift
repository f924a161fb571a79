import Navigation
import PluginProcesses
public import Screens
import TestSupport

/// One of the package's plugins, running as a process, as in the app.
@MainActor
public final class RunningPlugin {
  /// Its standard error, and the host's messages about it.
  public private(set) var log: [String] = []
  private let processes: PluginProcesses

  /// - Parameters:
  ///   - name: The plugin's name; the program is `signalbox-http NAME`.
  ///   - setting: An environment variable, `NAME=VALUE`.
  ///   - screens: The names of its screens.
  public init(_ name: String, setting: String, screens: [String]) throws {
    var limits = PluginLimits()
    limits.callMilliseconds = UInt64(hangSeconds) * 1_000
    var sink: (String) -> Void = { _ in }
    processes = try PluginProcesses(limits: limits) { sink($0) }
    sink = { [unowned self] in log.append($0) }
    var draft = PluginDraft(name)
    draft.run = ["/usr/bin/env", setting, try builtProgram("signalbox-http"), name].map {
      Located($0, at: nil)
    }
    for screen in screens { draft.route("/\(screen)", screen: screen) }
    processes.take([draft])
  }

  /// Opens a screen, and waits until it has loaded or failed.
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

  /// Chooses a tap without a target, and waits until the content changes.
  public func tap(_ name: String, on screen: any Screen) {
    let before = screen.content
    screen.tapped(name) { _ in }
    _ = processes.wait { screen.content != before }
  }

  /// Handles pending input of the process.
  public func turn() { processes.turn() }

  /// Ends the process.
  public func close() { processes.close() }
}

extension ScreenContent {
  /// The message of a failed screen; empty for other states.
  public var failure: String {
    if case .failed(let message) = state { message } else { "" }
  }
}
