import DaemonClient
import EventLoops
import JSONCodec

/// Calls to the daemon. Each has a connection to itself, since a daemon answers the calls of a
/// connection one after another; a few connections are kept for the next calls.
final class DaemonCalls {
  /// The daemon's socket.
  var path: String
  private let loop: EventLoop
  private let limits: InspectorLimits
  private var idle: [Connection] = []
  private var running: [ObjectIdentifier: RunningCall] = [:]

  private final class RunningCall {
    var connection: Connection?
    let deadline: UInt64
    let done: (Result<JSON, ClientError>, Greeting?) -> Void

    init(deadline: UInt64, done: @escaping (Result<JSON, ClientError>, Greeting?) -> Void) {
      (self.deadline, self.done) = (deadline, done)
    }
  }

  init(path: String, loop: EventLoop, limits: InspectorLimits) {
    (self.path, self.loop, self.limits) = (path, loop, limits)
  }

  var hasRoom: Bool { running.count < limits.callsMax }

  var isBusy: Bool { !running.isEmpty }

  /// Calls a method. `done` also receives the greeting of the daemon, if it was reached.
  func call(
    _ method: String, _ params: JSON,
    _ done: @escaping (Result<JSON, ClientError>, Greeting?) -> Void
  ) {
    let call = RunningCall(
      deadline: EventLoop.nowMilliseconds + limits.callMillisecondsMax, done: done)
    running[ObjectIdentifier(call)] = call
    while let connection = idle.popLast() {
      // A daemon that has ended meanwhile would leave the fate of the call unknown.
      guard connection.refresh() else { continue }
      call.connection = connection
      return send(method, params, call, over: connection)
    }
    let connection: Connection
    do throws(ClientError) {
      connection = try Connection(path: path, loop: loop)
    } catch {
      return end(call, .failure(error))
    }
    call.connection = connection
    connection.onLost = { [weak self] error in self?.end(call, .failure(error)) }
    connection.onGreeting = { [weak self] _ in self?.send(method, params, call, over: connection) }
  }

  func endLate() {
    let now = EventLoop.nowMilliseconds
    for call in running.values where call.deadline <= now {
      call.connection?.close()
      let seconds = Int(limits.callMillisecondsMax / 1_000)
      end(call, .failure(.silent(path: path, seconds: seconds)))
    }
  }

  /// Closes all connections; calls are not answered.
  func close() {
    for call in running.values { call.connection?.close() }
    for connection in idle { connection.close() }
    (running, idle) = ([:], [])
  }

  private func send(
    _ method: String, _ params: JSON, _ call: RunningCall, over connection: Connection
  ) {
    connection.onLost = { [weak self] error in self?.end(call, .failure(error)) }
    connection.call(method, params) { [weak self] in self?.end(call, $0) }
  }

  private func end(_ call: RunningCall, _ answer: Result<JSON, ClientError>) {
    guard running.removeValue(forKey: ObjectIdentifier(call)) != nil else { return }
    let greeting = call.connection?.greeting
    if let connection = call.connection, connection.isOpen { keep(connection) }
    call.connection = nil
    call.done(answer, greeting)
  }

  private func keep(_ connection: Connection) {
    guard idle.count < idleConnectionsMax else { return connection.close() }
    connection.onGreeting = nil
    connection.onLost = { [weak self, weak connection] _ in
      self?.idle.removeAll { $0 === connection }
    }
    idle.append(connection)
  }
}
