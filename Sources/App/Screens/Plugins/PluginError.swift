public import Diagnostics

/// Why plugins do not fit together; found when the app is loaded.
public enum PluginError: Diagnostic, Hashable {
  /// A route file names a plugin that the program does not have.
  case unknown(name: String, known: [String], at: SourcePosition?)
  /// Two factories make one screen.
  case duplicateFactory(screen: String, at: SourcePosition, existing: SourcePosition)
  /// No route opens the screen that a factory makes.
  case unusedFactory(screen: String, plugin: String, nearest: String?, at: SourcePosition)
  /// A route opens a screen that is neither described nor made.
  case missingFactory(
    screen: String, plugin: String, at: SourcePosition?, factory: SourcePosition?)
  /// Two commands have one name; without `existing` the other is built in.
  case duplicateCommand(name: String, at: SourcePosition, existing: SourcePosition?)

  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .unknown: .pluginUnknown
    case .duplicateFactory, .unusedFactory: .pluginFactory
    case .missingFactory: .pluginFactoryMissing
    case .duplicateCommand: .pluginCommand
    }
  }

  /// Where the fault is.
  public var position: SourcePosition? {
    switch self {
    case .unknown(_, _, let at), .missingFactory(_, _, let at, _): at
    case .duplicateFactory(_, let at, _), .unusedFactory(_, _, _, let at): at
    case .duplicateCommand(_, let at, _): at
    }
  }

  /// The other side of it, if it has two.
  public var other: SourcePosition? {
    switch self {
    case .duplicateFactory(_, _, let existing): existing
    case .duplicateCommand(_, _, let existing): existing
    case .missingFactory(_, _, _, let factory): factory
    case .unknown, .unusedFactory: nil
    }
  }

  /// What happened.
  public var message: String {
    switch self {
    case .unknown(let name, _, _): "no Swift plugin is called '\(name)'"
    case .duplicateFactory(let screen, _, let existing):
      "the screen '\(screen)' has a factory already, at \(existing)"
    case .unusedFactory(let screen, let plugin, let nearest, _):
      "plugin '\(plugin)' makes the screen '\(screen)', which no route opens"
        + (nearest.map { ": did you mean '\($0)'?" } ?? "")
    case .missingFactory(let screen, let plugin, _, let factory):
      "no factory makes the screen '\(screen)': plugin '\(plugin)' has "
        + (factory.map { "others, at \($0)" } ?? "none")
    case .duplicateCommand(let name, _, let existing):
      "the command '\(name)' is there already" + (existing.map { ", from \($0)" } ?? "")
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .unknown(_, let known, _):
      known.isEmpty
        ? "This program has none: leave 'swift' out."
        : "This program has \(known.map { "'\($0)'" }.joined(separator: ", "))."
    case .duplicateFactory: "Remove one of the two."
    case .unusedFactory: "Add a route to it, or remove the factory."
    case .missingFactory: "Register one, or describe the screen under 'screens'."
    case .duplicateCommand: "Give it another name."
    }
  }
}
