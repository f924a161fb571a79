package import FileAccess

/// The command that starts a program that is not part of signalbox: with a small environment, with
/// resource limits, and by `signalbox-guard`, which leaves none of its processes behind.
package nonisolated struct GuardedCommand {
  /// The path of `signalbox-guard`, and its arguments.
  package let words: [String]
  /// The whole environment, as `NAME=VALUE`.
  package let environment: [String]
  /// The program, which becomes descriptor 4. When descriptor 3 ends, the program is ended.
  package let program: Descriptor

  /// The command; `nil` if `signalbox-guard` is not next to this program.
  /// - Parameter variables: The names of variables that it gets, apart from the usual ones.
  package init?(
    _ program: TrustedProgram, variables: [String] = [], limits: PluginLimits = PluginLimits()
  ) {
    guard let path = FileAccess.program(Self.guardName) else { return nil }
    words = [path] + limits.resources + [program.path] + program.arguments
    environment = PluginEnvironment.variables(named: variables) + program.variables
    self.program = program.descriptor
  }

  /// See its main.c.
  package static let guardName = "signalbox-guard"
}
