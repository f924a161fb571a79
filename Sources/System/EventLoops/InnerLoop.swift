/// A loop that is driven by an outer loop.
public protocol InnerLoop: AnyObject {
  /// A descriptor that becomes readable when there are events to process.
  var descriptor: Int32 { get }

  /// The maximum time until the next turn; -1 for no limit. Read before every wait.
  var timeoutMilliseconds: Int32 { get }

  /// Processes pending events without waiting.
  func turn()
}
