import Diagnostics
import FileAccess
import Navigation
import PseudoTerminal

extension Benchmark {
  static let start = Benchmark(
    summary: "from the start of the program to its first prompt, in a terminal",
    target: "at most 30 ms"
  ) { subject, report throws(Diagnostic) in
    let program = try subject.program()
    let arguments = ["repl", "--no-history"] + subject.routes.flatMap { ["--routes", $0] }
    let samples = try Samples { () throws(Diagnostic) in
      try millisecondsToPrompt(program, arguments)
    }
    report(Figure(bench: "start", metric: "time", unit: "ms", samples: samples))
  }
}

private func millisecondsToPrompt(
  _ program: String, _ arguments: [String]
) throws(Diagnostic) -> Double {
  do throws(Diagnostic) {
    let start = monotonicSeconds()
    let terminal = try PseudoTerminal(
      program: program, arguments: arguments, environment: ["TERM=xterm", "INPUTRC=/dev/null"])
    try terminal.wait(for: ">", seconds: promptSecondsMax)
    return (monotonicSeconds() - start) * 1000
  } catch {
    throw .noPrompt(program: program, reason: error.message)
  }
}

private let promptSecondsMax = 10
