import CLibrary
import FileAccess
import JSONCodec
import PseudoTerminal
import TestSupport
import Testing

/// `signalbox serve` in a shell: its signals, limits and places.
struct ServeTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The output of lines that follow the start of a daemon, whose number is `$D`.
  private func output(
    of line: String, with options: String = "", before: String = ":"
  ) throws -> String {
    try ShellSession.output(
      of: "(\(before); exec signalbox serve --routes $R --socket $PWD/s --data $PWD/data "
        + "\(options) 2>> err) & D=$!; "
        + "until signalbox status --socket s >/dev/null 2>&1; do sleep 0.05; done; \(line); "
        + "kill -TERM $D; wait $D; echo ended $?",
      in: folder)
  }

  @Test func `signals that do not mean an end do not end the daemon, and USR1 reopens its log`()
    throws
  {
    let text = try output(
      of: "mv log log.1; kill -USR1 $D; kill -USR2 $D; kill -ALRM $D; kill -XFSZ $D; "
        + "until [ -e log ]; do sleep 0.05; done; signalbox send /movies --socket s",
      with: "--log-file log")
    #expect(text.contains("moved: push Movies"), "\(text)")
    #expect(text.contains("ended 0\n"), "\(text)")
    #expect(try folder.text(of: "log.1").contains("daemon/ready"))
    #expect(try folder.text(of: "log").contains("daemon/ending"))
    #expect(try folder.text(of: "err") == "")
  }

  // Goal: a limit on the size of files does not kill the daemon. Method: changes until it refuses
  // them; its files then have reached the limit.
  @Test func `at the limit of the size of a file the daemon is read-only and says so`() throws {
    let text = try output(
      of: "i=0; while [ $i -lt 200 ] && "
        + "yes /movies | head -n 100 | signalbox send - --socket s >/dev/null 2>&1; "
        + "do i=$((i + 1)); done; signalbox send /movies --socket s; signalbox status --socket s",
      before: "ulimit -f 512")
    #expect(text.contains("read only: yes"), "\(text)")
    #expect(text.contains("the file-size limit was reached"), "\(text)")
    #expect(text.contains("LimitFSIZE="), "\(text)")
    #expect(text.contains("ended 0\n"), "\(text)")
    #expect(try folder.text(of: "err").contains("the file-size limit was reached"))
  }

  @Test func `the daemon announces its socket, data and app, and how to attach`() throws {
    _ = try output(of: ":")
    let text = try folder.text(of: "err")
    #expect(
      text.contains("listening on \(folder.path)/s; data in \(folder.path)/data; "), "\(text)")
    #expect(text.contains(" plugins, "))
    #expect(text.contains("attach with: signalbox attach --socket \(folder.path)/s"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func `without a runtime folder a user's daemon and clients find each other`() throws {
    try #require(chmod(folder.path, 0o755) == 0)
    let home = try folder.folder("home")
    try #require(chown(home, 4_242, 4_242) == 0)
    let user =
      "setpriv --reuid 4242 --regid 4242 --clear-groups "
      + "env -u XDG_RUNTIME_DIR -u XDG_STATE_HOME HOME=\(home) TMPDIR=\(home) "
    let text = try ShellSession.output(
      of: "\(user) signalbox serve --routes $R 2> \(home)/err & D=$!; "
        + "until \(user) signalbox status >/dev/null 2>&1 || ! kill -0 $D; do sleep 0.05; done; "
        + "\(user) signalbox send /movies; stat -c %a \(home)/signalbox-4242; "
        + "kill -TERM $D; wait $D; echo ended $?",
      in: folder)
    let log = try folder.text(of: "home/err")
    #expect(text.contains("moved: push Movies"), "\(text), \(log)")
    #expect(text.contains("700\n"))
    #expect(log.contains("listening on \(home)/signalbox-4242/socket; "), "\(log)")
    #expect(log.contains("attach with: signalbox attach\n"), "\(log)")
  }
}
