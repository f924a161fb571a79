import FileAccess
import TestSupport
import Testing

/// A closed standard stream causes neither a crash nor an endless wait. The exit code shows whether
/// input or output failed, and no file of the program gets the stream's descriptor number.
struct ClosedStreamsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let exit: Int

    init(_ line: String, exit: Int) {
      (self.line, self.exit) = (line, exit)
    }

    var testDescription: String { line }
  }

  static let rows = [
    Row("signalbox resolve --routes $R - <&-", exit: 2),
    Row("signalbox resolve --routes $R /movies >&-", exit: 2),
    Row("signalbox resolve --routes $R /movies <&- 2>&-", exit: 0),
    Row("signalbox repl --routes $R <&-", exit: 2),
    Row("echo stack | signalbox repl --routes $R >&-", exit: 2),
    Row("echo stack | signalbox repl --routes $R 2>&-", exit: 0),
    Row("signalbox replay --routes $R $R/Scripts/redirect.nav <&- >&-", exit: 2),
    Row("signalbox replay --routes $R $R/Scripts/redirect.nav 2>&-", exit: 0),
    Row("signalbox check --routes $R <&- >&- 2>&-", exit: 2),
    Row("signalbox-http music <&- 2>&-", exit: 0),
    Row("echo '{}' | signalbox-http music >&-", exit: 0),
  ]

  @Test(arguments: rows) func `closed streams decide the exit code`(_ row: Row) throws {
    let text = try ShellSession.output(of: row.line, in: TemporaryFolder())
    #expect(text.hasSuffix("exit \(row.exit)\n"), "\(text)")
  }

  @Test func `a closed input or output is reported`() throws {
    let folder = try TemporaryFolder()
    let input = try ShellSession.output(of: "signalbox resolve --routes $R - <&-", in: folder)
    #expect(input.contains("cannot read '<standard input>': Bad file descriptor"), "\(input)")
    let output = try ShellSession.output(of: "signalbox check --routes $R >&-", in: folder)
    #expect(output.contains("cannot write '<standard output>': Bad file descriptor"), "\(output)")
  }

  @Test func `a daemon with closed streams serves clients`() throws {
    let text = try ShellSession.output(
      of: """
        signalbox serve --routes $R --socket $F/s --durability none <&- >&- 2>&- &
        until [ -S $F/s ]; do sleep 0.05; done
        signalbox send --socket $F/s /movies stack
        kill -TERM $!
        wait $!
        """, in: TemporaryFolder())
    #expect(text.contains("home: Home > Movies\n"), "\(text)")
    #expect(text.hasSuffix("exit 0\n"), "\(text)")
  }
}
