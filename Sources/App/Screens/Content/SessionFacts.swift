import Links
import Navigation

/// What is known about the session: which gates are open, and who opened them.
public struct SessionFacts: Hashable, Sendable {
  /// A gate that is open.
  public struct OpenGate: Hashable, Sendable {
    /// The gate's name.
    public let name: String
    /// Who satisfied it; `nil` if nobody was named.
    public let subject: String?

    /// Names a gate, and who opened it.
    public init(_ name: String, subject: String? = nil) {
      self.name = name
      self.subject = subject
    }

    /// Compared as bytes.
    public static func == (left: Self, right: Self) -> Bool {
      sameBytes(left.name, right.name) && sameText(left.subject, right.subject)
    }
  }

  /// The open gates; every gate after those that it requires.
  public let openGates: [OpenGate]

  /// Puts facts together; without any, nobody is known.
  public init(_ openGates: [OpenGate] = []) {
    self.openGates = openGates
  }

  /// Whether the gate of that name, compared as bytes, is open.
  public func isOpen(_ gate: String) -> Bool {
    openGates.contains { sameBytes($0.name, gate) }
  }

  /// Who opened the gate of that name; `nil` if it is closed or nobody was named.
  public func subject(of gate: String) -> String? {
    openGates.first { sameBytes($0.name, gate) }?.subject
  }
}
