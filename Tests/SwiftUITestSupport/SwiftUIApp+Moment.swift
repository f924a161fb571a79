public import HostTestSupport
import SignalboxHost
import SignalboxSwiftUI
import SwiftUI

/// There are finitely many moments: after each event or act, before it is drawn; after each update;
/// and whenever a wait has ended. A transition takes 400 ms here and the surface waits 600 or 1,200, so
/// what remains of a wait is a multiple of 200 ms. Events and acts at other times, and transitions that
/// take longer or shorter, are left to the walks.
extension SwiftUIApp {
  /// What the adapter asked for, what the containers remember of it, and all that waits.
  public var moment: HostMoment {
    guard let surface = (navigator.host as? HostDriver)?.surface as? SwiftUISurface else {
      return HostMoment(trees: [], changes: [], hidden: []) { _ in false }
    }
    let waits = scene.waits
    return HostMoment(
      trees: [surface.tree, surface.shown] + (surface.written.map { [$0] } ?? []),
      changes: waits.map { .init(isGesture: $0.name == "gesture", milliseconds: $0.milliseconds) },
      hidden: surface.hidden,
      facts: waits.map { .word($0.name) }
        + scene.memories.map { memory in
          switch memory.base {
          case let id as UInt64: .screens([id])
          case let screen as SignalboxSwiftUI.ShownScreen: .screens([screen.id])
          case let layer as Int: .word(surface.name(ofLayer: layer))
          case let other: .word("\(other)")
          }
        } + surface.facts,
      isKnown: { surface.request(for: $0) != nil })
  }
}

extension SwiftUISurface {
  fileprivate func name(ofLayer id: Int) -> String {
    layers.firstIndex { $0.id == id }.map { "layer \($0)" } ?? "old layer"
  }

  fileprivate var facts: [HostMoment.Fact] {
    let end =
      switch transition?.end {
      case .appearance(let id): name(ofLayer: id)
      case let end: "\(end as Transition.End?)"
      }
    return [
      .word("\(end) \(transition?.ended == nil) \(returns) \(keptSelections as [Int?]?)"),
      .screens(onScreen), .screens(left), .screens(lost.map { [$0] } ?? []),
    ]
  }
}
