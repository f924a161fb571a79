import TestSupport

/// Waits for a condition, for `hangSeconds` or longer: it counts turns instead of time, because
/// other tests may hold this actor between turns.
/// - Returns: Whether the condition holds.
@MainActor
public func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<(hangSeconds * 1_000 / millisecondsOfTurn) {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(millisecondsOfTurn))
  }
  return condition()
}

private let millisecondsOfTurn = 2
