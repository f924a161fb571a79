import CLibrary
import FileAccess
import Navigation
import PluginProcesses
import Screens
import TestSupport
import Testing

/// What a plugin's process gets from this one, and what is left of it.
@MainActor
struct GuardTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The title that a plugin shows.
  private func title(
    _ expression: String, _ before: String = "", limits: PluginLimits = .quick
  ) throws -> String {
    let program = "\(before)\nfor m in requests(): answer(m['id'], ready(str(\(expression))))\n"
    let host = try Host(python: program, in: folder, limits: limits)
    defer { host.close() }
    let content = host.settled(try host.open("badScreen"))
    #expect(content.state == .ready, "\(content.failure) \(host.log)")
    return content.title
  }

  @Test func `a plugin gets the allowed environment, and the variables that env names`() throws {
    setenv("SIGNALBOX_TEST_SECRET", "1", 1)
    setenv("SIGNALBOX_TEST_WANTED", "2", 1)
    setenv("LC_TIME", "C", 1)
    defer { for name in ["SIGNALBOX_TEST_SECRET", "SIGNALBOX_TEST_WANTED"] { unsetenv(name) } }
    let host = try Host(
      [
        try Host.python(
          "bad",
          """
          names = ["SIGNALBOX_TEST_SECRET", "SIGNALBOX_TEST_WANTED", "LC_TIME", "NEVER_SET"]
          for m in requests(): answer(m["id"], ready(str([os.environ.get(n) for n in names])))
          """, in: folder)
      ], environment: ["SIGNALBOX_TEST_WANTED", "NEVER_SET"])
    defer { host.close() }
    #expect(host.settled(try host.open("badScreen")).title == "[None, '2', 'C', None]")
  }

  @Test func `a plugin has no descriptors but its standard streams`() throws {
    let path = try folder.file("secret")
    let inherited = open(path, O_RDONLY)  // Not close-on-exec, as one from a careless parent.
    let high = dup2(inherited, 900)
    defer { [inherited, high].forEach { close($0) } }
    // Opening the folder takes one descriptor.
    #expect(try title("len(os.listdir('/dev/fd')) - 1") == "3")
  }

  @Test func `a plugin has resource limits`() throws {
    var limits = PluginLimits.quick
    (limits.openFilesMax, limits.fileBytesMax) = (64, 100_000)
    limits.dataBytesMax = 500_000_000
    let names = ["CORE", "NOFILE", "FSIZE", "DATA"]
    let expression = names.map { "resource.getrlimit(resource.RLIMIT_\($0))" }
    #expect(
      try title("[\(expression.joined(separator: ", "))]", "import resource", limits: limits)
        == "[(0, 0), (64, 64), (100000, 100000), (500000000, 500000000)]")
  }

  @Test func `a signal mask and ignored signals are not inherited`() throws {
    let before = """
      mask = signal.pthread_sigmask(signal.SIG_BLOCK, [])
      handlers = [signal.getsignal(n) for n in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)]
      """
    #expect(try title("[len(mask)] + [int(h) for h in handlers]", before) == "[0, 0, 0, 0]")
  }

  /// Starts a plugin that leaves a process in a session of its own, and returns its number.
  private static let leaving = """
    import subprocess
    code = "import os, time; os.setsid(); os.fork() and os._exit(0);"
    code += "print(os.getpid(), flush=True); time.sleep(1000)"
    def leave():
        left = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        number = int(left.stdout.readline())
        left.wait()
        return number

    """

  #if os(Linux)
    @Test func `a process that a plugin leaves in its own session ends with it`() throws {
      let left = try title("leave()", Self.leaving)
      let number = try #require(Int32(left))
      #expect(waits { !isRunning(number) })
    }

    @Test func `a process that a crashed plugin leaves ends too`() throws {
      let host = try Host(
        python: Self.leaving + """
          for m in requests():
              if m["method"] == "screen.tap": os.kill(os.getpid(), signal.SIGKILL)
              else: answer(m["id"], ready(str(leave())))
          """, in: folder)
      defer { host.close() }
      let screen = try host.open("badScreen")
      let first = host.settled(screen).title
      screen.tapped("die") { _ in }
      #expect(host.eventually { screen.content.title != first && screen.content.state == .ready })
      #expect(host.log.contains { $0.contains("was ended by signal 9") }, "\(host.log)")
      let number = try #require(Int32(first))
      #expect(waits { !isRunning(number) })
    }

    // Goal: nothing that a plugin has started survives the program, however that ends. Method: the
    // program kills itself; a pipe shows when the last of the others has ended.
    @Test func `nothing that a plugin has started survives the program`() async throws {
      let path = folder("alive")
      try #require(mkfifo(path, 0o600) == 0)
      let reading = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reading) }
      try folder.file(
        "plugin.py",
        Host.preamble + Self.leaving + """
          alive = os.open(os.environ["SIGNALBOX_TEST_FOLDER"] + "/alive", os.O_WRONLY)
          os.set_inheritable(alive, True)
          def leave():
              left = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE,
                                      close_fds=False)
              left.stdout.readline()
          for m in requests():
              leave()
              answer(m["id"], ready("left"))
          """)
      setenv("SIGNALBOX_TEST_FOLDER", folder.path, 1)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        try await MainActor.run {
          let name = try #require(environment("SIGNALBOX_TEST_FOLDER"))
          let file = name + "/plugin.py"
          let host = try Host(
            [("bad", ["/usr/bin/env", "python3", file], ["badScreen"])],
            environment: ["SIGNALBOX_TEST_FOLDER"])
          let content = host.settled(try host.open("badScreen"))
          try #require(content.state == .ready, "\(content.failure)")
          kill(getpid(), SIGKILL)
        }
      }
      // Until the end of the pipe: no process holds it open.
      var byte: UInt8 = 0
      for _ in 0..<12_000 where read(reading, &byte, 1) != 0 { usleep(10_000) }
      #expect(read(reading, &byte, 1) == 0)
    }
  #endif

  @Test func `a program that cannot be executed is reported at once`() throws {
    let text = try folder.file("text", "no program", mode: 0o755)
    let closed = try folder.file("closed", "\u{7F}ELF", mode: 0o644)
    for (path, reason) in [
      (text, "Exec format error"), (closed, "has no permission to be executed"),
    ] {
      let host = try Host([("gone", [path], ["Gone"])])
      defer { host.close() }
      let screen = try host.open("Gone")
      #expect(host.eventually { screen.content.failure.contains(reason) }, "\(screen.content)")
      #expect(host.log.count == 1, "\(host.log)")
    }
  }

  @Test func `a program that others can change is not started, nor restarted`() throws {
    let path = try folder.file("plugin.py", "", mode: 0o700)
    let host = try Host(
      python: """
        for m in requests():
            if m["method"] == "screen.tap": sys.exit(1)
            answer(m["id"], ready("runs"))
        """, in: folder)
    defer { host.close() }
    let screen = try host.open("badScreen")
    #expect(host.settled(screen).title == "runs")
    chmod(folder("bad.py"), 0o666)
    screen.tapped("die") { _ in }
    let says = "others can write '\(folder("bad.py"))'"
    #expect(host.eventually { screen.content.failure.contains(says) }, "\(screen.content)")
    chmod(path, 0o777)
    let other = try Host([("open", [path], ["Open"])])
    defer { other.close() }
    #expect(try other.open("Open").content.failure.contains("others can write '\(path)'"))
  }
}
