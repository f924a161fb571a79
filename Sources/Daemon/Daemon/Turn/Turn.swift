import EventLoops

/// The lines of one client that are being answered now. A turn ends when they are done or their
/// time is over; other clients get their turns then.
///
/// No access to an array of a turn overlaps another one. Checking that at run time would cost a
/// small call 4 % of its instructions, hence `@exclusivity(unchecked)`.
final class Turn {
  private let limits: DaemonLimits
  /// The client whose turn it is; `nil` between turns.
  private(set) var client: Client?
  /// When the turn began.
  private(set) var began: UInt64 = 0
  /// The last record that the answers depend on; 0 for none.
  private(set) var record: Int64 = 0
  /// Calls that are not sent yet.
  private var calls: UInt64 = 0
  /// Whether a call was slow, so that the clock is checked after every call.
  private var hasSlowCalls = false
  /// Until when the first line, a tap, waits for a screen; see `Client.loadDeadline`.
  var loadDeadline: UInt64 = 0
  /// When the current batch began, less the time between its slices; `nil` outside of one.
  private var batchBegan: UInt64?
  /// Why the current line is not answered in this turn; `nil` if it is.
  private(set) var suspension: Suspension?
  /// Whether there is a `suspension`: checked after every call.
  private(set) var isSuspended = false
  /// Notifications for the client; they follow the answer that is being written.
  @exclusivity(unchecked) private var notices: [UInt8] = []
  private var provisionalNotices: [ProvisionalOutput] = []
  /// The pieces of the output that a lost record would change.
  @exclusivity(unchecked) private var provisional: [ProvisionalOutput] = []
  /// The memory of the output, reused by every turn.
  @exclusivity(unchecked) private var output: [UInt8] = []
  /// Memory for the parameters of a plain request, which is reused too.
  let parameters = UnsafeMutableBufferPointer<PlainRequest.Parameter>.allocate(
    capacity: PlainRequest.parametersMax)
  /// Memory for the arguments of a plain request. All are initialized.
  private let arguments = UnsafeMutableBufferPointer<Argument>.allocate(
    capacity: Method.parametersMax)

  init(_ limits: DaemonLimits) {
    self.limits = limits
    output.reserveCapacity(65_536)
    arguments.initialize(repeating: .absent)
  }

  isolated deinit {
    parameters.deallocate()
    arguments.deinitialize().deallocate()
  }

  /// The memory for the arguments of a method, all absent; used until the next plain request.
  func arguments(of method: Method) -> UnsafeMutableBufferPointer<Argument> {
    let arguments = UnsafeMutableBufferPointer(rebasing: arguments[..<method.parameters.count])
    arguments.update(repeating: .absent)
    return arguments
  }

  /// Begins a turn.
  /// - Returns: The empty output of the turn.
  func begin(for client: Client) -> [UInt8] {
    (self.client, record, calls, hasSlowCalls) = (client, 0, 0, false)
    (loadDeadline, client.loadDeadline) = (client.loadDeadline, 0)
    began = EventLoop.nowNanoseconds
    return emptied(&output)
  }

  /// Ends the turn before its output is sent; later notifications are separate output.
  func end() { client = nil }

  /// Takes back the memory of the output, for the next turn.
  func reuse(_ output: inout [UInt8]) {
    swap(&self.output, &output)
    self.output.removeAll(keepingCapacity: output.capacity <= Self.keptBytesMax)
    provisional.removeAll(keepingCapacity: true)
  }

  /// Counts a call that is about to be answered.
  func count(isQuick: Bool) {
    calls += 1
    if !isQuick { hasSlowCalls = true }
  }

  /// Takes back the count of a call that is not answered in this turn.
  func uncount() { calls &-= 1 }

  /// Has the clock checked after every call of this turn.
  func slowDown() { hasSlowCalls = true }

  /// Returns the number of calls since the last time, and resets it.
  func takeCalls() -> UInt64 {
    defer { calls = 0 }
    return calls
  }

  /// Notes that the answers depend on a record.
  func wait(for record: Int64) { self.record = max(self.record, record) }

  /// Whether the time of the turn is over, or the client has so much unread output that it should
  /// read first. After quick calls, the clock is checked only occasionally.
  func isOver(outputBytes: Int) -> Bool {
    if outputBytes > limits.pausedBytesMin { return true }
    guard hasSlowCalls || calls % Self.quickCalls == 0 else { return false }
    return isTimeOver
  }

  /// Whether the time of the turn is over.
  var isTimeOver: Bool {
    EventLoop.nowNanoseconds &- began >= limits.turnMilliseconds &* 1_000_000
  }

  private static let quickCalls: UInt64 = 16
  private static let keptBytesMax = 1_048_576
}

// MARK: Lines that take several turns

extension Turn {
  /// Ends the turn before the line is answered.
  func suspend(_ suspension: Suspension) {
    self.suspension = suspension
    isSuspended = true
  }

  /// Whether the line is answered from its beginning in a later turn.
  var isPostponed: Bool {
    switch suspension {
    case .waiting, .loading: true
    case .running, nil: false
    }
  }

  /// Returns why the line is not answered in this turn, and resets it.
  func takeSuspension() -> Suspension? {
    guard isSuspended else { return nil }
    defer { (suspension, isSuspended) = (nil, false) }
    return suspension
  }

  /// Begins or continues a batch, which has the time of one call.
  /// - Parameter start: Where its answers begin in the output.
  func resume(_ batch: RunningBatch, at start: Int) {
    batchBegan = EventLoop.nowNanoseconds &- batch.nanoseconds
    provisional += batch.provisional.map { $0.moved(by: start) }
    batch.provisional = []
    wait(for: batch.record)
  }

  func endBatch() { batchBegan = nil }

  /// Whether the current call is part of a batch.
  var isInBatch: Bool { batchBegan != nil }

  /// Keeps what the answers of a batch depend on until the batch is continued.
  func suspend(_ batch: RunningBatch, at start: Int) {
    let count = provisional.reversed().prefix { $0.range.lowerBound >= start }.count
    batch.provisional = provisional.suffix(count).map { $0.moved(by: -start) }
    provisional.removeLast(count)
    batch.record = record
  }

  /// When the current call, or its batch, has used up its time.
  /// - Parameter used: The time of the call's earlier slices, in nanoseconds.
  func callEnd(used: UInt64) -> UInt64 {
    (batchBegan ?? (EventLoop.nowNanoseconds &- used))
      &+ UInt64(clamping: limits.callMilliseconds.max) &* 1_000_000
  }
}

// MARK: Output

extension Turn {
  /// Marks a piece of the output.
  func mark(_ range: Range<Int>, as content: ProvisionalOutput.Content) {
    provisional.append(ProvisionalOutput(range: range, content: content))
  }

  /// Returns the marked pieces and forgets them.
  func takeProvisional() -> [ProvisionalOutput] { emptied(&provisional) }

  /// Adds a notification for the client.
  func notify(_ bytes: [UInt8], _ content: ProvisionalOutput.Content?) {
    let start = notices.count
    notices += bytes
    guard let content else { return }
    provisionalNotices.append(ProvisionalOutput(range: start..<notices.count, content: content))
  }

  /// Appends the notifications to the output, after the answer.
  func moveNotices(to output: inout [UInt8]) {
    guard !notices.isEmpty else { return }
    provisional += provisionalNotices.map { $0.moved(by: output.count) }
    output += notices
    notices.removeAll(keepingCapacity: notices.capacity <= Self.keptBytesMax)
    provisionalNotices.removeAll(keepingCapacity: true)
  }
}

/// Empties a variable and returns what it held, without a copy.
@inline(__always)
func emptied<Value: RangeReplaceableCollection>(_ variable: inout Value) -> Value {
  var taken = Value()
  swap(&taken, &variable)
  return taken
}
