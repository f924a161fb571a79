package import Diagnostics
package import Navigation

/// A fault of an app, as it is reported.
package struct ExplorationFinding: DiagnosticError, Hashable {
  package let fault: AppFault
  /// The events from the start that show it; empty if it is something that never happens.
  package let way: [Event]
  package let diagnostic: Diagnostic

  /// - Parameter reason: Why a tap was refused last; `nil` if it is not always refused.
  init(
    _ fault: AppFault, in definition: AppDefinition, refusedFor reason: String? = nil,
    way: [Event] = []
  ) {
    self.fault = fault
    self.way = way
    diagnostic = definition.diagnostic(of: fault, refusedFor: reason)
  }

  /// Whether it comes first in a list: by place, then by kind.
  func isListed(before other: ExplorationFinding) -> Bool {
    let (position, later) = (diagnostic.position, other.diagnostic.position)
    if let position, let later, position != later { return position < later }
    if (position == nil) != (later == nil) { return position != nil }
    return fault.kind < other.fault.kind
  }
}

extension AppDefinition {
  fileprivate func diagnostic(of fault: AppFault, refusedFor reason: String?) -> Diagnostic {
    let name = name(of: fault.subject)
    let position = position(of: fault.subject)
    func warning(_ code: DiagnosticCode, _ message: String, _ advice: String) -> Diagnostic {
      Diagnostic(code, message, advice: advice, severity: .warning, at: position)
    }
    return switch fault.kind {
    case .screenNeverShown:
      warning(
        .screenNeverShown, "nothing that a user does shows the \(name)",
        "Remove it, or change the gates and coordinators of its routes.")
    case .routeNeverOpened:
      warning(
        .routeNeverOpened, "nothing that a user does opens the \(name)",
        "Remove it, or change its gates and coordinator.")
    case .gateNeverAnswered:
      warning(
        .gateNeverAnswered, "no tap that the \(name) leads to opens the gate",
        "Give its screen a tap that opens the gate, or one that leads there.")
    case .flowNeverFinishes:
      warning(
        .flowNeverFinishes, "no tap finishes the \(name)",
        "Give one of its screens a tap with 'finish'.")
    case .tapRefused:
      warning(
        reason == nil ? .tapSometimesRefused : .tapRefused,
        reason.map { "the \(name) is refused wherever it is shown (\($0))" }
          ?? "the \(name) is refused in some states",
        "Change what it does, or where its screen can be shown.")
    case .screenTwice:
      warning(
        .screenTwice, "the \(name) can show the same screen twice in a row",
        "Present the route otherwise, or declare 'repeat: reuse'.")
    case .noWayHome:
      warning(
        .screenNoWayHome, "no tap, tab or 'back' leads from the \(name) to a start screen",
        "Add a tap that leads to a start screen.")
    case .backEndsElsewhere:
      warning(
        .routeBackEnds, "'back' ends at the \(name), not at the start of its stack",
        "Present it with 'push' instead of 'root', or allow it.")
    case .linkNeverResumes:
      warning(
        .linkNeverResumes, "the link of the \(name) waits for a gate and is then dropped",
        presentAbove)
    case .linkResumesElsewhere:
      warning(
        .linkResumesElsewhere,
        "the link of the \(name) waits for a gate and then opens on another screen", presentAbove)
    case .workLost:
      Diagnostic(
        .screenWorkLost, "a gate that closes or opens loses unsaved work of the \(name)",
        severity: .note, at: position)
    }
  }

  fileprivate func name(of subject: AppFault.Subject) -> String {
    switch subject {
    case .screen(let index): "screen '\(screens[index].name)'"
    case .tap(let index, let screen):
      "tap '\(screens[screen].taps[index].name)' of '\(screens[screen].name)'"
    case .route(let index): "route '\(routes[index].pattern)'"
    case .coordinator(let index): "\(coordinators[index].kind) '\(coordinators[index].name)'"
    case .challenge(let index): "challenge of gate '\(gates[index].name)'"
    }
  }

  fileprivate func position(of subject: AppFault.Subject) -> SourcePosition? {
    switch subject {
    case .screen(let index): screens[index].position
    case .tap(let index, let screen): screens[screen].taps[index].position
    case .route(let index): routes[index].position
    case .coordinator(let index): coordinators[index].position
    case .challenge(let index): gates[index].position
    }
  }

  /// The codes that are allowed for a part of the definition.
  func allowed(for subject: AppFault.Subject) -> [Located<DiagnosticCode>] {
    switch subject {
    case .screen(let index), .tap(_, let index): screens[index].allowed
    case .route(let index): routes[index].allowed
    case .challenge(let index):
      routes[gates[index].challenge.route.index].allowed
        + allowed(onScreenOf: gates[index].challenge.route)
    case .coordinator: []
    }
  }
}

extension AppDefinition {
  private func allowed(onScreenOf route: Identifier<Route>) -> [Located<DiagnosticCode>] {
    if case .screen(let screen) = self[route].target { self[screen].allowed } else { [] }
  }
}

private let presentAbove =
  "Present the challenge above the screen that opens the link, with 'sheet' or 'cover'."
