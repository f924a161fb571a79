package import Analysis
import Diagnostics
import JSONCodec
package import Navigation

/// Counts what the events of sessions use of an app.
///
/// A class, so that the session that `load` builds counts too. Events after a `reload` that changed
/// how the app behaves are not counted: the indices of a coverage belong to one definition.
@MainActor package final class CoverageRecorder {
  package private(set) var coverage = Coverage()
  private let definition: AppDefinition
  /// The last definition that was compared, and whether it behaves alike.
  private var compared: (definition: AppDefinition, isAlike: Bool)

  /// - Parameter definition: That of the coverage.
  package init(_ definition: AppDefinition) {
    self.definition = definition
    compared = (definition, true)
  }

  /// Counts what a session shows at its beginning.
  func begin(_ state: NavigationState, in definition: AppDefinition) {
    if isCounted(definition) { coverage.begin(state, in: definition) }
  }

  func record(
    _ event: Event, _ applied: Applied, from before: NavigationState, to after: NavigationState,
    in definition: AppDefinition
  ) {
    guard isCounted(definition) else { return }
    coverage.record(event, applied, from: before, to: after, in: definition)
  }

  /// Counts a tap whose target the content of the screen decided.
  func record(
    tap name: String, _ outcome: Outcome?, from before: NavigationState,
    in definition: AppDefinition
  ) {
    guard isCounted(definition) else { return }
    coverage.record(tap: name, outcome, from: before, in: definition)
  }

  private func isCounted(_ other: AppDefinition) -> Bool {
    if other !== compared.definition {
      let isAlike =
        other === definition
        || sameBytes(other.behaviourFingerprint, definition.behaviourFingerprint)
      compared = (other, isAlike)
    }
    return compared.isAlike
  }
}

extension Coverage {
  /// The counts as a worker sends them: `[["route",3,0,1],…]`, in no order.
  var json: JSON {
    .array(
      counts.map { item, count in
        [.string(item.kind.rawValue), JSON(item.index), JSON(item.part), JSON(count)]
      })
  }

  /// `nil` if the JSON is not what `json` writes.
  init?(_ json: JSON) {
    self.init()
    guard let rows = json.arrayValue else { return nil }
    for row in rows {
      guard let values = row.arrayValue, values.count == 4,
        let kind = values[0].stringValue.flatMap({ Kind(rawValue: $0) }),
        let index = values[1].intValue, (0...Int64(Int32.max)).contains(index),
        let part = values[2].intValue, (0...Int64(Int32.max)).contains(part),
        let count = values[3].intValue, (1...Int64(UInt32.max)).contains(count)
      else { return nil }
      add(Int(count), to: Item(kind, Int(index), part: Int(part)))
    }
  }
}
