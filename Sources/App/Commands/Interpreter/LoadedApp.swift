public import Diagnostics
public import Navigation
public import Screens

/// A loaded and fully checked app: its definition, screen factories and plugin commands.
@MainActor
public struct LoadedApp {
  /// The app's navigation definition.
  public let definition: AppDefinition
  /// The screen factories, by the UTF-8 bytes of the screen names; screens without one show their
  /// plugin's description.
  public let factories: [[UInt8]: ScreenFactory]
  /// The plugins' commands.
  public let commands: [PluginCommand]
  /// The source of content that arrives asynchronously; `nil` if there is none.
  public let source: (any ScreenSource)?
  /// What the definition was built from; empty for an app that was built from a definition.
  package private(set) var drafts: [PluginDraft] = []

  /// Creates an app from parts that are already checked.
  public init(
    _ definition: AppDefinition, factories: [[UInt8]: ScreenFactory] = [:],
    commands: [PluginCommand] = [], source: (any ScreenSource)? = nil
  ) {
    self.definition = definition
    self.factories = factories
    self.commands = commands
    self.source = source
  }

  /// Everything that is wrong with route files and Swift plugins, in spite of errors.
  package static func faults(
    of plugins: LoadedPlugins, _ inspected: InspectedPlugins
  ) -> [Diagnostic] {
    var faults = plugins.errors
    faults += builtInNames(among: plugins.commands)
    if let definition = inspected.definition, inspected.gaps.unread.isEmpty {
      faults += plugins.errors(in: definition)
    }
    return faults
  }

  /// Checks the combination of all route files and Swift plugins.
  /// - Parameter source: The source of content that arrives asynchronously.
  /// - Returns: The app, or all its errors.
  public static func checked(
    _ plugins: LoadedPlugins, source: (any ScreenSource)? = nil
  ) -> Result<LoadedApp, DiagnosticList> {
    var faults = plugins.errors
    faults += builtInNames(among: plugins.commands)
    // If a plugin is missing, most other errors would only be consequences of that.
    guard !plugins.lacksPlugin else { return .failure(DiagnosticList(faults)) }
    do throws(DiagnosticList) {
      let definition = try AppDefinition(plugins: plugins.drafts)
      faults += plugins.errors(in: definition)
      guard faults.isEmpty else { return .failure(DiagnosticList(faults)) }
      var app = LoadedApp(
        definition, factories: plugins.factories, commands: plugins.commands, source: source)
      app.drafts = plugins.drafts
      return .success(app)
    } catch {
      return .failure(DiagnosticList(faults + error.diagnostics))
    }
  }

  /// The errors for plugin commands that a built-in command of the same name shadows.
  private static func builtInNames(among commands: [PluginCommand]) -> [Diagnostic] {
    commands.filter { CommandTable.standard.command(named: $0.name) != nil }.map {
      .duplicateCommand(name: $0.name, at: $0.position, existing: nil)
    }
  }
}
