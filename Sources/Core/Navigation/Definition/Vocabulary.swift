/// What a coordinator owns.
public enum CoordinatorKind: String, Sendable, Hashable, CaseIterable {
  /// A stack of screens.
  case stack
  /// Children, one of which is selected; each tab keeps its own stack.
  case tabs
  /// Shows exactly one child: the first whose gates are all open.
  case `switch`
  /// A stack that runs on top of the tree and finishes with a result.
  case flow
}

/// How a route's screen is presented.
public enum Presentation: String, Sendable, Hashable, CaseIterable {
  case push
  case root
  case replace
  case sheet
  case cover
  /// The link belongs in the browser; nothing changes.
  case outside
}

/// What a link from inside does if the same screen with the same values is already on top.
public enum RepeatPolicy: String, Sendable, Hashable, CaseIterable {
  /// Keep it; the outcome is `duplicated`.
  case reuse
  /// Push another one.
  case push
  /// Pop to it, wherever it is on the stack.
  case popTo
}

/// Whether a screen can be left with unsaved work.
public enum LeavePolicy: String, Sendable, Hashable, CaseIterable {
  case free
  /// Ask first: the outcome is `blocked` until `confirm` or `cancel`.
  case confirm
}
