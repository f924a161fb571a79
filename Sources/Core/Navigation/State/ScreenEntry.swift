public import Links

/// A screen on a stack.
public struct ScreenEntry: Hashable, Sendable {
  /// The screen's id, unique in the session.
  public let id: UInt64
  /// The route that opened it.
  public let route: Identifier<Route>
  /// Whether it holds unsaved work.
  public internal(set) var isDirty = false
  /// The number of its stack in `Stacks`; meaningless elsewhere.
  var stack: UInt16 = 0
  private(set) var content: LinkContent

  init(id: UInt64, route: Identifier<Route>, content: LinkContent) {
    self.id = id
    self.route = route
    self.content = content
  }

  /// One value for each parameter of the route; `nil` for an absent optional one.
  public var values: [String?] { content.values }
  /// Calls `body` with the index and the UTF-8 bytes of each value that is not absent.
  package func forEachValue(_ body: (Int, UnsafeBufferPointer<UInt8>) -> Void) {
    content.forEachValue(body)
  }

  /// All query items of the link.
  public var query: [QueryItem] { content.query }
  /// The result of the last flow that this screen started.
  public var result: String? { content.result?.text }
  /// The number of results received, which distinguishes equal results.
  public var resultNumber: UInt64 { content.result?.number ?? 0 }

  /// The same screen with another id, and without unsaved work.
  func renewed(id: UInt64) -> ScreenEntry { ScreenEntry(id: id, route: route, content: content) }

  /// Stores the result of a flow that this screen started.
  mutating func receive(_ result: String, number: UInt64) {
    content = content.with(result: result, number: number)
  }

  /// Whether both are the same screen with the same values, compared as bytes.
  public func showsSame(as other: ScreenEntry) -> Bool {
    route == other.route && content.hasSameValues(as: other.content)
  }

  /// Compares texts as UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.route == right.route && left.content == right.content
      && left.isDirty == right.isDirty
  }

  /// Hashes UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(route)
    hasher.combine(isDirty)
    hasher.combine(content)
  }
}
