/// Waits until something is so, a minute or longer: turns are counted, not time, because other
/// tests may hold this actor between two of them.
/// - Returns: Whether it is so.
@MainActor
public func eventually(_ isSo: () -> Bool) async -> Bool {
  for _ in 0..<turnsMax where !isSo() {
    try? await Task.sleep(for: .milliseconds(5))
  }
  return isSo()
}

private let turnsMax = 12_000
