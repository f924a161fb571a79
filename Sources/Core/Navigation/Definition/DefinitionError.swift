public import Diagnostics
public import Links

/// All errors of a definition, sorted by position.
public struct DefinitionErrors: Error, Sendable {
  /// Never empty.
  public let errors: [DefinitionError]
}

/// Why plugins do not form a valid definition; found while it is built, never while it is used.
public enum DefinitionError: Diagnostic, Hashable {
  /// The kind of thing that a name refers to, in the words of the file format.
  public enum Subject: String, Sendable, Hashable {
    case plugin, gate, coordinator, screen, route, tap, parameter
  }

  case pattern(PatternError)
  case duplicate(Subject, name: String, at: SourcePosition?, existing: SourcePosition?)
  case unknown(Subject, name: String, nearest: String?, at: SourcePosition?)
  case gateCycle(names: [String], at: SourcePosition?)
  case coordinatorCycle(names: [String], at: SourcePosition?)
  case noCoordinators
  case noRoot(at: SourcePosition?)
  case severalRoots(first: String, second: String, at: SourcePosition?, existing: SourcePosition?)
  case severalParents(
    child: String, first: String, second: String, at: SourcePosition?, existing: SourcePosition?)
  case shape(coordinator: String, fault: CoordinatorFault, at: SourcePosition?)
  case start(coordinator: String, link: String, why: String, at: SourcePosition?)
  case noWayIn(coordinator: String, at: SourcePosition?)
  case challenge(gate: String, link: String, why: String, at: SourcePosition?)
  case gateBehindItself(
    gate: String, demanded: String, link: String, at: SourcePosition?, route: SourcePosition?)
  case routeTarget(pattern: String, fault: RouteFault, at: SourcePosition?)
  case parent(pattern: String, parent: String, why: String, at: SourcePosition?)
  case redirectLoop(links: [String], at: SourcePosition?, next: SourcePosition?)
  case redirectNothing(link: String, target: String, at: SourcePosition?)
  case tapParameter(
    tap: String, name: String, pattern: String, at: SourcePosition?, route: SourcePosition?)
  case tapCommand(tap: String, text: String, why: String, at: SourcePosition?)
  case limit(name: String, bound: Int, at: SourcePosition?)
  /// More errors than `Limits.errorsMax`; the rest is not reported.
  case tooManyErrors

  /// A key that does not fit a coordinator's kind.
  public enum CoordinatorFault: Hashable, Sendable {
    /// A stack or flow has children.
    case children
    /// Tabs or a switch have no children.
    case noChildren
    /// Tabs or a switch have a start.
    case start
    /// A stack or flow has no start.
    case noStart
    /// A flow is listed as a child.
    case flowAsChild(parent: String)
    /// The owner of a route has no stack.
    case noStack(pattern: String)
  }

  /// A fault in the target or the values of a route.
  public enum RouteFault: Hashable, Sendable {
    case nothing
    case screenAndRedirect
    case screenAndOutside
    case redirectParameter(name: String, nearest: String?)
    /// A fixed value uses a parameter that the route does not have.
    case valueParameter(value: String, name: String, nearest: String?)
    /// A fixed value has the name of a parameter.
    case valueOfParameter(name: String)
    /// Fixed values on a route without a screen.
    case valuesWithoutScreen
  }
}
