/// What decides what SwiftUI does next, for tests that compare moments.
extension SimulatedScene {
  /// What runs or waits, in the order in which it ends: its name, and the milliseconds that remain;
  /// zero if a turn ends it, or the user.
  public var waits: [(name: String, milliseconds: Int)] {
    let timers = timers.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
    let update = hasTouched ? "update after a touch" : "update"
    return (gesture == nil ? [] : [("gesture", 0)]) + (isDrawn ? [] : [(update, 0)])
      + jobs.map { ($0.name, 0) } + timers.map { ($0.name, $0.time - now) }
  }

  /// What the containers remember, and what the next update evaluates: words, with the elements of
  /// paths and the ids of items.
  public var memories: [AnyHashable] { root?.memories ?? [] }
}

extension Node {
  /// Those of this view and of the views below it. A view without a container does not decide.
  fileprivate var memories: [AnyHashable] {
    let own = (memory as? any Remembering)?.memories ?? []
    let found = own + children.flatMap { $0.node.memories }
    guard isDirty, !found.isEmpty else { return found }
    return [transaction.disablesAnimations ? "dirty" : "dirty, animated"] + found
  }
}

@MainActor
private protocol Remembering: AnyObject {
  var memories: [AnyHashable] { get }
}

extension StackMemory: Remembering {
  fileprivate var memories: [AnyHashable] {
    let change = transition.map { $0.isInteractive ? "swipe" : "change" } ?? "at rest"
    return ["stack \(isNew) \(isDelayed) \(node.isOnScreen) \(change)"]
      + (rootID.map { [$0] } ?? []) + path + ["other"] + describe(other.map { [$0] } ?? [])
      + ["loaded"] + describe(keys.filter { loaded.contains($0) })
      + (pathBeforePop.map { ["before"] + $0 } ?? [])
  }

  /// What `id(_:)` says of the root.
  private var rootID: AnyHashable? {
    var next = node.children.first { $0.key == StackKey.root }?.node
    while let root = next {
      if let identified = root.view as? any Identified { return identified.key }
      next = root.children.first?.node
    }
    return nil
  }

  private func describe(_ keys: [AnyHashable]) -> [AnyHashable] {
    keys.flatMap { key -> [AnyHashable] in
      guard let element = key.base as? StackKey.Element else { return [key] }
      return ["\(element.position)", element.value]
    }
  }
}

extension Presentation: Remembering {
  fileprivate var memories: [AnyHashable] {
    guard let shown else { return ["nothing"] }
    return ["\(isCover) \(isMoving) \(isPulled) \(isDismissDisabled)", shown.id]
  }
}

extension TabMemory: Remembering {
  fileprivate var memories: [AnyHashable] {
    ["tabs \(selected) \(loaded.map { "\($0)" }.sorted())"]
  }
}

@MainActor
private protocol Identified {
  var key: AnyHashable { get }
}

extension IdentifiedView: Identified {}
