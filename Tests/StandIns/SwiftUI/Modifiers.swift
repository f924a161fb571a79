// Apple's reference documents the public declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A view with one view below it, of which it changes something.
@MainActor
protocol Modifier: TransparentView {
  associatedtype Base: View
  var base: Base { get }
  /// The identity of the view below.
  var key: AnyHashable { get }
  func change(_ environment: inout EnvironmentValues)
}

extension Modifier {
  var key: AnyHashable { 0 }
  func change(_ environment: inout EnvironmentValues) {}
  func content(of node: Node) -> [Content] {
    var content = Content(key: key, view: base, environment: node.environment)
    change(&content.environment)
    return [content]
  }
}

struct AppearanceView<Base: View>: Modifier, AppearanceObserver {
  let base: Base
  var appear: (() -> Void)?
  var disappear: (() -> Void)?

  func appearanceChanged(_ node: Node) {
    if let action = node.isOnScreen ? appear : disappear { node.scene.callbacks.append(action) }
  }
}

struct IdentifiedView<Base: View>: Modifier {
  let base: Base
  let key: AnyHashable
}

struct EnvironmentView<Base: View, Value>: Modifier {
  let base: Base
  let keyPath: WritableKeyPath<EnvironmentValues, Value>
  let value: Value

  func change(_ environment: inout EnvironmentValues) { environment[keyPath: keyPath] = value }
}

@MainActor
@Observable
final class ScenePhaseMemory {
  var current = ScenePhase.active
}

/// All of a scene, with its phase in the environment.
struct PhaseView<Base: View>: Modifier {
  let base: Base
  let phase: ScenePhaseMemory

  func change(_ environment: inout EnvironmentValues) { environment.scenePhase = phase.current }
}

struct ChangeView<Base: View, Value: Equatable>: Modifier {
  private final class Memory {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  let base: Base
  let value: Value
  let action: (_ old: Value, _ new: Value) -> Void

  func updated(_ node: Node) {
    guard let memory = node.memory as? Memory else { return node.memory = Memory(value) }
    let old = memory.value
    guard old != value else { return }
    memory.value = value
    node.scene.callbacks.append { action(old, value) }
  }
}

struct OpenURLView<Base: View>: Modifier {
  let base: Base
  let action: (URL) -> Void
}

@MainActor
protocol URLReceiver {
  var action: (URL) -> Void { get }
}

extension OpenURLView: URLReceiver {}

/// The title is a text on screen, above the view.
struct NavigationTitleView<Base: View>: Modifier {
  let base: Base
  let title: Text

  func content(of node: Node) -> [Content] {
    [Content(key: 1, view: title, environment: node.environment)]
      + [Content(key: 0, view: base, environment: node.environment)]
  }
}

struct TagView<Base: View>: Modifier {
  let base: Base
  let tag: AnyHashable
}

struct TabItemView<Base: View, Item: View>: Modifier {
  let base: Base
  let item: Item
}

/// Part of Foundation, which SwiftUI exports.
public struct URL: Hashable, Sendable {
  public let absoluteString: String

  public init?(string: String) {
    absoluteString = string
  }
}

extension View {
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    AppearanceView(base: self, appear: action)
  }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    AppearanceView(base: self, disappear: action)
  }
  public func id<ID: Hashable>(_ id: ID) -> some View { IdentifiedView(base: self, key: id) }
  public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { EnvironmentView(base: self, keyPath: keyPath, value: value) }
  public func onChange<V: Equatable>(
    of value: V, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View { ChangeView(base: self, value: value, action: action) }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    OpenURLView(base: self, action: action)
  }
  public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    NavigationTitleView(base: self, title: Text(title))
  }
  public func tag<V: Hashable>(_ tag: V) -> some View { TagView(base: self, tag: tag) }
  public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
    TabItemView(base: self, item: label())
  }
}
