public import Diagnostics
import Links

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
    case .challenge: .gateUnsatisfiable
    case .gateBehindItself: .gateBehindItself
    case .routeTarget: .routeParameter
    case .parent: .routeParent
    case .redirectLoop: .redirectLoop
    case .redirectNothing: .redirectNothing
    case .tapParameter: .tapParameter
    case .tapCommand: .tapCommand
    case .limit: .definitionLimit
    case .tooManyErrors: .formatTooManyErrors
    }
  }

  /// Where the fault stands, if somebody wrote it down.
  public var position: SourcePosition? {
    switch self {
    case .pattern(let error): error.position
    case .noCoordinators, .tooManyErrors: nil
    case .duplicate(_, _, let at, _), .unknown(_, _, _, let at), .gateCycle(_, let at),
      .coordinatorCycle(_, let at), .noRoot(let at), .severalRoots(_, _, let at, _),
      .severalParents(_, _, _, let at, _), .shape(_, _, let at), .start(_, _, _, let at),
      .noWayIn(_, let at), .challenge(_, _, _, let at), .gateBehindItself(_, _, _, let at, _),
      .routeTarget(_, _, let at), .parent(_, _, _, let at), .redirectLoop(_, let at, _),
      .redirectNothing(_, _, let at), .tapParameter(_, _, _, let at, _),
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
    case .gateBehindItself(_, _, _, _, let route), .tapParameter(_, _, _, _, let route): route
    case .redirectLoop(_, _, let next): next
    default: nil
    }
  }

  /// A link that shows the fault.
  public var witness: String? {
    switch self {
    case .pattern(let error): error.witness
    case .redirectLoop(let links, _, _): links.first
    case .redirectNothing(let link, _, _), .challenge(_, let link, _, _),
      .gateBehindItself(_, _, let link, _, _):
      link
    default: nil
    }
  }

  /// What happened.
  public var message: String {
    switch self {
    case .pattern(let error): error.message
    case .duplicate(let subject, let name, _, let existing):
      "\(subject.rawValue) '\(name)' stands twice" + (existing.map { ", also at \($0)" } ?? "")
    case .unknown(let subject, let name, _, _): "no \(subject.rawValue) is called '\(name)'"
    case .gateCycle(let names, _):
      "gates require one another in a circle: \(names.joined(separator: " → "))"
    case .coordinatorCycle(let names, _):
      "a coordinator is its own ancestor: \(names.joined(separator: " → "))"
    case .noCoordinators: "the definition has no coordinators"
    case .noRoot: "no coordinator is the root: every one is somebody's child or a flow"
    case .severalRoots(let first, let second, _, _):
      "two coordinators are nobody's child: '\(first)' and '\(second)'"
    case .severalParents(let child, let first, let second, _, _):
      "coordinator '\(child)' is a child of both '\(first)' and '\(second)'"
    case .shape(let coordinator, let fault, _): "coordinator '\(coordinator)' \(text(of: fault))"
    case .start(let coordinator, let link, let why, _):
      "the start '\(link)' of coordinator '\(coordinator)' \(why)"
    case .noWayIn(let coordinator, _):
      "coordinator '\(coordinator)' may have nothing to show while other gates are closed"
    case .challenge(let gate, let link, let why, _):
      "the challenge '\(link)' of gate '\(gate)' \(why)"
    case .gateBehindItself(let gate, let demanded, _, _, _):
      "the challenge of gate '\(gate)' demands gate '\(demanded)', which is not asked before it"
    case .routeTarget(let pattern, let fault, _): "route '\(pattern)' \(text(of: fault))"
    case .parent(let pattern, let parent, let why, _):
      "the parent '\(parent)' of route '\(pattern)' \(why)"
    case .redirectLoop(let links, _, _):
      "redirects go in a circle: \(links.joined(separator: " → "))"
    case .redirectNothing(let link, let target, _):
      "'\(link)' is redirected to '\(target)', which no route takes"
    case .tapParameter(let tap, let name, let pattern, _, _):
      "tap '\(tap)' uses ':\(name)', which route '\(pattern)' does not give to the screen"
    case .tapCommand(let tap, let text, let why, _): "tap '\(tap)' asks for '\(text)': \(why)"
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
        ?? "Declare the \(subject.rawValue), or mend the name."
    case .gateCycle, .coordinatorCycle: "Take one of them out of the circle."
    case .noCoordinators, .noRoot: "Declare one, such as 'root: { kind: stack, start: / }'."
    case .severalRoots: "Make one a child of the other, or both children of tabs or a switch."
    case .severalParents: "A coordinator has one place in the tree: name it once."
    case .shape(_, let fault, _): advice(on: fault)
    case .start: "A start is a link of this app to a screen on this coordinator's stack."
    case .noWayIn:
      "Give it a child, or a start, that demands no gate beyond those of the coordinators above."
    case .challenge: "A challenge is a link of this app to a screen that can satisfy the gate."
    case .gateBehindItself(let gate, let demanded, _, _, _):
      sameBytes(gate, demanded)
        ? "Take the gate off the challenge's route, and off what lies beneath it."
        : "Name '\(demanded)' in what '\(gate)' requires, or take it off the challenge's route."
    case .routeTarget(_, let fault, _): advice(on: fault)
    case .parent: "A parent is a route's path whose parameters the route below also has."
    case .redirectLoop: "Let one of them name a route with a screen."
    case .redirectNothing: "Mend the target, or add the route."
    case .tapParameter: "Write '\\:' for a colon that is only text."
    case .tapCommand: "A tap is a link or a command such as 'back' or 'finish done'."
    case .limit: "Split the app."
    case .tooManyErrors: "Correct those above; the rest is told then."
    }
  }

  private func text(of fault: CoordinatorFault) -> String {
    switch fault {
    case .children: "has a stack of its own and children"
    case .noChildren: "has no children"
    case .start: "has a start, but no stack of its own"
    case .noStart: "has no start"
    case .flowAsChild(let parent): "is a flow and a child of '\(parent)'"
    case .noStack(let pattern): "has no stack, but owns route '\(pattern)'"
    }
  }

  private func advice(on fault: CoordinatorFault) -> String {
    switch fault {
    case .children: "Only tabs and switches have children."
    case .noChildren: "Name at least one child, or make it a stack with a start."
    case .start: "Give the start to a stack below it."
    case .noStart: "Name the link of its first screen: 'start: /…'."
    case .flowAsChild: "A flow is started by a route and has no place in the tree: take it out."
    case .noStack: "Name a stack or a flow with 'in:'."
    }
  }

  private func text(of fault: RouteFault) -> String {
    switch fault {
    case .nothing: "leads to nothing"
    case .screenAndRedirect: "has both a screen and a redirect"
    case .screenAndOutside: "has a screen or a redirect, but belongs in the browser"
    case .redirectParameter(let name, _): "is redirected with ':\(name)', which it does not have"
    case .valueParameter(let value, let name, _):
      "gives the value '\(value)' with ':\(name)', which it does not have"
    case .valueOfParameter(let name): "gives a value '\(name)', which is its parameter"
    case .valuesWithoutScreen: "gives values, but has no screen"
    }
  }

  private func advice(on fault: RouteFault) -> String {
    switch fault {
    case .nothing: "Give it a screen, a redirect, or 'as: outside'."
    case .screenAndRedirect: "Keep one."
    case .screenAndOutside: "Take 'as: outside' away, or the screen."
    case .valueOfParameter: "Choose another name, or leave it to the link."
    case .valuesWithoutScreen: "Take 'values' away, or give it a screen."
    case .redirectParameter(_, let nearest), .valueParameter(_, _, let nearest):
      nearest.map { "Did you mean ':\($0)'?" } ?? "Write '\\:' for a colon that is only text."
    }
  }
}
