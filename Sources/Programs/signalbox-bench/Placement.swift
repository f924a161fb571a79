/// Where the one who asks and the one who answers run.
struct Placement {
  let name: String
  /// `nil` for wherever the system likes.
  let here: Processors?
  let there: Processors?

  /// Wherever the system likes.
  static var free: Placement { Placement(name: "free", here: nil, there: nil) }

  /// What this machine allows, those on fewer processors first.
  static var possible: [Placement] {
    guard let first = Processors.allowed?.only(0) else { return [free] }
    let one = Placement(name: "one", here: first, there: first)
    guard let second = Processors.allowed?.only(1) else { return [free, one] }
    return [free, one, Placement(name: "two", here: first, there: second)]
  }

  /// Each on a processor of its own; where there is only one, both on that; as the system places
  /// them where it cannot be told.
  static var apart: Placement { possible.last ?? free }

  /// Does something on one of its two sides.
  @MainActor func on<Value, Failure>(
    _ side: KeyPath<Placement, Processors?>, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = Processors.allowed
    self[keyPath: side]?.take()
    defer { before?.take() }
    return try body()
  }
}
