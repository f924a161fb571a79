import Diagnostics

extension Diagnostic {
  static func coordinatorCycle(names: [String], at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorCycle, "a coordinator is its own ancestor: \(names.joined(separator: " → "))",
      advice: "Break the cycle by removing one of the references.", at: position)
  }

  static func noCoordinators(at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorRoot, "the definition has no coordinators", advice: rootExample, at: position)
  }

  static func noRoot(at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorRoot, "no coordinator is the root: each is a flow or has a parent",
      advice: rootExample, at: position)
  }

  private static let rootExample = "Declare one, such as 'root: { kind: stack, start: / }'."

  static func severalRoots(
    first: String, second: String, at position: SourcePosition?, existing: SourcePosition?
  ) -> Self {
    Diagnostic(
      .coordinatorRoot, "two coordinators have no parent: '\(first)' and '\(second)'",
      advice: "Make one a child of the other, or both children of tabs or a switch.",
      at: position, other: existing)
  }

  static func severalParents(
    child: String, first: String, second: String, at position: SourcePosition?,
    existing: SourcePosition?
  ) -> Self {
    Diagnostic(
      .coordinatorRoot,
      "coordinator '\(child)' is a child of both '\(first)' and '\(second)'",
      advice: "List it under one parent only.", at: position, other: existing)
  }

  // MARK: Keys that do not fit the kind

  static func children(ofStack coordinator: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorShape, "coordinator '\(coordinator)' owns a stack but has children",
      advice: "Remove the children; only tabs and switches have them.", at: position)
  }

  static func noChildren(of coordinator: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorShape, "coordinator '\(coordinator)' has no children",
      advice: "Add at least one child, or make it a stack with a start.", at: position)
  }

  static func start(withoutStack coordinator: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorShape, "coordinator '\(coordinator)' has a start but no stack of its own",
      advice: "Move the start to a stack below it.", at: position)
  }

  static func noStart(of coordinator: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorShape, "coordinator '\(coordinator)' has no start",
      advice: "Set the link of its first screen: 'start: /…'.", at: position)
  }

  static func back(withoutTabs coordinator: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorShape, "coordinator '\(coordinator)' has a 'back' but no tabs",
      advice: "Move the 'back' to the tabs that it is about.", at: position)
  }

  static func flowAsChild(_ flow: String, of parent: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorShape, "coordinator '\(flow)' is a flow but also a child of '\(parent)'",
      advice: "Remove it from the children; flows are started by their routes.", at: position)
  }

  static func noStack(
    of coordinator: String, pattern: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .coordinatorShape, "coordinator '\(coordinator)' has no stack but owns route '\(pattern)'",
      advice: "Name a stack or a flow with 'in:'.", at: position)
  }

  // MARK: Starts

  static func start(
    coordinator: String, link: String, why: String, at position: SourcePosition?
  ) -> Self {
    Diagnostic(
      .coordinatorStart, "the start '\(link)' of coordinator '\(coordinator)' \(why)",
      advice: "Set the start to a link of this app to a screen on this coordinator's stack.",
      at: position)
  }

  static func noWayIn(coordinator: String, at position: SourcePosition?) -> Self {
    Diagnostic(
      .coordinatorStart,
      "coordinator '\(coordinator)' has nothing to show while some gates are closed",
      advice: "Give it a child, or a start, that requires no gates beyond those of its ancestors.",
      at: position)
  }
}
