import CLibrary
import CSystem
import Diagnostics
import FileAccess

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
    report(Figure(metric: "time", unit: "ms", samples: samples))
  }
}

private func millisecondsToPrompt(
  _ program: String, _ arguments: [String]
) throws(Diagnostic) -> Double {
  let words = cStrings([program] + arguments)
  let variables = cStrings(["TERM=xterm", "INPUTRC=/dev/null"])
  defer { (words + variables).forEach { free($0) } }
  let start = monotonicSeconds()
  var descriptor: Int32 = -1
  let process = csystem_terminal_start(program, words, variables, 80, 24, &descriptor)
  guard process > 0 else { throw .noPrompt(program: program, reason: systemMessage(errno)) }
  defer {
    close(descriptor)
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
  do throws(Diagnostic) {
    try HTTPConnection(descriptor, of: program).read(until: ">")
  } catch {
    throw .noPrompt(program: program, reason: error.message)
  }
  return (monotonicSeconds() - start) * 1000
}
