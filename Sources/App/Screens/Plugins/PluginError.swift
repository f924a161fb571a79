public import Diagnostics

/// Why plugins cannot be combined; found when the app is loaded.
public enum PluginError: Diagnostic, Hashable {
  /// A route file names a plugin that is not compiled in.
  case unknown(name: String, known: [String], at: SourcePosition?)
  /// Two factories create the same screen.
  case duplicateFactory(screen: String, at: SourcePosition, existing: SourcePosition)
  /// No route opens the screen of a factory.
  case unusedFactory(screen: String, plugin: String, nearest: String?, at: SourcePosition)
  /// A route opens a screen with neither a description nor a factory.
  case missingFactory(
    screen: String, plugin: String, at: SourcePosition?, factory: SourcePosition?)
  /// Two commands have the same name; if `existing` is `nil`, one of them is built in.
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

  /// The location of the other side of a conflict.
  public var other: SourcePosition? {
    switch self {
    case .duplicateFactory(_, _, let existing): existing
    case .duplicateCommand(_, _, let existing): existing
    case .missingFactory(_, _, _, let factory): factory
    case .unknown, .unusedFactory: nil
    }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .unknown(let name, _, _): "no Swift plugin is called '\(name)'"
    case .duplicateFactory(let screen, _, let existing):
      "the screen '\(screen)' already has a factory at \(existing)"
    case .unusedFactory(let screen, let plugin, let nearest, _):
      "plugin '\(plugin)' registers the screen '\(screen)', which no route opens"
        + (nearest.map { ": did you mean '\($0)'?" } ?? "")
    case .missingFactory(let screen, let plugin, _, let factory):
      "the screen '\(screen)' has no factory: plugin '\(plugin)' has "
        + (factory.map { "others, at \($0)" } ?? "none")
    case .duplicateCommand(let name, _, let existing):
      "the command '\(name)' already exists" + (existing.map { ", from \($0)" } ?? "")
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .unknown(_, let known, _):
      known.isEmpty
        ? "Remove 'swift'; this program has no Swift plugins."
        : "Use one of this program's: \(known.map { "'\($0)'" }.joined(separator: ", "))."
    case .duplicateFactory: "Remove one of them."
    case .unusedFactory: "Add a route to the screen, or remove the factory."
    case .missingFactory: "Register one, or describe the screen under 'screens'."
    case .duplicateCommand: "Rename this one."
    }
  }
}
