import CLibrary
import PseudoTerminal

/// The seconds after which a test gives up waiting. Every wait of a test has this bound: it ends
/// hangs, and no work takes nearly as long, even on a slow and busy machine.
public let hangSeconds = PseudoTerminal.secondsMax

/// Waits for a condition, which is checked every few milliseconds.
/// - Returns: False if it does not hold within `hangSeconds`.
public func waits(until isSo: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(hangSeconds)
  while try !isSo() {
    guard ContinuousClock.now < end else { return false }
    usleep(2_000)
  }
  return true
}
