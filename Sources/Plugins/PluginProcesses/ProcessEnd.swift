/// How a process ended.
public nonisolated enum ProcessEnd: Hashable, Sendable {
  /// It exited with a code.
  case exited(code: Int64)
  /// It was terminated by a signal.
  case signalled(number: Int32)

  /// A clause for messages.
  var text: String {
    switch self {
    case .exited(let code): "ended with code \(code)"
    case .signalled(let number): "was ended by signal \(number)"
    }
  }
}
