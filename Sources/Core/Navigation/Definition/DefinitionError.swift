public import Diagnostics
public import Links

/// All errors of a definition, sorted by position.
public struct DefinitionErrors: DiagnosticList {
  /// Never empty.
  public let errors: [DefinitionError]

  /// `errors`.
  public var diagnostics: [any Diagnostic] { errors }
}

/// The errors that prevent an app from being loaded, whatever they concern.
public struct DefinitionFaults: DiagnosticList {
  /// The errors, in the order of the files.
  public let diagnostics: [any Diagnostic]

  /// Creates the list of errors.
  public init(_ diagnostics: [any Diagnostic]) {
    self.diagnostics = diagnostics
  }
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
  case noCoordinators(at: SourcePosition?)
  case noRoot(at: SourcePosition?)
  case severalRoots(first: String, second: String, at: SourcePosition?, existing: SourcePosition?)
  case severalParents(
    child: String, first: String, second: String, at: SourcePosition?, existing: SourcePosition?)
  case shape(coordinator: String, fault: CoordinatorFault, at: SourcePosition?)
  case start(coordinator: String, link: String, why: String, at: SourcePosition?)
  case noWayIn(coordinator: String, at: SourcePosition?)
  case challenge(gate: String, link: String, why: String, at: SourcePosition?)
  /// A switch hides the challenge, because it shows `shown` in a state in which the gate is asked
  /// for.
  case hiddenChallenge(
    gate: String, link: String, shown: String, at: SourcePosition?, rival: SourcePosition?)
  case gateBehindItself(
    gate: String, demanded: String, link: String, at: SourcePosition?, route: SourcePosition?)
  case routeTarget(pattern: String, fault: RouteFault, at: SourcePosition?)
  case parent(pattern: String, parent: String, why: String, at: SourcePosition?)
  case redirectLoop(links: [String], at: SourcePosition?, next: SourcePosition?)
  case redirectTooLong(links: [String], at: SourcePosition?, next: SourcePosition?)
  case redirectNothing(link: String, target: String, at: SourcePosition?)
  case tapParameter(
    tap: String, name: String, pattern: String, at: SourcePosition?, route: SourcePosition?)
  case titleParameter(
    screen: String, name: String, pattern: String, at: SourcePosition?, route: SourcePosition?)
  case tapCommand(tap: String, text: String, why: String, at: SourcePosition?)
  case limit(name: String, bound: Int, at: SourcePosition?)
  /// More errors than `Limits.errorsMax`; the rest is not reported.
  case tooManyErrors(at: SourcePosition?)

  /// A key that does not fit a coordinator's kind.
  public enum CoordinatorFault: Hashable, Sendable {
    case children
    case noChildren
    case start
    case noStart
    case flowAsChild(parent: String)
    /// The owner of a route has no stack.
    case noStack(pattern: String)
  }

  /// A fault in the target or the values of a route.
  public enum RouteFault: Hashable, Sendable {
    case nothing
    case screenAndRedirect
    /// A target on a route whose presentation is `outside` or `refuse`.
    case screenAnd(Presentation)
    case redirectParameter(name: String, nearest: String?)
    /// A redirect to a value whose type is never a link.
    case redirectType(name: String, type: ValueType)
    /// A fixed value uses a parameter that the route does not have.
    case valueParameter(value: String, name: String, nearest: String?)
    /// A fixed value has the name of a parameter.
    case valueOfParameter(name: String)
    /// Fixed values on a route without a screen.
    case valuesWithoutScreen
  }
}

extension DefinitionError {
  /// The stable code.
  public var code: DiagnosticCode {
    switch self {
    case .pattern(let error): error.code
    case .duplicate: .nameDuplicate
    case .unknown: .nameUnknown
    case .gateCycle: .gateCycle
    case .coordinatorCycle: .coordinatorCycle
    case .noCoordinators, .noRoot, .severalRoots, .severalParents: .coordinatorRoot
    case .shape: .coordinatorShape
    case .start, .noWayIn: .coordinatorStart
    case .challenge, .hiddenChallenge: .gateUnsatisfiable
    case .gateBehindItself: .gateBehindItself
    case .routeTarget: .routeParameter
    case .parent: .routeParent
    case .redirectLoop: .redirectLoop
    case .redirectTooLong: .redirectTooLong
    case .redirectNothing: .redirectNothing
    case .tapParameter: .tapParameter
    case .titleParameter: .titleParameter
    case .tapCommand: .tapCommand
    case .limit: .definitionLimit
    case .tooManyErrors: .formatTooManyErrors
    }
  }

  /// The location of the fault, if it is in a file.
  public var position: SourcePosition? {
    switch self {
    case .pattern(let error): error.position
    case .duplicate(_, _, let at, _), .unknown(_, _, _, let at), .gateCycle(_, let at),
      .coordinatorCycle(_, let at), .noRoot(let at), .severalRoots(_, _, let at, _),
      .severalParents(_, _, _, let at, _), .shape(_, _, let at), .start(_, _, _, let at),
      .noWayIn(_, let at), .challenge(_, _, _, let at), .gateBehindItself(_, _, _, let at, _),
      .hiddenChallenge(_, _, _, let at, _),
      .routeTarget(_, _, let at), .parent(_, _, _, let at), .redirectLoop(_, let at, _),
      .redirectTooLong(_, let at, _), .redirectNothing(_, _, let at),
      .tapParameter(_, _, _, let at, _), .titleParameter(_, _, _, let at, _),
      .noCoordinators(let at), .tooManyErrors(let at),
      .tapCommand(_, _, _, let at), .limit(_, _, let at):
      at
    }
  }

  /// The other side of a conflict.
  public var other: SourcePosition? {
    switch self {
    case .pattern(let error): error.other
    case .duplicate(_, _, _, let existing), .severalRoots(_, _, _, let existing),
      .severalParents(_, _, _, _, let existing):
      existing
    case .gateBehindItself(_, _, _, _, let route), .tapParameter(_, _, _, _, let route),
      .titleParameter(_, _, _, _, let route):
      route
    case .hiddenChallenge(_, _, _, _, let rival): rival
    case .redirectLoop(_, _, let next), .redirectTooLong(_, _, let next): next
    default: nil
    }
  }

  /// A link that demonstrates the fault.
  public var witness: String? {
    switch self {
    case .pattern(let error): error.witness
    case .redirectLoop(let links, _, _), .redirectTooLong(let links, _, _): links.first
    case .redirectNothing(let link, _, _), .challenge(_, let link, _, _),
      .hiddenChallenge(_, let link, _, _, _), .gateBehindItself(_, _, let link, _, _):
      link
    default: nil
    }
  }

  /// What is wrong.
  public var message: String {
    switch self {
    case .pattern(let error): error.message
    case .duplicate(let subject, let name, _, let existing):
      "\(subject.rawValue) '\(name)' is declared twice" + (existing.map { ", also at \($0)" } ?? "")
    case .unknown(let subject, let name, _, _): "no \(subject.rawValue) is called '\(name)'"
    case .gateCycle(let names, _):
      "gates require one another in a cycle: \(names.joined(separator: " → "))"
    case .coordinatorCycle(let names, _):
      "a coordinator is its own ancestor: \(names.joined(separator: " → "))"
    case .noCoordinators: "the definition has no coordinators"
    case .noRoot: "no coordinator is the root: each is a flow or has a parent"
    case .severalRoots(let first, let second, _, _):
      "two coordinators have no parent: '\(first)' and '\(second)'"
    case .severalParents(let child, let first, let second, _, _):
      "coordinator '\(child)' is a child of both '\(first)' and '\(second)'"
    case .shape(let coordinator, let fault, _): "coordinator '\(coordinator)' \(text(of: fault))"
    case .start(let coordinator, let link, let why, _):
      "the start '\(link)' of coordinator '\(coordinator)' \(why)"
    case .noWayIn(let coordinator, _):
      "coordinator '\(coordinator)' has nothing to show while some gates are closed"
    case .challenge(let gate, let link, let why, _):
      "the challenge '\(link)' of gate '\(gate)' \(why)"
    case .hiddenChallenge(let gate, let link, let shown, _, _):
      "the challenge '\(link)' of gate '\(gate)' is hidden in a state in which it is asked for: "
        + "a switch then shows '\(shown)'"
    case .gateBehindItself(let gate, let demanded, _, _, _):
      "the challenge of gate '\(gate)' requires gate '\(demanded)', which may be closed then"
    case .routeTarget(let pattern, let fault, _): "route '\(pattern)' \(text(of: fault))"
    case .parent(let pattern, let parent, let why, _):
      "the parent '\(parent)' of route '\(pattern)' \(why)"
    case .redirectLoop(let links, _, _):
      "redirects form a loop: \(links.joined(separator: " → "))"
    case .redirectTooLong(let links, _, _):
      "more than \(Limits.hopsMax) redirects follow one another: \(links.joined(separator: " → "))"
    case .redirectNothing(let link, let target, _):
      "'\(link)' is redirected to '\(target)', which no route matches"
    case .tapParameter(let tap, let name, let pattern, _, _):
      "tap '\(tap)' uses ':\(name)', which route '\(pattern)' does not provide"
    case .titleParameter(let screen, let name, let pattern, _, _):
      "the title of screen '\(screen)' uses ':\(name)', which route '\(pattern)' does not provide"
    case .tapCommand(let tap, let text, let why, _):
      "tap '\(tap)' has the target '\(text)': \(why)"
    case .limit(let name, let bound, _): "more than \(bound) \(name)"
    case .tooManyErrors: "more than \(Limits.errorsMax) errors in these files"
    }
  }

  /// What to do.
  public var advice: String? {
    switch self {
    case .pattern(let error): error.advice
    case .duplicate: "Rename or remove one."
    case .unknown(let subject, _, let nearest, _):
      nearest.map { "Did you mean '\($0)'?" }
        ?? "Declare the \(subject.rawValue), or correct the name."
    case .gateCycle, .coordinatorCycle: "Break the cycle by removing one of the references."
    case .noCoordinators, .noRoot: "Declare one, such as 'root: { kind: stack, start: / }'."
    case .severalRoots: "Make one a child of the other, or both children of tabs or a switch."
    case .severalParents: "List it under one parent only."
    case .shape(_, let fault, _): advice(on: fault)
    case .start: "Set the start to a link of this app to a screen on this coordinator's stack."
    case .noWayIn:
      "Give it a child, or a start, that requires no gates beyond those of its ancestors."
    case .challenge:
      "Set the challenge to a link of this app that opens a screen which can satisfy it."
    case .hiddenChallenge:
      "Present it as a sheet or cover without 'in', or move it to a coordinator that is shown then."
    case .gateBehindItself(let gate, let demanded, _, _, _):
      sameBytes(gate, demanded)
        ? "Remove the gate from the challenge's route and from the screens below it."
        : "Add '\(demanded)' to 'requires' of '\(gate)', or remove it from the challenge's route."
    case .routeTarget(_, let fault, _): advice(on: fault)
    case .parent: "Name the path of a route whose parameters this route also has."
    case .redirectLoop: "Point one of them at a route with a screen."
    case .redirectTooLong: "Point the first at the route that the last one leads to."
    case .redirectNothing: "Correct the target, or add the route."
    case .tapParameter, .titleParameter: "Write '\\:' for a colon that is only text."
    case .tapCommand: "Write a link, or a command such as 'back' or 'finish done'."
    case .limit: "Split it up."
    case .tooManyErrors: "Fix these first to see the rest."
    }
  }

  private func text(of fault: CoordinatorFault) -> String {
    switch fault {
    case .children: "owns a stack but has children"
    case .noChildren: "has no children"
    case .start: "has a start but no stack of its own"
    case .noStart: "has no start"
    case .flowAsChild(let parent): "is a flow but also a child of '\(parent)'"
    case .noStack(let pattern): "has no stack but owns route '\(pattern)'"
    }
  }

  private func advice(on fault: CoordinatorFault) -> String {
    switch fault {
    case .children: "Remove the children; only tabs and switches have them."
    case .noChildren: "Add at least one child, or make it a stack with a start."
    case .start: "Move the start to a stack below it."
    case .noStart: "Set the link of its first screen: 'start: /…'."
    case .flowAsChild: "Remove it from the children; flows are started by their routes."
    case .noStack: "Name a stack or a flow with 'in:'."
    }
  }

  private func text(of fault: RouteFault) -> String {
    switch fault {
    case .nothing: "has no target"
    case .screenAndRedirect: "has both a screen and a redirect"
    case .screenAnd(let presentation):
      "has a screen or a redirect but is 'as: \(presentation.rawValue)'"
    case .redirectParameter(let name, _):
      "redirects with ':\(name)', which is not one of its parameters"
    case .redirectType(let name, let type):
      "redirects to the value of '\(name)', and no \(type) is a link"
    case .valueParameter(let value, let name, _):
      "uses ':\(name)' in the value '\(value)', which is not one of its parameters"
    case .valueOfParameter(let name): "sets the value '\(name)', which is one of its parameters"
    case .valuesWithoutScreen: "has values but no screen"
    }
  }

  private func advice(on fault: RouteFault) -> String {
    switch fault {
    case .nothing: "Give it a screen, a redirect, 'as: outside', or 'as: refuse'."
    case .screenAndRedirect: "Remove one of them."
    case .screenAnd(let presentation):
      "Remove 'as: \(presentation.rawValue)', or remove the screen or redirect."
    case .redirectType(let name, _): "Give '\(name)' the type string, or write a link around it."
    case .valueOfParameter: "Rename the value, or remove it to use the link's."
    case .valuesWithoutScreen: "Remove 'values', or add a screen."
    case .redirectParameter(_, let nearest), .valueParameter(_, _, let nearest):
      nearest.map { "Did you mean ':\($0)'?" } ?? "Write '\\:' for a colon that is only text."
    }
  }
}
