/// How answers are shown.
public struct Display: Sendable, Hashable {
  /// The width of the terminal in columns; `nil` when the answers do not go to one.
  public var columns: Int?

  /// - Parameter columns: The width of the terminal; `nil` when the answers do not go to one.
  public init(columns: Int? = nil) {
    self.columns = columns
  }
}
