import Console
import FileAccess
import PluginProcesses

/// The processes of the app's plugins, for a command that shows screens. What they write to
/// standard error, and what goes wrong with them, is logged: above the prompt, else to standard
/// error.
///
/// - Throws: If the system does not let us wait for them.
@MainActor func pluginProcesses(
  log tell: @escaping (String) -> Void = { log($0) }
) throws(Stop) -> PluginProcesses {
  var limits = PluginLimits()
  if let text = environment("SIGNALBOX_PLUGIN_MILLISECONDS"), let milliseconds = UInt64(text),
    (1...callMillisecondsMax).contains(milliseconds)
  {
    limits.callMilliseconds = milliseconds
  }
  do {
    return try PluginProcesses(limits: limits, log: tell)
  } catch {
    throw .usage([error])
  }
}

/// An hour: more is no deadline.
private let callMillisecondsMax: UInt64 = 3_600_000
