// Apple's reference documents the public declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// The body of a view that the runtime knows, which has none.
public struct NoBody: View {
  public typealias Body = NoBody
  public var body: NoBody { self }
}

/// A view that the runtime knows.
@MainActor
protocol PrimitiveView: View where Body == NoBody {
  /// The views below it. Reads of observable objects are tracked.
  func content(of node: Node) -> [Content]
  /// Whether what is below a key is on screen, if the view itself is.
  func shows(_ key: AnyHashable, of node: Node) -> Bool
  /// Called after the content was updated.
  func updated(_ node: Node)
  /// Called before the view is removed from the tree.
  func removed(_ node: Node)
}

extension PrimitiveView {
  public var body: NoBody { NoBody() }
  func shows(_ key: AnyHashable, of node: Node) -> Bool { true }
  func updated(_ node: Node) {}
  func removed(_ node: Node) {}
}

/// A view below another one, with what identifies it there.
struct Content {
  let key: AnyHashable
  let view: any View
  var environment: EnvironmentValues
}

/// A view that is empty if those below it are.
@MainActor
protocol TransparentView: PrimitiveView {}

/// A view that stands for a list of views.
@MainActor
protocol ViewList: TransparentView {
  /// Its views, each with its identity in the list.
  var elements: [(key: AnyHashable, view: any View)] { get }
}

extension ViewList {
  func content(of node: Node) -> [Content] {
    elements.map { Content(key: $0.key, view: $0.view, environment: node.environment) }
  }
}

@MainActor
@resultBuilder
public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildExpression<V: View>(_ view: V) -> V { view }
  public static func buildBlock<V: View>(_ view: V) -> V { view }
  public static func buildBlock<each V: View>(_ view: repeat each V) -> TupleView<
    (repeat each V)
  > {
    var views: [any View] = []
    for view in repeat each view { views.append(view) }
    return TupleView(views: views)
  }
  public static func buildIf<V: View>(_ view: V?) -> V? { view }
  public static func buildEither<T: View, F: View>(first: T) -> _ConditionalContent<T, F> {
    _ConditionalContent(branch: .first(first))
  }
  public static func buildEither<T: View, F: View>(second: F) -> _ConditionalContent<T, F> {
    _ConditionalContent(branch: .second(second))
  }
}

public struct EmptyView: ViewList {
  public init() {}
  var elements: [(key: AnyHashable, view: any View)] { [] }
}

public struct TupleView<T>: ViewList {
  let views: [any View]
  var elements: [(key: AnyHashable, view: any View)] {
    views.enumerated().map { ($0.offset, $0.element) }
  }
}

public struct _ConditionalContent<First: View, Second: View>: ViewList {
  enum Branch {
    case first(First)
    case second(Second)
  }
  let branch: Branch
  var elements: [(key: AnyHashable, view: any View)] {
    switch branch {
    case .first(let view): [(true, view)]
    case .second(let view): [(false, view)]
    }
  }
}

extension Optional: View where Wrapped: View {
  public typealias Body = NoBody
}

extension Optional: PrimitiveView, TransparentView, ViewList where Wrapped: View {
  var elements: [(key: AnyHashable, view: any View)] { map { [(0, $0)] } ?? [] }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Row: View>: ViewList {
  let elements: [(key: AnyHashable, view: any View)]

  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Row
  ) {
    elements = data.map { ($0[keyPath: id], content($0)) }
  }
}

public struct ZStack<Body_: View>: PrimitiveView {
  let content: Body_

  public init(@ViewBuilder content: () -> Body_) {
    self.content = content()
  }

  func content(of node: Node) -> [Content] {
    [Content(key: 0, view: content, environment: node.environment)]
  }
}

public struct LocalizedStringKey: ExpressibleByStringLiteral {
  let key: String

  public init(stringLiteral value: String) {
    key = value
  }
}

public struct Text: PrimitiveView {
  let text: String

  public init(verbatim content: String) {
    text = content
  }
  public init(_ key: LocalizedStringKey) {
    text = key.key
  }
  public init<S: StringProtocol>(_ content: S) {
    text = String(content)
  }

  func content(of node: Node) -> [Content] { [] }
}

public struct Button<Label: View>: PrimitiveView {
  let action: @MainActor () -> Void
  let label: Label

  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    (self.action, self.label) = (action, label())
  }

  func content(of node: Node) -> [Content] {
    [Content(key: 0, view: label, environment: node.environment)]
  }
}

extension Button where Label == Text {
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    self.init(action: action) { Text(title) }
  }
}

public struct List<Content_: View>: PrimitiveView {
  let content: Content_

  public init(@ViewBuilder content: () -> Content_) {
    self.content = content()
  }

  func content(of node: Node) -> [Content] {
    [Content(key: 0, view: content, environment: node.environment)]
  }
}

public struct Image: PrimitiveView {
  public init(systemName: String) {}
  func content(of node: Node) -> [Content] { [] }
}

public struct Label<Title: View, Icon: View>: PrimitiveView {
  let title: Title

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
  }

  func content(of node: Node) -> [Content] {
    [Content(key: 0, view: title, environment: node.environment)]
  }
}

extension Label where Title == Text, Icon == Image {
  public init<S: StringProtocol>(_ title: S, systemImage name: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: name) })
  }
}

public struct TextField<Label: View>: PrimitiveView {
  let label: Label
  let text: Binding<String>

  func content(of node: Node) -> [Content] {
    [Content(key: 0, view: label, environment: node.environment)]
  }
}

extension TextField where Label == Text {
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    self.init(label: Text(title), text: text)
  }
}

// MARK: Apps

@MainActor @preconcurrency
public protocol Scene {}

@MainActor
@resultBuilder
public enum SceneBuilder {
  public static func buildBlock<S: Scene>(_ scene: S) -> S { scene }
}

public struct WindowGroup<Content: View>: Scene {
  public let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  /// Runs the app, which needs a device: here, nothing.
  public static func main() {}
}
