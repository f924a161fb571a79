public import Diagnostics

/// The links that a route accepts.
public struct RouteSpecification: Sendable {
  /// The pattern of the path.
  public var pattern: Pattern
  /// Types of path parameters by name; a parameter without one is a `string`.
  public var types: [(name: String, type: ValueType)]
  /// The position of each type; shorter if not all are known.
  package var typePositions: [SourcePosition?] = []
  /// The declared query items.
  public var query: [QueryParameter]
  /// The parts of the link that are values too, each once.
  public var parts: [LinkPart]
  /// The bases that the route is under: `nil` for every base of the table; none if no link from
  /// outside opens it.
  public var bases: [Base]?
  /// Whether ASCII letters of the pattern's literal text must agree in case.
  public var isCaseSensitive: Bool
  /// The route's place in a file, for errors.
  public var position: SourcePosition?
  /// The route's name in messages, usually its path.
  public var label: String

  /// Describes a route.
  ///
  /// - Parameter label: The pattern's text by default.
  public init(
    _ pattern: Pattern, types: [(name: String, type: ValueType)] = [],
    query: [QueryParameter] = [], parts: [LinkPart] = [], bases: [Base]? = nil,
    isCaseSensitive: Bool = true, position: SourcePosition? = nil, label: String? = nil
  ) {
    self.pattern = pattern
    self.types = types
    self.query = query
    self.parts = parts
    self.bases = bases
    self.isCaseSensitive = isCaseSensitive
    self.position = position
    self.label = label ?? pattern.text
  }
}
