public import Links

/// A screen on a stack.
public struct ScreenEntry: Hashable, Sendable {
  /// Its number, unique in the session.
  public let id: UInt64
  /// The route that opened it.
  public let route: Identifier<Route>
  /// Whether it holds unsaved work.
  public internal(set) var isDirty = false
  /// What most screens lack; copies of a screen share it.
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

  /// One value per parameter of the route; `nil` for an optional one that is absent.
  public var values: [String?] { content?.values ?? [] }
  /// All query items of the link.
  public var query: [QueryItem] { content?.query ?? [] }
  /// What the last flow that it started has given back.
  public var result: String? { content?.result }
  /// How many flows that it started have given something back, so that two results of the same text
  /// can be told apart.
  public var resultNumber: UInt64 { content?.resultNumber ?? 0 }

  /// Takes what a flow that it started has given back.
  mutating func receive(_ result: String, number: UInt64) {
    content = Content(values: values, query: query, result: result, resultNumber: number)
  }

  /// Whether it is the same screen with the same values, compared as bytes.
  public func showsSame(as other: ScreenEntry) -> Bool {
    guard route == other.route else { return false }
    if content === other.content { return true }
    return values.elementsEqual(other.values, by: sameText)
  }

  /// Byte for byte, where text is compared as bytes of UTF-8.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.showsSame(as: right) && left.query == right.query
      && left.isDirty == right.isDirty && sameText(left.result, right.result)
      && left.resultNumber == right.resultNumber
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(route)
    hasher.combine(isDirty)
    hasher.combine(values)
    hasher.combine(query)
    hasher.combine(result)
  }
}

/// Whether two texts that may be missing are the same bytes.
package func sameText(_ left: String?, _ right: String?) -> Bool {
  switch (left, right) {
  case (nil, nil): true
  case (let left?, let right?): sameBytes(left, right)
  default: false
  }
}
