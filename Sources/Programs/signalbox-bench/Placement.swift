/// The processors that the two sides of a benchmark run on.
struct Placement {
  let name: String
  /// The processors of a side; `nil` leaves the choice to the system.
  let here: Processors?
  let there: Processors?

  /// The system chooses.
  static var free: Placement { Placement(name: "free", here: nil, there: nil) }

  /// The placements that this machine allows, those with fewer processors first.
  static var possible: [Placement] {
    guard let first = Processors.allowed?.only(0) else { return [free] }
    let one = Placement(name: "one", here: first, there: first)
    guard let second = Processors.allowed?.only(1) else { return [free, one] }
    return [free, one, Placement(name: "two", here: first, there: second)]
  }

  /// Each side on its own processor; both on one if there is only one; as the system chooses if
  /// processors cannot be assigned.
  static var apart: Placement { possible.last ?? free }

  /// Runs `body` on the processors of one side.
  @MainActor func on<Value, Failure>(
    _ side: KeyPath<Placement, Processors?>, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = Processors.allowed
    self[keyPath: side]?.take()
    defer { before?.take() }
    return try body()
  }
}
