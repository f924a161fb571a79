/// Waits for a condition for a minute or longer: it counts turns instead of time, because other
/// tests may hold this actor between turns.
/// - Returns: Whether the condition holds.
@MainActor
public func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<turnsMax where !condition() {
    try? await Task.sleep(for: .milliseconds(5))
  }
  return condition()
}

private let turnsMax = 12_000
