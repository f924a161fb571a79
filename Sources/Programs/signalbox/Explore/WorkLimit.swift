import CLibrary
import CSystem
import EventLoops
import FileAccess
import Navigation
import ProgramSupport

/// What ends long work early: Ctrl-C, which then does not end the program, `--time` and `--memory`.
@MainActor final class WorkLimit {
  /// What has ended the work; `nil` if nothing has.
  private(set) var endedBy: String?
  private let loop: EventLoop
  /// On the clock of `monotonicNanoseconds()`; the largest number for no limit.
  private let endNanoseconds: UInt64
  /// The resident memory of the process; `nil` for no limit.
  private let bytesMax: Int?

  convenience init(_ arguments: Arguments) throws(ExitError) {
    let time = arguments.value(of: .time)
    guard let duration = nanoseconds(of: time) else {
      throw .usage([.badValue(time ?? "", of: .time)])
    }
    let memory = arguments.value(of: .memory)
    let bytesMax = memory.flatMap(bytes)
    if let memory, bytesMax == nil { throw .usage([.badValue(memory, of: .memory)]) }
    try self.init(nanoseconds: duration, bytesMax: bytesMax)
  }

  /// - Parameters:
  ///   - nanoseconds: The longest work; the largest number for no limit.
  ///   - bytesMax: The resident memory of the process; `nil` for no limit.
  init(nanoseconds: UInt64, bytesMax: Int?) throws(ExitError) {
    let (end, overflow) = monotonicNanoseconds().addingReportingOverflow(nanoseconds)
    endNanoseconds = overflow ? .max : end
    self.bytesMax = bytesMax
    do throws(LoopFault) {
      loop = try EventLoop()
      try loop.onSignal(SIGINT) { [weak self] in self?.endedBy = "Ctrl-C" }
    } catch {
      throw .usage([.loopUnavailable(error.text)])
    }
  }

  /// Whether the work has to end; to be asked now and then.
  func isReached() -> Bool {
    loop.turn()
    if endedBy == nil, monotonicNanoseconds() >= endNanoseconds { endedBy = "--time" }
    if endedBy == nil, let bytesMax, csystem_resident_bytes(0) > bytesMax { endedBy = "--memory" }
    return endedBy != nil
  }

  /// From now on Ctrl-C ends the program again.
  func end() { loop.close() }
}

/// The value of `--time`, the largest number without one; `nil` if the text is no duration.
private func nanoseconds(of text: String?) -> UInt64? {
  guard let text else { return .max }
  guard let milliseconds = milliseconds(of: text) else { return nil }
  let (product, overflow) = UInt64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
  return overflow ? .max : product
}

/// A number of bytes such as `64M`; `nil` if the text is none.
private func bytes(_ text: String) -> Int? {
  let units: [UInt8: Int] = [
    UInt8(ascii: "K"): 1 << 10, UInt8(ascii: "M"): 1 << 20, UInt8(ascii: "G"): 1 << 30,
  ]
  guard let last = text.utf8.last, let unit = units[last], let number = Int(text.dropLast()),
    number > 0
  else { return nil }
  let (product, overflow) = number.multipliedReportingOverflow(by: unit)
  return overflow ? nil : product
}
