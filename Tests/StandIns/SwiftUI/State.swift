// Apple's reference documents the public declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Observation

/// A property of a view that the runtime connects to the view's place in the tree.
@MainActor
protocol ConnectedProperty {
  /// - Parameter stored: What the property of the view that was here before has kept.
  /// - Returns: What to keep.
  func connect(to node: Node, _ stored: AnyObject?) -> AnyObject?
}

@MainActor
@propertyWrapper @preconcurrency
public struct State<Value>: ConnectedProperty {
  final class Box {
    var value: Value
    weak var node: Node?

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Views are values, so that the box of a view's first value is put in those of later ones.
  final class Slot {
    var box: Box

    init(_ box: Box) {
      self.box = box
    }
  }

  private let slot: Slot

  public init(wrappedValue value: Value) {
    slot = Slot(Box(value))
  }
  public init(initialValue value: Value) {
    self.init(wrappedValue: value)
  }

  public var wrappedValue: Value {
    get { slot.box.value }
    nonmutating set {
      slot.box.value = newValue
      slot.box.node?.invalidate()
    }
  }
  public var projectedValue: Binding<Value> {
    Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
  }

  func connect(to node: Node, _ stored: AnyObject?) -> AnyObject? {
    if let box = stored as? Box { slot.box = box }
    slot.box.node = node
    return slot.box
  }
}

@MainActor
@propertyWrapper @dynamicMemberLookup @preconcurrency
public struct Binding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      get: { get()[keyPath: keyPath] },
      set: {
        var value = get()
        value[keyPath: keyPath] = $0
        set(value)
      })
  }
}

@MainActor
@propertyWrapper @dynamicMemberLookup @preconcurrency
public struct Bindable<Value: AnyObject & Observable> {
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }

  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(
      get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
  }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@MainActor
@propertyWrapper @preconcurrency
public struct Environment<Value>: ConnectedProperty {
  final class Slot {
    var values = EnvironmentValues()
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let slot = Slot()

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  public var wrappedValue: Value { slot.values[keyPath: keyPath] }

  func connect(to node: Node, _ stored: AnyObject?) -> AnyObject? {
    slot.values = node.environment
    return nil
  }
}

@MainActor @preconcurrency
public struct DismissAction {
  let action: @MainActor () -> Void

  public func callAsFunction() { action() }
}

private struct DismissKey: EnvironmentKey {
  static var defaultValue: DismissAction? { nil }
}

extension EnvironmentValues {
  @MainActor public internal(set) var dismiss: DismissAction {
    get { self[DismissKey.self] ?? DismissAction {} }
    set { self[DismissKey.self] = newValue }
  }
}

public enum ScenePhase: Comparable, Sendable {
  case background, inactive, active
}

private struct ScenePhaseKey: EnvironmentKey {
  static var defaultValue: ScenePhase { .active }
}

extension EnvironmentValues {
  public internal(set) var scenePhase: ScenePhase {
    get { self[ScenePhaseKey.self] }
    set { self[ScenePhaseKey.self] = newValue }
  }
}

public struct Transaction {
  @MainActor static var current = Transaction()

  public var disablesAnimations = false

  public init() {}
}

@MainActor @preconcurrency
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  let outer = Transaction.current
  Transaction.current = transaction
  defer { Transaction.current = outer }
  return try body()
}
