import Navigation

/// A fault of an app: its kind, and what has it.
package struct AppFault: Hashable, Sendable {
  package enum Kind: Comparable, Sendable {
    case screenNeverShown, routeNeverOpened, gateNeverAnswered, flowNeverFinishes
    case tapRefused, screenTwice, noWayHome, backEndsElsewhere
    case linkNeverResumes, linkResumesElsewhere, workLost
  }

  /// A part of the definition, by its index there.
  package enum Subject: Hashable, Sendable {
    case screen(Int)
    /// A tap, by its index on the screen.
    case tap(Int, screen: Int)
    case route(Int)
    case coordinator(Int)
    /// The challenge of a gate, by the gate's index.
    case challenge(Int)
  }

  package let kind: Kind
  package let subject: Subject

  init(_ kind: Kind, _ subject: Subject) {
    self.kind = kind
    self.subject = subject
  }
}

extension Applied {
  /// Whether a flow has finished with a result or without one.
  func finishes(_ flow: Identifier<Coordinator>?) -> Bool {
    guard let flow else { return false }
    return transitions.contains { transition in
      if case .finish = transition.kind { transition.coordinator == flow } else { false }
    }
  }
}
