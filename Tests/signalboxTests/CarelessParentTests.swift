import FileAccess
import TestSupport
import Testing

/// Every program does its work whatever the program that started it has left: blocked signals, an
/// ignored SIGCHLD, closed standard streams.
struct CarelessParentTests {
  /// What a parent can leave; digits are the streams that it closes.
  static let states = ["blocked", "ignored", "0", "1", "2", "012"]

  /// Becomes another program in a state.
  static let parent = """
    import os, signal, sys
    state = sys.argv[1]
    if state == "blocked":
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    elif state == "ignored":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    else:
        for stream in state:
            os.close(int(stream))
    os.execvp(sys.argv[2], sys.argv[2:])
    """

  struct Row: Sendable, CustomTestStringConvertible {
    let program: String
    /// Lines of the shell; `$C` starts a program in the state.
    let line: String
    /// What they print.
    let result: String
    /// What they print if a stream is closed that the work needs, and which streams those are.
    var failure = (of: "", result: "")

    var testDescription: String { program }
  }

  static let rows =
    [
      // A plugin's process, which ends before the program does.
      Row(
        program: "signalbox",
        line: """
          printf 'expect screen Notes\\ntap note-1\\nexpect screen Note\\nsave saved\\n' > tap.nav
          $C signalbox replay --routes $R/../docs/example-plugin tap.nav > out
          echo "$? $(tail -n 1 saved)"
          """, result: "0 open /notes/1 inside", failure: ("1", "2 open /notes/1 inside")),
      // A program whose exit code it needs.
      Row(
        program: "signalbox graph",
        line: """
          printf '#!/bin/sh\\ncat > /dev/null; echo drawn\\n' > dot
          chmod +x dot
          PATH=$F:$PATH
          $C signalbox graph --routes $R/../docs/example-plugin --format svg > out
          echo "$? $(cat out)."
          """, result: "0 drawn.", failure: ("1", "2 .")),
      Row(
        program: "signalbox serve",
        line: """
          $C signalbox serve --routes $R --socket $F/s --durability none 2> log &
          until [ -S s ]; do sleep 0.05; done
          signalbox send --socket $F/s /movies stack | tail -n 1
          kill -TERM $!
          wait $!
          echo $?
          """, result: "home: Home > Movies\n0"),
      Row(
        program: "signalbox-bench",
        line: """
          $C signalbox-bench --json --routes $R/../docs/example-plugin start > out
          echo "$? $(grep -c '"bench":"start"' out)"
          """, result: "0 2", failure: ("1", "2 0")),
      Row(
        program: "BenchServer",
        line: """
          $C BenchServer $F/s $F/log &
          until [ -S s ]; do sleep 0.05; done
          python3 -c '
          import socket, time
          client = socket.socket(socket.AF_UNIX)
          while client.connect_ex("s") != 0: time.sleep(0.05)
          client.sendall(b"3 210 \\n" * 2)
          answer = b""
          while len(answer) < 420: answer += client.recv(420)
          print(answer.count(b"\\n"), len(open("log").read()))'
          kill -TERM $!
          wait $! 2> /dev/null
          echo $?
          """, result: "2 6\n143"),
      Row(
        program: "signalbox-http",
        line: """
          $C signalbox-http fetch 100 https://127.0.0.1:1/ > out
          echo "$? $(grep -c '"error"' out)"
          """, result: "0 1", failure: ("1", "1 0")),
      // The guard's plugin has none of it, and the guard ends as the plugin does.
      Row(
        program: "signalbox-guard",
        line: """
          python=$(command -v python3)
          mkfifo host
          exec 3<> host 4< "$python"
          $C signalbox-guard 64 1000000 4000000000 "$python" python3 -c '
          import signal, sys
          blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [])
          ignored = signal.getsignal(signal.SIGCHLD) != signal.SIG_DFL
          open("out", "w").write(f"{len(blocked)} {ignored}")
          sys.exit(7)'
          echo "$? $(cat out)"
          """, result: "7 0 False"),
    ]
    + [
      ("signalbox-http music", "MusicSearch"), ("signalbox-http github", "GitHub"),
      ("BenchPlugin", "Bench"),
      ("PluginProbe", "Echo"),
    ].map { program, screen in
      Row(
        program: program,
        line: """
          echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":1,"plugin":"p"}}' |
            $C \(program) > out
          echo "$? $(grep -c '"\(screen)' out)"
          """, result: "0 1", failure: ("01", "0 0"))
    }

  @Test(arguments: rows, states)
  func `a program does its work for a careless parent`(_ row: Row, _ state: String) throws {
    let folder = try TemporaryFolder()
    try folder.file("parent.py", Self.parent)
    let text = try ShellSession.output(
      of: "C='python3 parent.py \(state)'\n\(row.line)", in: folder)
    let fails = state.contains { row.failure.of.contains($0) }
    let isResult = text.hasSuffix((fails ? row.failure.result : row.result) + "\nexit 0\n")
    #expect(isResult, "\(text)")
  }

  @Test func `every program is started`() throws {
    let folder = packageFolder + "/Sources/Programs/"
    let programs = try namesInFolder(folder).map { $0.replacing("/", with: "") }.filter {
      isFile("\(folder)\($0)/main.swift") || isFile("\(folder)\($0)/main.c")
    }
    #expect(programs.count >= 5)
    #expect(Set(programs).subtracting(Self.rows.map(\.program)).isEmpty)
  }
}
