import Diagnostics
import JSONCodec
import PluginProtocol
import Screens

/// The state machine of one plugin's process.
///
///     resting ──▶ starting ──▶ ready
///                  ▲    │        │       any failure ends the process
///                  │    ▼        ▼
///                  waiting ◀─────┴──▶ down (after `restartsMax` restarts in a row)
///
/// A pure value: it queues what has to be done in `effects`, in order, and `PluginProcess` performs
/// it. Times are milliseconds of a monotonic clock.
nonisolated struct ProcessState {
  enum Phase: Hashable {
    /// Not running, not needed yet.
    case resting
    /// Started, but `initialize` is not answered yet.
    case starting
    /// Running, and provides these screens.
    case ready(screens: Set<[UInt8]>)
    /// Ended, to be restarted at this time.
    case waiting(until: UInt64)
    /// Failed permanently.
    case down(Diagnostic)
    /// Ended for good by `closeAll`.
    case closed
  }

  enum Effect: Hashable {
    case start
    /// Kills the process.
    case kill
    /// Closes its standard input, so that it exits.
    case hangUp
    case send([UInt8])
    case show(instance: UInt64, ScreenContent)
    /// Answers the tap with this number.
    case answer(tap: UInt64, Result<String?, Diagnostic>)
    case log(String)
  }

  /// A call that is not answered yet.
  struct Call: Hashable {
    enum Purpose: Hashable {
      case initialize
      case make(instance: UInt64)
      case tap(number: UInt64)
    }

    let id: Int64
    let purpose: Purpose
    let deadline: UInt64

    var method: PluginMethod {
      switch purpose {
      case .initialize: .initialize
      case .make: .make
      case .tap: .tap
      }
    }
  }

  /// An open screen.
  struct Instance: Hashable {
    enum Progress: Hashable {
      /// To be requested when the process is ready.
      case wanted
      /// Requested, or already shown.
      case made
      /// Final: shows the content described in the route file, or an error.
      case settled
    }

    let request: ScreenRequest
    var progress = Progress.wanted
    var content: ScreenContent
    /// The session facts that the screen should know.
    var facts = SessionFacts()
    /// The result of the last flow that the screen started.
    var result: String?
  }

  let plugin: String
  let position: SourcePosition?
  let limits: PluginLimits

  var phase = Phase.resting
  var effects: [Effect] = []
  /// Unanswered calls, in order of their deadlines, since all have the same time limit.
  var calls: [Call] = []
  var instances: [UInt64: Instance] = [:]
  /// The number of restarts in a row.
  var restarts = 0
  /// When the process became ready.
  var readySince: UInt64 = 0
  /// The time by which it must have ended, after it closed its output.
  var farewell: UInt64?
  var nextCall: Int64 = 1
  var lastClosed: [UInt64] = []
  var budget: TokenBucket

  init(plugin: String, position: SourcePosition?, limits: PluginLimits) {
    self.plugin = plugin
    self.position = position
    self.limits = limits
    budget = TokenBucket(
      bytesMax: limits.outputBytesMax, bytesPerSecond: limits.outputBytesPerSecond)
  }

  mutating func takeEffect() -> Effect? {
    effects.isEmpty ? nil : effects.removeFirst()
  }

  /// Whether a screen may still change or a tap may still be answered.
  var isExpecting: Bool {
    switch phase {
    case .resting, .down, .closed: false
    case .starting, .ready, .waiting:
      !calls.isEmpty || instances.values.contains { $0.progress != .settled }
    }
  }

  /// When `tick` is due next; `nil` if never.
  var nextDeadline: UInt64? {
    var next = earlier(calls.first?.deadline, farewell)
    if case .waiting(let until) = phase { next = earlier(next, until) }
    return next
  }

  // MARK: What is wanted

  /// Starts the process if it is resting.
  mutating func start() {
    guard phase == .resting else { return }
    begin()
  }

  mutating func make(_ instance: UInt64, _ request: ScreenRequest, now: UInt64) {
    var content = ScreenContent(title: request.described.title, state: .loading)
    if case .down(let error) = phase { content.state = .failed(message: error.screenMessage) }
    instances[instance] = Instance(request: request, content: content)
    effects.append(.show(instance: instance, content))
    switch phase {
    case .resting: begin()
    case .ready: ask(for: instance, now: now)
    case .down, .closed: instances[instance]?.progress = .settled
    case .starting, .waiting: break
    }
  }

  /// Forwards a tap; it is answered exactly once.
  mutating func tap(_ instance: UInt64, _ name: String, number: UInt64, now: UInt64) {
    guard case .ready = phase, instances[instance]?.progress == .made else {
      return effects.append(.answer(tap: number, .failure(.notReady(plugin: plugin))))
    }
    let request = TapRequest(instance: String(instance), tap: name)
    call(.tap(number: number), request.json, now: now)
  }

  mutating func learn(_ instance: UInt64, _ facts: SessionFacts) {
    guard let found = instances[instance], found.facts != facts else { return }
    instances[instance]?.facts = facts
    guard case .ready = phase, found.progress == .made else { return }
    notify(.learned, FactsNotice(instance: String(instance), facts: facts).json)
  }

  /// Sends a screen the result of a flow that it started.
  mutating func receive(_ instance: UInt64, _ result: String) {
    instances[instance]?.result = result
    guard case .ready = phase, instances[instance]?.progress == .made else { return }
    notify(.received, ResultNotice(instance: String(instance), result: result).json)
  }

  mutating func close(_ instance: UInt64) {
    guard let found = instances.removeValue(forKey: instance) else { return }
    guard case .ready = phase, found.progress == .made else { return }
    lastClosed = lastClosed.suffix(rememberedClosedMax - 1) + [instance]
    notify(.close, CloseNotice(instance: String(instance)).json)
  }

  /// Asks the process to end for good; screens keep their content.
  mutating func closeAll() {
    rest()
    phase = .closed
  }

  /// Asks the process to end until it is needed again.
  mutating func rest() {
    giveUpTaps(.notReady(plugin: plugin))
    calls = []
    farewell = nil
    switch phase {
    case .starting, .ready: effects.append(.hangUp)
    case .resting, .waiting, .down, .closed: break
    }
    restarts = 0
    phase = .resting
  }

  // MARK: Asking

  mutating func begin() {
    phase = .starting
    farewell = nil
    effects.append(.start)
  }

  mutating func ask(for instance: UInt64, now: UInt64) {
    guard case .ready(let screens) = phase, let found = instances[instance] else { return }
    guard screens.contains(Array(found.request.screen.utf8)) else {
      instances[instance]?.progress = .settled
      return show(instance, found.request.described)
    }
    instances[instance]?.progress = .made
    call(.make(instance: instance), found.request.json(instance: String(instance)), now: now)
    // A restarted process does not know what its predecessor was sent.
    if found.facts != SessionFacts() {
      notify(.learned, FactsNotice(instance: String(instance), facts: found.facts).json)
    }
    if let result = found.result {
      notify(.received, ResultNotice(instance: String(instance), result: result).json)
    }
  }

  mutating func notify(_ method: PluginMethod, _ params: JSON) {
    let message = RPCNotification(method: method.rawValue, params: params)
    effects.append(.send(RPCMessage.notification(message).line))
  }

  mutating func call(_ purpose: Call.Purpose, _ params: JSON, now: UInt64) {
    let call = Call(id: nextCall, purpose: purpose, deadline: now &+ limits.callMilliseconds)
    nextCall &+= 1
    calls.append(call)
    let message = RPCRequest(id: .number(call.id), method: call.method.rawValue, params: params)
    effects.append(.send(RPCMessage.request(message).line))
  }

  mutating func show(_ instance: UInt64, _ content: ScreenContent) {
    guard instances[instance] != nil else { return }
    instances[instance]?.content = content
    effects.append(.show(instance: instance, content))
  }

  mutating func giveUpTaps(_ error: Diagnostic) {
    for call in calls {
      if case .tap(let number) = call.purpose {
        effects.append(.answer(tap: number, .failure(error)))
      }
    }
  }

  mutating func log(_ error: Diagnostic) {
    effects.append(.log(error.summary))
  }
}

/// The number of closed screens whose late notifications are ignored.
private nonisolated let rememberedClosedMax = 64
