package import Traces

/// What is known about how a log was written.
package struct LogRules: Hashable, Sendable {
  /// The kinds of events that are in the log whenever they happen. All others can have happened
  /// without a line.
  package var logged: Set<ObservedKind>
  /// Whether screens can have been shown without a line.
  package var isSampled: Bool
  /// The screens whose taps the definition does not list, such as lists of links. Screens without a
  /// description are among them in any case.
  package var contentScreens: Set<String>

  package init(
    logged: Set<ObservedKind> = LogRules.always, isSampled: Bool = false,
    contentScreens: Set<String> = []
  ) {
    (self.logged, self.isSampled) = (logged, isSampled)
    self.contentScreens = contentScreens
  }

  /// The kinds that every log holds: facts, which cannot be guessed without hiding faults.
  package static let always: Set<ObservedKind> = [.screen, .link, .login, .logout]
}
