/// Waits until something is so, at most as long as a busy machine may need.
/// - Returns: Whether it is so.
@MainActor
public func eventually(_ isSo: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(20)
  while !isSo() {
    guard ContinuousClock.now < end else { return false }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return true
}
