package import Diagnostics
package import Navigation

/// A fault of an app, as it is reported.
package struct ExplorationFinding: Diagnostic, Hashable {
  package let fault: AppFault
  /// What has the fault, such as `tap 'pay' of 'Cart'`.
  let name: String
  package let position: SourcePosition?
  /// Why a tap was refused last; `nil` if it is not always refused.
  let reason: String?
  /// The events from the start that show it; empty if it is something that never happens.
  package let way: [Event]

  init(
    _ fault: AppFault, in definition: AppDefinition, refusedFor reason: String? = nil,
    way: [Event] = []
  ) {
    self.fault = fault
    self.reason = reason
    self.way = way
    name = definition.name(of: fault.subject)
    position = definition.position(of: fault.subject)
  }

  /// Whether it comes first in a list: by place, then by kind.
  func isListed(before other: ExplorationFinding) -> Bool {
    if let position, let later = other.position, position != later { return position < later }
    if (position == nil) != (other.position == nil) { return position != nil }
    return fault.kind < other.fault.kind
  }

  package var code: DiagnosticCode {
    switch fault.kind {
    case .screenNeverShown: .screenNeverShown
    case .routeNeverOpened: .routeNeverOpened
    case .gateNeverAnswered: .gateNeverAnswered
    case .flowNeverFinishes: .flowNeverFinishes
    case .tapRefused: reason == nil ? .tapSometimesRefused : .tapRefused
    case .screenTwice: .screenTwice
    case .noWayHome: .screenNoWayHome
    case .backEndsElsewhere: .routeBackEnds
    case .linkNeverResumes: .linkNeverResumes
    case .linkResumesElsewhere: .linkResumesElsewhere
    case .workLost: .screenWorkLost
    }
  }

  package var severity: Severity { fault.kind == .workLost ? .note : .warning }

  package var message: String {
    switch fault.kind {
    case .screenNeverShown: "nothing that a user does shows the \(name)"
    case .routeNeverOpened: "nothing that a user does opens the \(name)"
    case .gateNeverAnswered: "no tap that the \(name) leads to opens the gate"
    case .flowNeverFinishes: "no tap finishes the \(name)"
    case .tapRefused:
      reason.map { "the \(name) is refused wherever it is shown (\($0))" }
        ?? "the \(name) is refused in some states"
    case .screenTwice: "the \(name) can show the same screen twice in a row"
    case .noWayHome: "no tap, tab or 'back' leads from the \(name) to a start screen"
    case .backEndsElsewhere: "'back' ends at the \(name), not at the start of its stack"
    case .linkNeverResumes: "the link of the \(name) waits for a gate and is then dropped"
    case .linkResumesElsewhere:
      "the link of the \(name) waits for a gate and then opens on another screen"
    case .workLost: "a gate that closes or opens loses unsaved work of the \(name)"
    }
  }

  package var advice: String? {
    switch fault.kind {
    case .screenNeverShown: "Remove it, or change the gates and coordinators of its routes."
    case .routeNeverOpened: "Remove it, or change its gates and coordinator."
    case .gateNeverAnswered: "Give its screen a tap that opens the gate, or one that leads there."
    case .flowNeverFinishes: "Give one of its screens a tap with 'finish'."
    case .tapRefused: "Change what it does, or where its screen can be shown."
    case .screenTwice: "Present the route otherwise, or declare 'repeat: reuse'."
    case .noWayHome: "Add a tap that leads to a start screen."
    case .backEndsElsewhere: "Present it with 'push' instead of 'root', or allow it."
    case .linkNeverResumes, .linkResumesElsewhere:
      "Present the challenge above the screen that opens the link, with 'sheet' or 'cover'."
    case .workLost: nil
    }
  }
}

extension AppDefinition {
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

/// A code under `allow` without a finding.
package struct UnusedAllowance: Diagnostic, Hashable {
  let allowed: DiagnosticCode
  package let position: SourcePosition?

  package var code: DiagnosticCode { .allowUnused }
  package var severity: Severity { .warning }
  package var message: String { "'\(allowed.rawValue)' is allowed, but not found here" }
  package var advice: String? { "Remove it." }
}
