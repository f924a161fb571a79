/// The display that answers are formatted for.
public struct Display: Sendable, Hashable {
  /// The width of the terminal in columns; `nil` if the output is not a terminal.
  public var columns: Int?

  /// - Parameter columns: The width of the terminal in columns; `nil` if the output is not a
  ///   terminal.
  public init(columns: Int? = nil) {
    self.columns = columns
  }
}
