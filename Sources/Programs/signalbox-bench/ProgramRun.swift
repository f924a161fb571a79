import CLibrary
import Diagnostics
import FileAccess

/// One run of a program whose output is discarded.
struct ProgramRun {
  /// The seconds from start to end.
  let seconds: Double
  /// The largest resident memory seen. The maximum that Linux reports at the end would include the
  /// memory of this process at the time of the fork.
  let peakBytes: Int

  /// Runs a program until it ends.
  ///
  /// - Parameters:
  ///   - input: Its standard input; empty without one.
  ///   - codes: The exit codes with which it has done its work.
  ///   - isQuiet: Whether its standard error is discarded, too.
  init(
    _ program: String, _ arguments: [String], input: ScratchFile? = nil, codes: [Int32] = [0],
    isQuiet: Bool = false
  ) throws(Diagnostic) {
    let start = monotonicSeconds()
    let descriptors = [input?.rewound(), nil, isQuiet ? nil : 2]
    let run = try started(program, arguments, descriptors: descriptors)
    var peak = 0
    while true {
      if let end = run.end {
        guard codes.contains(where: { end == .exited($0) }) else {
          throw .noRun(program: program, reason: "it has \(end)")
        }
        break
      }
      peak = max(peak, (try? Machine.residentBytes(of: run.processID)) ?? 0)
      usleep(lookMicroseconds)
    }
    (seconds, peakBytes) = (monotonicSeconds() - start, peak)
  }
}

/// Starts a program with the environment of this process.
func started(
  _ program: String, _ arguments: [String] = [], descriptors: [Int32?] = []
) throws(Diagnostic) -> RunningProgram {
  do throws(Diagnostic) {
    return try RunningProgram(program, arguments, descriptors: descriptors)
  } catch {
    throw .noRun(program: program, reason: error.message)
  }
}

/// The interval between measurements of its memory.
private let lookMicroseconds: UInt32 = 2_000
