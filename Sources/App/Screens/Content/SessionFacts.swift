import Diagnostics
public import Navigation

/// What screens know about the session: the open gates and who opened them.
public struct SessionFacts: Hashable, Sendable {
  /// An open gate.
  public struct OpenGate: Hashable, Sendable {
    /// The gate's name.
    public let name: String
    /// Who satisfied it; `nil` if no subject was given.
    public let subject: String?

    /// Creates an open gate.
    public init(_ name: String, subject: String? = nil) {
      self.name = name
      self.subject = subject
    }

    /// Compares names and subjects as bytes.
    public static func == (left: Self, right: Self) -> Bool {
      sameBytes(left.name, right.name) && sameBytes(left.subject, right.subject)
    }
  }

  /// The open gates, each after those that it requires.
  public let openGates: [OpenGate]

  /// Creates facts, by default without open gates.
  public init(_ openGates: [OpenGate] = []) {
    self.openGates = openGates
  }

  /// Whether the gate with a name, compared as bytes, is open.
  public func isOpen(_ gate: String) -> Bool {
    openGates.contains { sameBytes($0.name, gate) }
  }

  /// Who opened the gate with a name; `nil` if it is closed or no subject was given.
  public func subject(of gate: String) -> String? {
    openGates.first { sameBytes($0.name, gate) }?.subject
  }
}

extension NavigationState {
  /// The facts for screens.
  public func facts(in definition: AppDefinition) -> SessionFacts {
    SessionFacts(
      openGates.members.compactMap { gate in
        guard gate.index < definition.gates.count else { return nil }
        let subject = gate.index < subjects.count ? subjects[gate.index] : nil
        return SessionFacts.OpenGate(definition[gate].name, subject: subject)
      })
  }
}
