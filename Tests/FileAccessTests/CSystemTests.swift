import CLibrary
import CSystem
import TestSupport
import Testing

@Suite(.serialized)  // The C library parses one list of options at a time.
struct CSystemTests {
  static let rows: [(arguments: [String], found: [String])] = [
    ([], ["end 1"]),
    (["--json", "-r", "dir", "rest"], ["json", "r=dir", "end 4"]),
    (["--routes=dir", "--routes", "other"], ["r=dir", "r=other", "end 4"]),
    (["-rdir", "--", "--json"], ["r=dir", "end 3"]),
    (["rest", "--json"], ["end 1"]),
    (["-x"], ["unknown x", "end 2"]),
    (["--nothing", "--json"], ["unknown", "json", "end 3"]),
    (["-r"], ["no value r", "end 2"]),
    (["--routes"], ["no value r", "end 2"]),
  ]

  // Parses every list twice, after an incomplete parse, to check that no state remains.
  @Test(arguments: rows)
  func `every parse of options starts afresh`(_ row: (arguments: [String], found: [String])) {
    #expect(options(["-rdir", "-r", "other"], countMax: 1) == ["r=dir"])
    for _ in 0..<2 { #expect(options(row.arguments) == row.found) }
  }

  private func options(_ arguments: [String], countMax: Int = 10) -> [String] {
    var texts: [UnsafeMutablePointer<CChar>?] =
      (["signalbox"] + arguments).map { strdup($0) } + [nil]
    defer { texts.forEach { free($0) } }
    let (json, routes) = (strdup("json"), strdup("routes"))
    defer {
      free(json)
      free(routes)
    }
    let known = [
      option(name: json, has_arg: no_argument, flag: nil, val: 1),
      option(name: routes, has_arg: required_argument, flag: nil, val: Int32(UInt8(ascii: "r"))),
      option(),
    ]
    var found: [String] = []
    csystem_options_begin()
    while found.count < countMax {
      switch csystem_option_next(Int32(arguments.count + 1), &texts, "+:r:", known, nil) {
      case -1: return found + ["end \(csystem_option_index())"]
      case 1: found.append("json")
      case Int32(UInt8(ascii: "r")):
        found.append("r=" + (csystem_option_value().map { String(cString: $0) } ?? ""))
      case Int32(UInt8(ascii: ":")):
        found.append("no value \(Unicode.Scalar(UInt8(csystem_option_refused())))")
      default:
        let refused = UInt8(truncatingIfNeeded: csystem_option_refused())
        found.append(refused == 0 ? "unknown" : "unknown \(Unicode.Scalar(refused))")
      }
    }
    return found
  }

  @Test func `the environment contains the process's variables`() throws {
    let entries = try #require(csystem_environment())
    var names: [String] = []
    while let entry = entries[names.count] { names.append(String(cString: entry)) }
    #expect(names.contains { $0.utf8.starts(with: "PATH=".utf8) })
  }

  @Test func `only a terminal has a column count`() throws {
    let pipe = try Pipe()
    #expect(csystem_terminal_columns(pipe.reading) == 0)
    #expect(csystem_terminal_columns(-1) == 0)
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard terminal >= 0 else { return print("skipped: no pseudo-terminal") }
    defer { close(terminal) }
    var size = winsize(ws_row: 24, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
    #expect(csystem_terminal_columns(terminal) == 132)
  }

  @Test func `C's streams are flushed line by line`() async {
    await #expect(processExitsWith: .success) {
      let pipe = try Pipe()
      let saved = dup(STDOUT_FILENO)
      defer { dup2(saved, STDOUT_FILENO) }
      dup2(pipe.writing, STDOUT_FILENO)
      csystem_buffer_lines()
      puts("line")
      #expect(pipe.received() == "line\n")
      putchar(Int32(UInt8(ascii: "x")))
      #expect(pipe.received() == "")
      #expect(csystem_flush_stdout() == 0)
      #expect(pipe.received() == "x")
    }
  }

  @Test func `SIGPIPE is ignored unless the program handles it`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      csystem_ignore_write_signals()
      let pipe = try Pipe()
      pipe.closeReading()
      #expect(write(pipe.writing, "a", 1) == -1 && errno == EPIPE)
      signal(SIGPIPE) { _ in exit(EXIT_SUCCESS) }
      csystem_ignore_write_signals()
      _ = write(pipe.writing, "a", 1)
      Issue.record("the program's own handler was not called")
      exit(EXIT_FAILURE)
    }
  }
}
