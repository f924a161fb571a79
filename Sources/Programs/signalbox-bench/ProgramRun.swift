import CLibrary
import PseudoTerminal

/// One run of a program, which reads a file as its standard input and whose output nobody reads.
struct ProgramRun {
  /// From its start to its end.
  let seconds: Double
  /// The most memory that it was seen to hold resident. What Linux tells at the end would count
  /// what this process held when it started the other.
  let peakBytes: Int

  /// Runs a program to its end.
  init(
    _ program: String, _ arguments: [String], input: borrowing ScratchFile
  ) throws(BenchmarkError) {
    let start = monotonicSeconds()
    let run = try started(program, arguments, descriptors: [input.rewound(), nil, 2])
    var peak = 0
    while true {
      if let end = run.end {
        guard end == .exited(0) else { throw .noRun(program: program, reason: "it has \(end)") }
        break
      }
      peak = max(peak, Machine.residentBytes(of: run.processID) ?? 0)
      usleep(lookMicroseconds)
    }
    (seconds, peakBytes) = (monotonicSeconds() - start, peak)
  }
}

/// Starts a program with our environment.
func started(
  _ program: String, _ arguments: [String] = [], descriptors: [Int32?] = []
) throws(BenchmarkError) -> RunningProgram {
  do throws(PseudoTerminalError) {
    return try RunningProgram(program, arguments, descriptors: descriptors)
  } catch {
    throw .noRun(program: program, reason: error.message)
  }
}

/// From one look at its memory to the next.
private let lookMicroseconds: UInt32 = 2_000
