import FuzzTargets

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What libFuzzer calls with every input. Which target is tried stands in `FUZZ_TARGET`.
///
/// - Returns: 0, as libFuzzer wants; a fault ends the process, so that the input is kept.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  MainActor.assumeIsolated {
    precondition(chosenTarget != nil, "FUZZ_TARGET names no target")
    if let fault = chosenTarget?.fault(of: bytes) { preconditionFailure(fault) }
  }
  return 0
}

@MainActor private let chosenTarget = getenv("FUZZ_TARGET").flatMap {
  FuzzTarget(rawValue: String(cString: $0))
}
