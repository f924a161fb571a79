public import Diagnostics
public import Navigation

/// A part of an app, written in Swift: it registers what it adds.
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
  /// The plugin's name, unique in the app. A route file of the same name with `swift: true` may
  /// hold its routes.
  var name: String { get }

  /// Adds screens, routes, gates, coordinators and commands. Called once, when the app is loaded.
  func register(in registry: inout PluginRegistry)
}

/// What a plugin adds to an app.
@MainActor
public struct PluginRegistry {
  /// A factory, and the line that registered it.
  struct Factory {
    let screen: String
    let make: ScreenFactory
    let plugin: String
    let position: SourcePosition
  }

  /// Routes, gates, coordinators and screens.
  public var app: PluginDraft
  private(set) var factories: [Factory] = []
  private(set) var commands: [PluginCommand] = []

  init(plugin: String) {
    app = PluginDraft(name: Located(plugin, at: nil))
    app.makesScreens = true
  }

  /// Registers what makes a screen.
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
  /// - Parameters:
  ///   - name: A word that no other command has.
  ///   - summary: What it does, in one line of the help.
  ///   - run: Gets the words behind the name.
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
  /// What a command answers.
  public struct Answer: Hashable, Sendable {
    /// Text for a person.
    public var lines: [String]
    /// A link, opened from inside, or a command that moves, done behind it.
    public var target: String?

    /// Puts an answer together.
    public init(_ lines: [String] = [], target: String? = nil) {
      self.lines = lines
      self.target = target
    }
  }

  /// The word that is typed.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// Who added it.
  public let plugin: String
  /// Where that is written.
  public let position: SourcePosition
  /// Gets the words behind the name.
  public let run: @MainActor ([String]) -> Answer
}
