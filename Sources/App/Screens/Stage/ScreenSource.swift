/// A source of late content, such as the processes that create screens.
@MainActor
public protocol ScreenSource: AnyObject {
  /// Processes input until a condition holds or the deadline of a call has passed. Returns at once
  /// if
  /// no input can arrive.
  ///
  /// - Returns: Whether the condition holds.
  func wait(until isDone: () -> Bool) -> Bool
}
