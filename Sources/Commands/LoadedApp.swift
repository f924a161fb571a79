public import Navigation
public import Screens

/// An app that was checked as a whole: where it can go, what makes its screens, and the commands
/// that its plugins add.
@MainActor
public struct LoadedApp {
  /// Where it can go.
  public let definition: AppDefinition
  /// What makes the screens, by the bytes of their names; others show what their plugin describes.
  public let factories: [[UInt8]: ScreenFactory]
  /// The commands that plugins add.
  public let commands: [PluginCommand]
  /// Where content comes from that is late.
  public let source: (any ScreenSource)?

  /// Puts an app together.
  public init(
    _ definition: AppDefinition, factories: [[UInt8]: ScreenFactory] = [:],
    commands: [PluginCommand] = [], source: (any ScreenSource)? = nil
  ) {
    self.definition = definition
    self.factories = factories
    self.commands = commands
    self.source = source
  }
}
