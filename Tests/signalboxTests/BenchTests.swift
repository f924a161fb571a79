import FileAccess
import TestSupport
import Testing

/// `signalbox bench`, which runs `signalbox-bench`.
struct BenchTests {
  @Test func `bench prints the figures of signalbox-bench and ends with its exit code`() throws {
    let run = try ShellSession.output(
      of: #"signalbox bench --json --routes "$R" plugins"#, in: TemporaryFolder())
    #expect(run.contains(#"{"bench":"plugins","case":"app","metric":"time","value":"#))
    #expect(run.contains("exit 0"))
  }

  @Test func `bench without signalbox-bench names the command that measures`() throws {
    let run = try ShellSession.output(
      of: #"cp "$(command -v signalbox)" . && ./signalbox bench --routes "$R""#,
      in: TemporaryFolder())
    #expect(
      run.contains(
        "error[bench/failed]: 'signalbox-bench' is not in the folder of signalbox. "
          + "Run 'make bench' in the folder of the sources; it is not installed."))
    #expect(run.contains("exit 2"))
  }

  @Test func `an unknown benchmark is a usage error that lists the names`() throws {
    let run = try ShellSession.output(of: "signalbox bench nonsense", in: TemporaryFolder())
    #expect(run.contains("unknown benchmark 'nonsense'. Use one of sessions, resolve,"))
    #expect(run.contains("exit 2"))
  }
}
