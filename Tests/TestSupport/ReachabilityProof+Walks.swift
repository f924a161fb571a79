package import Diagnostics
package import Exploration
import FileAccess
package import Navigation

extension ReachabilityProof {
  /// Walks through an app at random, with the events of an alphabet, with unsaved work and, every
  /// second time, from a cold start, and returns the event and the screen of the first state that
  /// the proof excludes: an error of the proof. `nil` if there is none.
  ///
  /// - Parameters:
  ///   - walks: Multiplied by the environment variable `SIGNALBOX_WALKS_FACTOR`.
  ///   - eventsPerWalk: The length of each walk from the start.
  package func exclusion(
    in definition: AppDefinition, _ alphabet: Alphabet, walks: Int, eventsPerWalk: Int,
    _ random: inout SplitMix64
  ) -> String? {
    for walk in 0..<walks * walksFactor {
      var state = NavigationState(of: definition, isReady: walk.isMultiple(of: 2))
      for _ in 0..<eventsPerWalk {
        let own = alphabet.events(in: state, of: definition) + [.dirty(true), .confirm, .ready]
        let event = random.pick(random.chance(60) ? alphabet.events : own)
        _ = state.apply(event, in: definition)
        if let entry = excluded(in: state) { return "\(event) shows \(definition.name(of: entry))" }
      }
    }
    return nil
  }
}

private let walksFactor = environment("SIGNALBOX_WALKS_FACTOR").flatMap { Int($0) } ?? 1
