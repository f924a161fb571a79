/// Where late content comes from: processes that make screens.
@MainActor
public protocol ScreenSource: AnyObject {
  /// Takes what comes in until something is so or the deadline of a call has passed; returns at
  /// once if nothing can come.
  /// - Returns: Whether it is so.
  func wait(until isDone: () -> Bool) -> Bool
}
