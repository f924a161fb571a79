import Diagnostics
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
  /// The parts that most screens lack, shared between copies.
  private var content: Content?

  private final class Content: Sendable {
    let values: [String?]
    let query: [QueryItem]
    let result: String?
    let resultNumber: UInt64

    init(
      values: [String?], query: [QueryItem], result: String? = nil, resultNumber: UInt64 = 0
    ) {
      self.values = values
      self.query = query
      self.result = result
      self.resultNumber = resultNumber
    }
  }

  init(id: UInt64, route: Identifier<Route>, values: [String?], query: [QueryItem]) {
    self.id = id
    self.route = route
    if !values.isEmpty || !query.isEmpty {
      content = Content(values: values, query: query)
    }
  }

  /// One value for each parameter of the route; `nil` for an absent optional one.
  public var values: [String?] { content?.values ?? [] }
  /// All query items of the link.
  public var query: [QueryItem] { content?.query ?? [] }
  /// The result of the last flow that this screen started.
  public var result: String? { content?.result }
  /// The number of results received, which distinguishes equal results.
  public var resultNumber: UInt64 { content?.resultNumber ?? 0 }

  /// The same screen with another id, and without unsaved work.
  func renewed(id: UInt64) -> ScreenEntry {
    var entry = ScreenEntry(id: id, route: route, values: [], query: [])
    entry.content = content
    return entry
  }

  /// Stores the result of a flow that this screen started.
  mutating func receive(_ result: String, number: UInt64) {
    content = Content(values: values, query: query, result: result, resultNumber: number)
  }

  /// Whether both are the same screen with the same values, compared as bytes.
  public func showsSame(as other: ScreenEntry) -> Bool {
    guard route == other.route else { return false }
    if content === other.content { return true }
    return values.elementsEqual(other.values, by: sameBytes)
  }

  /// Compares texts as UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.showsSame(as: right) && left.query == right.query
      && left.isDirty == right.isDirty && sameBytes(left.result, right.result)
      && left.resultNumber == right.resultNumber
  }

  /// Hashes UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(route)
    hasher.combine(isDirty)
    hasher.combine(values)
    hasher.combine(query)
    hasher.combine(result)
  }
}
