package import Diagnostics

/// Why plugins cannot be combined; found when the app is loaded.
extension Diagnostic {
  package static func unknown(name: String, known: [String], at position: SourcePosition?)
    -> Diagnostic
  {
    Diagnostic(
      .pluginUnknown, "no Swift plugin is called '\(name)'",
      advice: known.isEmpty
        ? "Remove 'swift'; this program has no Swift plugins."
        : "Use one of this program's: \(known.map { "'\($0)'" }.joined(separator: ", ")).",
      at: position)
  }

  package static func duplicateFactory(
    screen: String, at position: SourcePosition, existing: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .pluginFactory, "the screen '\(screen)' already has a factory at \(existing)",
      advice: "Remove one of them.", at: position, other: existing)
  }

  package static func unusedFactory(
    screen: String, plugin: String, nearest: String?, at position: SourcePosition
  ) -> Diagnostic {
    Diagnostic(
      .pluginFactory,
      "plugin '\(plugin)' registers the screen '\(screen)', which no route opens"
        + (nearest.map { ": did you mean '\($0)'?" } ?? ""),
      advice: "Add a route to the screen, or remove the factory.", at: position)
  }

  package static func missingFactory(
    screen: String, plugin: String, at position: SourcePosition?, factory: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .pluginFactoryMissing,
      "the screen '\(screen)' has no factory: plugin '\(plugin)' has "
        + (factory.map { "others, at \($0)" } ?? "none"),
      advice: "Register one, or describe the screen under 'screens'.", at: position, other: factory)
  }

  /// Two commands have the same name; if `existing` is `nil`, one of them is built in.
  package static func duplicateCommand(
    name: String, at position: SourcePosition, existing: SourcePosition?
  ) -> Diagnostic {
    Diagnostic(
      .pluginCommand,
      "the command '\(name)' already exists" + (existing.map { ", from \($0)" } ?? ""),
      advice: "Rename this one.", at: position, other: existing)
  }
}
