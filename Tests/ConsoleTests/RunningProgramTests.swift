import CLibrary
import Diagnostics
import FileAccess
import TestSupport
import Testing

struct RunningProgramTests {
  // How a shell ends, and the result that is reported.
  static let rows: [(script: String, end: ProgramEnd)] = [
    ("exit 0", .exited(0)), ("exit 1", .exited(1)), ("exit 255", .exited(255)),
    ("kill -9 $$", .killed(SIGKILL)), ("kill -ALRM $$", .killed(SIGALRM)),
  ]

  @Test(arguments: rows)
  func `the exit code or signal is reported`(script: String, end: ProgramEnd) throws {
    let program = try RunningProgram("sh", ["-c", script])
    #expect(program.wait(seconds: hangSeconds) == end)
    #expect(program.end == end)
    program.signal(SIGKILL)  // No effect: the process has ended.
  }

  @Test func `waiting ends at the timeout, and dropping a program kills it`()
    throws
  {
    var program: RunningProgram? = try RunningProgram("/bin/sleep", ["60"])
    let number = try #require(program?.processID)
    #expect(program?.end == nil)
    #expect(program?.wait(seconds: 0) == nil)
    #expect(kill(number, 0) == 0)
    program = nil
    #expect(kill(number, 0) == -1)
  }

  @Test func `a program gets only its own arguments, environment and descriptors`() throws {
    let (input, output, other) = (try Pipe(), try Pipe(), try Pipe())
    try input.send("line\n")
    let program = try RunningProgram(
      "/bin/sh",
      [
        "-c",
        "read line; echo \"$0 $line $A\" >&3; echo lost; "
          + "(: >&\(other.writing)) 2>/dev/null || echo closed >&3",
        "a b",
      ],
      environment: ["A=1"], descriptors: [input.reading, nil, nil, output.writing])
    #expect(program.wait(seconds: hangSeconds) == .exited(0))
    #expect(output.received() == "a b line 1\nclosed\n")
  }

  @Test func `starting a missing program is an error`() {
    let fault = #expect(throws: Diagnostic.self) { try RunningProgram("/no/program") }
    #expect(fault?.message == "cannot start '/no/program': No such file or directory")
  }
}
