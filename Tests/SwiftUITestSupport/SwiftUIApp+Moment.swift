public import HostTestSupport
import SignalboxHost
import SignalboxSwiftUI
import SwiftUI

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
      facts: waits.map { .word($0.name) } + surface.facts
        + scene.memories.map { memory in
          switch memory.base {
          case let screen as SignalboxSwiftUI.ShownScreen: .screens([screen.id])
          case let layer as Int: .word(surface.name(ofLayer: layer))
          case let other: .word("\(other)")
          }
        },
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
