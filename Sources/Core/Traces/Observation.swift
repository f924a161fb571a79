package import Navigation

/// What a line of a log says: that the app showed a screen, or that something happened to it.
package enum Observation: Hashable, Sendable {
  case screen(ObservedScreen)
  case event(Event)
}

/// A screen that the app showed, with as many of its values as the log has.
package struct ObservedScreen: Hashable, Sendable {
  /// A value of the screen; `nil` if the log says that it has none of this name.
  package struct Value: Hashable, Sendable {
    package let name: String
    package let text: String?

    package init(_ name: String, _ text: String?) {
      (self.name, self.text) = (name, text)
    }
  }

  package let name: String
  package let values: [Value]

  package init(_ name: String, values: [Value] = []) {
    (self.name, self.values) = (name, values)
  }

  /// `MovieDetail(id=42)`
  package var text: String {
    let shown = values.map { "\($0.name)=\($0.text ?? "none")" }
    return shown.isEmpty ? name : "\(name)(\(shown.joined(separator: ", ")))"
  }
}

/// The kinds of lines, by the words that logs use.
package enum ObservedKind: String, Hashable, Sendable, CaseIterable {
  case screen, link, tap, login, logout, back, tab, dismiss, finish, satisfy, revoke
  case background, foreground

  /// The kind of line that reports an event; `nil` if none does.
  package init?(_ event: Event) {
    switch event {
    case .open(_, let source):
      if source.isInside { return nil }
      self = .link
    case .tap: self = .tap
    // The ways that lead back are one kind: apps report them alike, if at all.
    case .back, .root, .popTo: self = .back
    case .dismiss, .cancel: self = .dismiss
    case .select: self = .tab
    case .finish: self = .finish
    case .satisfy(loginGate, _): self = .login
    case .satisfy: self = .satisfy
    case .revoke(loginGate): self = .logout
    case .revoke: self = .revoke
    case .background: self = .background
    case .foreground: self = .foreground
    case .dirty, .confirm, .accept, .decline, .ready, .tick: return nil
    }
  }

  /// The kind of an observation; `nil` for one that no line can hold.
  package init?(_ observation: Observation) {
    switch observation {
    case .screen: self = .screen
    case .event(let event): self.init(event)
    }
  }
}
