/// How a process ended.
public nonisolated enum ProcessEnd: Hashable, Sendable {
  case exited(code: Int64)
  case signalled(number: Int32)

  /// A clause for messages.
  var text: String {
    switch self {
    case .exited(let code): "ended with code \(code)"
    case .signalled(let number): "was ended by signal \(number)"
    }
  }
}
