public import Diagnostics
import Navigation

/// Why a coordinator is never shown: a switch shows the first child whose gates are all open, and
/// an earlier child requires only gates that this one requires too.
public struct Hiding: Hashable, Sendable {
  /// The coordinator whose routes are never shown.
  public let coordinator: String
  /// The child of the switch that it is, or that it belongs to.
  public let child: String
  /// The child that is shown in its place.
  public let shown: String
  /// The switch.
  public let owner: String
  /// Where the child is written.
  public let position: SourcePosition?

  var text: String {
    let whose = sameNames ? "" : ", part of '\(child)',"
    return "coordinator '\(coordinator)'\(whose) is never shown, because switch '\(owner)' shows "
      + "'\(shown)' first whenever the gates of '\(child)' are open"
  }

  private var sameNames: Bool { coordinator.utf8.elementsEqual(child.utf8) }
}

extension AppDefinition {
  /// For each coordinator, why it is never shown; nil if it can be shown.
  var hidings: [Hiding?] {
    coordinators.indices.map { index in
      var child = coordinators[index]
      while let parent = child.parent.map({ self[$0] }) {
        if parent.kind == .switch, let shown = sibling(shownBefore: child, in: parent) {
          return Hiding(
            coordinator: coordinators[index].name, child: child.name, shown: shown.name,
            owner: parent.name, position: child.position)
        }
        child = parent
      }
      return nil
    }
  }

  /// The first earlier child of a switch that is shown whenever this one could be.
  private func sibling(
    shownBefore child: Coordinator, in owner: Coordinator
  ) -> Coordinator? {
    owner.children.lazy.map { self[$0] }
      .prefix { !$0.name.utf8.elementsEqual(child.name.utf8) }
      .first { $0.gates.isSubset(of: child.gates) }
  }

  /// Why no link, external or in-app, shows a route's screen; nil if one may. A sheet or cover is
  /// presented on top of any screen.
  func hiding(of route: Route, _ hidings: [Hiding?]) -> Hiding? {
    guard route.presentation.layerKind == nil else { return nil }
    return route.coordinator.flatMap { hidings[$0.index] }
  }
}
