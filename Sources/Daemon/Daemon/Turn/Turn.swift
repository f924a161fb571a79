import Diagnostics
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
  private(set) var began: UInt64 = 0
  /// The last record that the answers depend on; 0 for none.
  private(set) var record: Int64 = 0
  /// Calls that are not sent yet.
  private var calls: UInt64 = 0
  /// Whether a call was slow, so that the clock is checked after every call.
  private var hasSlowCalls = false
  /// Notifications for the client; they follow the answer that is being written.
  @exclusivity(unchecked) private var notices: [UInt8] = []
  private var noticePieces: [OutputPiece] = []
  /// The parts of the output; none without a journal.
  @exclusivity(unchecked) private var pieces: [OutputPiece] = []
  /// The memory of the output, reused by every turn.
  @exclusivity(unchecked) private var output = ByteBuffer()
  /// Memory for the parameters of a plain request, which is reused too.
  let parameters = UnsafeMutableBufferPointer<PlainRequest.Parameter>.allocate(
    capacity: PlainRequest.parametersMax)
  /// Memory for the arguments of a plain request. All are initialized.
  private let arguments = UnsafeMutableBufferPointer<Argument>.allocate(
    capacity: Method.parametersMax)

  init(_ limits: DaemonLimits) {
    self.limits = limits
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
  func begin(for client: Client) -> ByteBuffer {
    (self.client, record, calls, hasSlowCalls) = (client, 0, 0, false)
    began = EventLoop.nowNanoseconds
    return output.take()
  }

  /// Ends the turn before its output is sent; later notifications are separate output.
  func end() { client = nil }

  /// Takes back the memory of the output, for the next turn.
  func reuse(_ output: inout ByteBuffer) {
    swap(&self.output, &output)
    self.output.removeAll(keepingCapacity: self.output.capacity <= Self.keptBytesMax)
    pieces.removeAll(keepingCapacity: true)
  }

  /// Counts a call that was answered.
  func count(isQuick: Bool) {
    calls += 1
    if !isQuick { hasSlowCalls = true }
  }

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

  var isTimeOver: Bool {
    EventLoop.nowNanoseconds &- began >= limits.turnMilliseconds &* 1_000_000
  }

  private static let quickCalls: UInt64 = 16
  private static let keptBytesMax = 1_048_576
}

// MARK: Output

extension Turn {
  /// Notes the next piece of the output.
  @inline(__always)
  func add(_ piece: OutputPiece) { pieces.append(piece) }

  /// Returns the pieces and forgets them.
  func takePieces() -> [OutputPiece] { emptied(&pieces) }

  /// Adds a notification for the client.
  func notify(_ bytes: [UInt8], _ pieces: [OutputPiece]) {
    notices += bytes
    noticePieces += pieces
  }

  /// Appends the notifications to the output, after the answer.
  func moveNotices(to output: inout ByteBuffer) {
    guard !notices.isEmpty else { return }
    output.append(contentsOf: notices)
    pieces += noticePieces
    notices.removeAll(keepingCapacity: notices.capacity <= Self.keptBytesMax)
    noticePieces.removeAll(keepingCapacity: true)
  }
}

/// Empties a variable and returns what it held, without a copy.
@inline(__always)
func emptied<Value: RangeReplaceableCollection>(_ variable: inout Value) -> Value {
  var taken = Value()
  swap(&taken, &variable)
  return taken
}
