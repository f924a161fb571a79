public import Diagnostics
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

  /// Checks what route files and Swift plugins add up to.
  /// - Parameter source: Where content comes from that is late.
  /// - Returns: The app, or everything that is wrong with it.
  public static func checked(
    _ plugins: LoadedPlugins, source: (any ScreenSource)? = nil
  ) -> Result<LoadedApp, DefinitionFaults> {
    var faults: [any Diagnostic] = plugins.errors
    faults += builtInNames(among: plugins.commands)
    // Of an app that lacks a plugin, most of what else is wrong would follow from that.
    guard !plugins.lacksPlugin else { return .failure(DefinitionFaults(faults)) }
    do throws(DefinitionErrors) {
      let definition = try AppDefinition(plugins: plugins.drafts)
      faults += plugins.errors(in: definition)
      guard faults.isEmpty else { return .failure(DefinitionFaults(faults)) }
      return .success(
        LoadedApp(
          definition, factories: plugins.factories, commands: plugins.commands, source: source))
    } catch {
      return .failure(DefinitionFaults(faults + error.errors))
    }
  }

  /// Commands of plugins that could never be reached, because the built-in one is found first.
  private static func builtInNames(among commands: [PluginCommand]) -> [PluginError] {
    commands.filter { CommandTable.standard.command(named: $0.name) != nil }.map {
      .duplicateCommand(name: $0.name, at: $0.position, existing: nil)
    }
  }
}

/// Why a definition could not be read again: everything that is wrong with the routes.
public struct DefinitionFaults: Error {
  /// Everything that is wrong, in the order of the files.
  public let diagnostics: [any Diagnostic]

  /// Collects what is wrong.
  public init(_ diagnostics: [any Diagnostic]) {
    self.diagnostics = diagnostics
  }
}
