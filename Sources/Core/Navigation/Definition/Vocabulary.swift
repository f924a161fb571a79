/// What a coordinator owns.
public enum CoordinatorKind: String, Sendable, Hashable, CaseIterable {
  /// A stack of screens.
  case stack
  /// Children of which one is selected; every tab keeps its own stack.
  case tabs
  /// Shows exactly one child: the first whose gates are all open.
  case `switch`
  /// A stack that is started above what is shown, and finishes with a result.
  case flow
}

/// How a route's screen comes up.
public enum Presentation: String, Sendable, Hashable, CaseIterable {
  case push
  case root
  case replace
  case sheet
  case cover
  /// The link belongs in the browser: nothing moves.
  case outside
}

/// What happens when a link from inside opens the screen that is on top already, with the same
/// values.
public enum RepeatPolicy: String, Sendable, Hashable, CaseIterable {
  /// It stays; the outcome is `duplicated`.
  case reuse
  /// A second one is pushed.
  case push
  /// The stack is popped to it, wherever it lies.
  case popTo
}

/// Whether a screen may be left while it holds unsaved work.
public enum LeavePolicy: String, Sendable, Hashable, CaseIterable {
  case free
  /// The person is asked first: the outcome is `blocked`, then `confirm` or `cancel`.
  case confirm
}
