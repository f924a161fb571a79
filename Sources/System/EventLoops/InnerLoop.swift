/// A loop that runs inside another: the outer one waits for it, and gives it its turns.
public protocol InnerLoop: AnyObject {
  /// Can be read when there is something to serve.
  var descriptor: Int32 { get }

  /// How long may be waited, at most, before the next turn; -1 for ever. Asked before every wait.
  var timeoutMilliseconds: Int32 { get }

  /// Serves what is there, without waiting.
  func turn()
}
