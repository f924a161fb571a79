public import Diagnostics

/// What a route demands of a link.
public struct RouteSpecification: Sendable {
  /// What the path is matched against.
  public var pattern: Pattern
  /// Types of path parameters by name; a parameter without one is a `string`.
  public var types: [(name: String, type: ValueType)]
  /// The declared query items.
  public var query: [QueryParameter]
  /// The bases under which the route stands; none: under every base of the table.
  public var bases: [Base]
  /// Whether ASCII letters of the pattern's literal text must agree in case.
  public var isCaseSensitive: Bool
  /// Where the route stands, for errors.
  public var position: SourcePosition?
  /// How messages name the route: its path, as a rule.
  public var label: String

  /// Describes a route.
  ///
  /// - Parameter label: nil: the pattern's text.
  public init(
    _ pattern: Pattern, types: [(name: String, type: ValueType)] = [],
    query: [QueryParameter] = [], bases: [Base] = [], isCaseSensitive: Bool = true,
    position: SourcePosition? = nil, label: String? = nil
  ) {
    self.pattern = pattern
    self.types = types
    self.query = query
    self.bases = bases
    self.isCaseSensitive = isCaseSensitive
    self.position = position
    self.label = label ?? pattern.text
  }
}
