public import Diagnostics
public import Navigation

/// A part of an app, written in Swift, that registers what it adds.
///
///     struct Shop: Plugin {
///       let name = "shop"
///
///       func register(in registry: inout PluginRegistry) {
///         registry.app.route("/items/:id", screen: "Item") { $0.params = [("id", .int)] }
///         registry.screen("Item") { request in ItemScreen(id: request["id"]) }
///       }
///     }
@MainActor
public protocol Plugin {
  /// The plugin's name, unique in the app. A route file of the same name with `swift: true` can
  /// hold its routes.
  var name: String { get }

  /// Registers screens, routes, gates, coordinators and commands. Called once, when the app is
  /// loaded.
  func register(in registry: inout PluginRegistry)
}

/// The contributions of a plugin to an app.
@MainActor
public struct PluginRegistry {
  /// A factory and the source line that registered it.
  struct Factory {
    let screen: String
    let make: ScreenFactory
    let plugin: String
    let position: SourcePosition
  }

  /// The routes, gates, coordinators and screens.
  public var app: PluginDraft
  private(set) var factories: [Factory] = []
  private(set) var commands: [PluginCommand] = []

  init(plugin: String) {
    app = PluginDraft(name: Located(plugin, at: nil))
    app.makesScreens = true
  }

  /// Registers the factory of a screen.
  public mutating func screen(
    _ name: String, file: String = #fileID, line: Int = #line, column: Int = #column,
    make: @escaping ScreenFactory
  ) {
    factories.append(
      Factory(
        screen: name, make: make, plugin: app.name.value,
        position: SourcePosition(file: file, line: line, column: column)))
  }

  /// Registers a command for the prompt and for scripts.
  ///
  /// - Parameters:
  ///   - name: A word that no other command uses.
  ///   - summary: What it does, in one line of the help.
  ///   - run: Called with the words after the name.
  public mutating func command(
    _ name: String, summary: String, file: String = #fileID, line: Int = #line,
    column: Int = #column, run: @escaping @MainActor ([String]) -> PluginCommand.Answer
  ) {
    commands.append(
      PluginCommand(
        name: name, summary: summary, plugin: app.name.value,
        position: SourcePosition(file: file, line: line, column: column), run: run))
  }
}

/// A command that a plugin adds.
@MainActor
public struct PluginCommand {
  /// The response of a command.
  public struct Answer: Hashable, Sendable {
    /// Text for the user.
    public var lines: [String]
    /// A link, opened from inside, or a movement command, performed after the command.
    public var target: String?

    /// Creates a response.
    public init(_ lines: [String] = [], target: String? = nil) {
      self.lines = lines
      self.target = target
    }
  }

  /// The command word.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// The plugin that added it.
  public let plugin: String
  /// Where it is registered.
  public let position: SourcePosition
  /// Called with the words after the name.
  public let run: @MainActor ([String]) -> Answer
}
