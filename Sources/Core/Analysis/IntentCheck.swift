import Diagnostics
import Links
import Navigation

/// Whether the routes that assistants may open have a universal link, and the gates they wait for.
struct IntentCheck {
  private let definition: AppDefinition

  init(_ definition: AppDefinition) { self.definition = definition }

  /// - Parameter hints: Whether to name the gates, too.
  func findings(hints: Bool) -> [Diagnostic] {
    definition.routes.indices.flatMap { index -> [Diagnostic] in
      let route = definition.routes[index]
      guard let intent = route.intent else { return [] }
      var found: [Diagnostic] = []
      let pattern = Located(route.pattern, at: route.position)
      if !definition.table.bases(of: index).contains(where: isUniversal) {
        found.append(.intentWithoutLink(pattern, intent: intent))
      }
      if hints, !route.gateOrder.isEmpty {
        let gates = route.gateOrder.map { definition[$0].name }
        found.append(.intentBehindGate(pattern, intent: intent, gates: gates))
      }
      return found
    }
  }

  /// Whether the links of a base, by its index, can be universal links: https and one host.
  private func isUniversal(_ base: Int) -> Bool {
    let base = definition.table.bases[base]
    return !base.shape.isWildcard && base.text.utf8.starts(with: "https://".utf8)
  }
}
