public import Diagnostics
public import Navigation
import SignalboxHost
import TestSupport

/// One thing that happens to an app on a host.
public enum HostStep: Hashable, Sendable, CustomStringConvertible {
  case event(Event)
  case act(UserAct)
  /// A transition ends.
  case end

  /// For messages.
  public var description: String {
    switch self {
    case .event(let event): event.command(nowMilliseconds: 0)
    case .act(let act): "\(act)"
    case .end: "end"
    }
  }
}

extension HostUnderTest {
  /// Lets a step happen.
  public func perform(_ step: HostStep) {
    switch step {
    case .event(let event): navigator.apply(event)
    case .act(let act): perform(act)
    case .end: endNext()
    }
  }

  /// Lets something random happen.
  ///
  /// - Parameter event: Draws an event.
  public func performRandomStep(
    _ random: inout SplitMix64, event: (inout SplitMix64) -> Event
  ) {
    switch random.below(12) {
    case 0...4: perform(.event(event(&random)))
    case 5, 6: endNext()
    case 7: perform(random.chance(60) ? .swipe : .back(1 + random.below(3)))
    case 8: perform(.pull)
    case 9: perform(random.chance(40) ? .cancel : .finish)
    case 10: vary(&random)
    default: perform(.tab(random.below(3), depth: random.below(2)))
    }
    // Frameworks merge what changes between two drawings.
    if random.chance(70) { turn() }
  }

  /// A random walk from the start of an app. Checks what must hold in every moment, often at rest,
  /// and at the end, when nothing of the app may be left.
  ///
  /// - Returns: What is wrong first, with the number of the step; empty if nothing is.
  public static func faults(
    inWalkThrough definition: AppDefinition, steps: Int, _ random: inout SplitMix64
  ) -> [String] {
    let before = objectsAlive
    let faults = faultsOfWalk(through: definition, steps: steps, &random)
    let left = objectsAlive - before
    return faults.isEmpty && left > 0 ? ["\(left) objects are left"] : faults
  }

  private static func faultsOfWalk(
    through definition: AppDefinition, steps: Int, _ random: inout SplitMix64
  ) -> [String] {
    let host = Self(definition, isReady: random.chance(80), log: nil)
    for step in 0..<steps {
      host.performRandomStep(&random) { RandomApp.event(&$0, in: definition) }
      let faults = step % 25 == 0 ? host.faultsAtRest() : host.faultsNow()
      if !faults.isEmpty { return ["step \(step)"] + faults }
    }
    return host.faultsAtRest()
  }
}
