/// The version of the protocol that this package speaks.
public let pluginProtocolVersion: Int64 = 1

/// What host and plugin say to each other; docs/plugins.md is the reference.
public enum PluginMethod: String, Sendable, Hashable, CaseIterable {
  /// Host: the first request; the answer names the screens that the plugin makes.
  case initialize
  /// Host: make a screen; the answer is its content.
  case make = "screen.make"
  /// Host: a tap without a target was tapped; the answer may name a target.
  case tap = "screen.tap"
  /// Host: which gates are open, and who opened them.
  case learned = "screen.learned"
  /// Host: a flow that a screen started has ended with a result.
  case received = "screen.received"
  /// Host: a screen is gone.
  case close = "screen.close"
  /// Plugin: a screen shows something else.
  case changed = "screen.changed"
}
