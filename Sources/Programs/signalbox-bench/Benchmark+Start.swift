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
    let arguments = ["repl"] + subject.routes.flatMap { ["--routes", $0] }
    let folder = try scratchFolder()
    let history = folder("history")
    // As many lines as the prompt keeps.
    let lines = (0..<10_000).map { "open https://cinema.example/dramas/\($0)\n" }
    do throws(FileError) {
      try writeFile(history, Array(lines.joined().utf8))
    } catch {
      throw .noRun(program: program, reason: error.diagnostic.message)
    }
    for (name, history) in [("no history", ""), ("a full history", history)] {
      let samples = try Samples { () throws(Diagnostic) in
        try millisecondsToPrompt(program, arguments, history)
      }
      report(Figure(of: name, metric: "time", unit: "ms", samples: samples))
    }
  }
}

private func millisecondsToPrompt(
  _ program: String, _ arguments: [String], _ history: String
) throws(Diagnostic) -> Double {
  let words = cStrings([program] + arguments)
  let variables = cStrings(["TERM=xterm", "INPUTRC=/dev/null", "SIGNALBOX_HISTORY=\(history)"])
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
