import CLibrary
import FuzzTargets

/// The entry point for libFuzzer; the environment variable `FUZZ_TARGET` selects the target.
///
/// An input that takes longer than any before is kept like one that reaches new code, so that the
/// fuzzer also climbs to slow inputs, which its limit on time then refuses.
///
/// - Returns: 0, as libFuzzer requires. A fault ends the process so that libFuzzer keeps the input.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated {
    precondition(chosenTarget != nil, "FUZZ_TARGET does not name a target")
    let begin = clock()
    if let fault = chosenTarget?.fault(of: bytes) { preconditionFailure(fault) }
    noteTime(from: begin, to: clock())
  }
  return 0
}

@MainActor private let chosenTarget = getenv("FUZZ_TARGET").flatMap {
  FuzzTarget(rawValue: String(cString: $0))
}

/// Counters that libFuzzer reads as if they counted how often code ran: one for each step of a
/// scale of processor time, four steps to a doubling, from a millisecond to a minute.
#if os(Linux)  // The only platform here whose libFuzzer has such counters.
  @section("__libfuzzer_extra_counters") @used
#endif
@MainActor private var timesReached: Counters = (0, 0, 0, 0, 0, 0, 0, 0)

/// 64 bytes, one for each counter.
private typealias Counters = (
  UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
)

@MainActor private func noteTime(from begin: clock_t, to end: clock_t) {
  let milliseconds = Double(end - begin) * 1_000 / Double(CLOCKS_PER_SEC)
  guard milliseconds >= 1 else { return }
  withUnsafeMutableBytes(of: &timesReached) { counters in
    counters[min(Int(log2(milliseconds) * 4), counters.count - 1)] = 1
  }
}
