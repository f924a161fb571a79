import CLibrary
import FuzzTargets

/// The entry point for libFuzzer; the environment variable `FUZZ_TARGET` selects the target.
///
/// - Returns: 0, as libFuzzer requires. A fault ends the process so that libFuzzer keeps the input.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated {
    precondition(chosenTarget != nil, "FUZZ_TARGET does not name a target")
    if let fault = chosenTarget?.fault(of: bytes) { preconditionFailure(fault) }
  }
  return 0
}

@MainActor private let chosenTarget = getenv("FUZZ_TARGET").flatMap {
  FuzzTarget(rawValue: String(cString: $0))
}
