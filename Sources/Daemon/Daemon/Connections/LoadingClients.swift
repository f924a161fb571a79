import EventLoops

/// Clients whose next line is a tap that waits for the content of a screen. They look at the screen
/// every few milliseconds, not all at once, so that many of them do not delay the others.
final class LoadingClients {
  /// The longest-waiting first.
  private var clients: [Client] = []
  private var timer: LoopTimer?
  private let resume: (Client) -> Void

  /// - Parameter resume: Has the lines of a client executed soon.
  init(_ loop: EventLoop, resume: @escaping (Client) -> Void) throws(LoopFault) {
    self.resume = resume
    timer = try loop.timer { [weak self] in self?.resumeSome() }
  }

  /// Adds a client that is not waiting here yet.
  func add(_ client: Client) {
    clients.append(client)
    guard let timer, !timer.isRunning else { return }
    timer.start(
      afterMilliseconds: Self.pauseMilliseconds, everyMilliseconds: Self.pauseMilliseconds)
  }

  private func resumeSome() {
    let some = clients.prefix(Self.resumedMax)
    clients.removeFirst(some.count)
    for client in some { resume(client) }
    if clients.isEmpty { timer?.stop() }
  }

  private static var pauseMilliseconds: UInt64 { 5 }
  private static var resumedMax: Int { 64 }
}
