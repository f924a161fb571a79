/// What the next line of a client waits for.
enum LineState {
  /// Its end. Only in this state is input read.
  case reading
  /// A later turn: whole lines were read.
  case queued
  /// The line ahead of it, a call that is answered in a later turn.
  case running(SuspendedCall)
  /// The line ahead of it, a call that waits for a call of another client.
  case waiting(SuspendedCall)

  var isReading: Bool {
    if case .reading = self { true } else { false }
  }

  /// The call that is not answered yet.
  var call: SuspendedCall? {
    switch self {
    case .running(let call), .waiting(let call): call
    case .reading, .queued: nil
    }
  }

  /// Whether the call is a tap that waits for the content of a screen.
  var isLoading: Bool {
    if case .running(let call) = self { call.loadDeadline != nil } else { false }
  }
}
