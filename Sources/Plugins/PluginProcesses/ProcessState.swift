import Diagnostics
import JSONCodec
import PluginProtocol
import Screens

/// What is known of one plugin's process, and what has to be done about it.
///
///     resting ──▶ starting ──▶ ready
///                  ▲    │        │       what goes wrong ends the process
///                  │    ▼        ▼
///                  waiting ◀─────┴──▶ down (after `restartsMax` restarts in a row)
///
/// It is a value and performs nothing: what has to be done stands in `effects`, in order, and the
/// shell takes it from there. Time comes in as milliseconds of a clock that only goes forwards.
nonisolated struct ProcessState {
  enum Phase: Hashable {
    /// Not needed yet.
    case resting
    /// Runs, and has not said what it makes.
    case starting
    /// Runs, and makes these screens.
    case ready(screens: Set<[UInt8]>)
    /// Ended, and is started again at that time.
    case waiting(until: UInt64)
    /// Is not started again.
    case down(PluginProcessError)
    /// Is not wanted any more.
    case closed
  }

  enum Effect: Hashable {
    case start
    /// Ends the process at once.
    case kill
    /// Closes its input, so that it ends by itself.
    case hangUp
    case send([UInt8])
    case show(instance: UInt64, ScreenContent)
    /// Answers a tap, by its number.
    case answer(tap: UInt64, target: String?)
    case log(String)
  }

  /// What it was asked and has not answered.
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

  /// A screen that is open.
  struct Instance: Hashable {
    enum Standing: Hashable {
      /// To be made when the process is ready.
      case wanted
      /// Asked for, or there.
      case made
      /// Shows what its route file describes, or why it cannot be shown.
      case settled
    }

    let request: ScreenRequest
    var standing = Standing.wanted
    var content: ScreenContent
    /// What it is to know of the session.
    var facts = SessionFacts()
    /// What the last flow that it started ended with.
    var result: String?
  }

  let plugin: String
  let position: SourcePosition?
  let limits: PluginLimits

  var phase = Phase.resting
  var effects: [Effect] = []
  /// In order of their deadlines, since all have the same time.
  var calls: [Call] = []
  var instances: [UInt64: Instance] = [:]
  /// Restarts in a row.
  var restarts = 0
  /// Since when it has been ready.
  var readySince: UInt64 = 0
  /// When it must have ended, its output being closed.
  var farewell: UInt64?
  var nextCall: Int64 = 1
  var lastClosed: [UInt64] = []
  var allowance: Allowance

  init(plugin: String, position: SourcePosition?, limits: PluginLimits) {
    self.plugin = plugin
    self.position = position
    self.limits = limits
    allowance = Allowance(
      bytesMax: limits.outputBytesMax, bytesPerSecond: limits.outputBytesPerSecond)
  }

  /// Takes what has to be done next.
  mutating func takeEffect() -> Effect? {
    effects.isEmpty ? nil : effects.removeFirst()
  }

  /// Whether something may still change what a screen shows, or answer a tap.
  var isExpecting: Bool {
    switch phase {
    case .resting, .down, .closed: false
    case .starting, .ready, .waiting:
      !calls.isEmpty || instances.values.contains { $0.standing != .settled }
    }
  }

  /// When `tick` has something to do; `nil` if never.
  var nextDeadline: UInt64? {
    var deadlines = calls.first.map { [$0.deadline] } ?? []
    if let farewell { deadlines.append(farewell) }
    if case .waiting(let until) = phase { deadlines.append(until) }
    return deadlines.min()
  }

  // MARK: What is wanted

  /// Starts the process, unless that has been done.
  mutating func start() {
    guard phase == .resting else { return }
    begin()
  }

  /// Opens a screen.
  mutating func make(_ instance: UInt64, _ request: ScreenRequest, now: UInt64) {
    var content = ScreenContent(title: request.described.title, state: .loading)
    if case .down(let error) = phase { content.state = .failed(message: error.screenMessage) }
    instances[instance] = Instance(request: request, content: content)
    effects.append(.show(instance: instance, content))
    switch phase {
    case .resting: begin()
    case .ready: ask(for: instance, now: now)
    case .down, .closed: instances[instance]?.standing = .settled
    case .starting, .waiting: break
    }
  }

  /// Hands a tap on; it is answered exactly once.
  mutating func tap(_ instance: UInt64, _ name: String, number: UInt64, now: UInt64) {
    guard case .ready = phase, instances[instance]?.standing == .made else {
      return effects.append(.answer(tap: number, target: nil))
    }
    let request = TapRequest(instance: String(instance), tap: name)
    call(.tap(number: number), request.json, now: now)
  }

  /// Tells a screen what is known about its session, if it does not know it.
  mutating func learn(_ instance: UInt64, _ facts: SessionFacts) {
    guard let found = instances[instance], found.facts != facts else { return }
    instances[instance]?.facts = facts
    guard case .ready = phase, found.standing == .made else { return }
    notify(.learned, FactsNotice(instance: String(instance), facts: facts).json)
  }

  /// Tells a screen the result of a flow that it started.
  mutating func receive(_ instance: UInt64, _ result: String) {
    instances[instance]?.result = result
    guard case .ready = phase, instances[instance]?.standing == .made else { return }
    notify(.received, ResultNotice(instance: String(instance), result: result).json)
  }

  /// Closes a screen.
  mutating func close(_ instance: UInt64) {
    guard let found = instances.removeValue(forKey: instance) else { return }
    guard case .ready = phase, found.standing == .made else { return }
    lastClosed = lastClosed.suffix(rememberedClosedMax - 1) + [instance]
    notify(.close, CloseNotice(instance: String(instance)).json)
  }

  /// Lets the process end for good; screens stay as they are.
  mutating func closeAll() {
    rest()
    phase = .closed
  }

  /// Lets the process end, until it is needed again.
  mutating func rest() {
    giveUpTaps()
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
      instances[instance]?.standing = .settled
      return show(instance, found.request.described)
    }
    instances[instance]?.standing = .made
    call(.make(instance: instance), found.request.json(instance: String(instance)), now: now)
    // A process that was started again knows nothing of what the one before was told.
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

  mutating func giveUpTaps() {
    for call in calls {
      if case .tap(let number) = call.purpose {
        effects.append(.answer(tap: number, target: nil))
      }
    }
  }

  mutating func log(_ error: PluginProcessError) {
    effects.append(.log(error.summary))
  }
}

/// Screens that were closed while the process may still have told of them.
private nonisolated let rememberedClosedMax = 64
