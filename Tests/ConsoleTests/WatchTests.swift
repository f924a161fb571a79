import CLibrary
import FileAccess
import PseudoTerminal
import TestSupport
import Testing

@Suite struct WatchTests {
  @Test func `a change is reported above a half-typed line`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Probe.start(watched: [folder.path])
    try terminal.send("half typed")
    try terminal.wait(row: "probe/0> half typed")
    try write("x", to: folder.path + "/routes.yaml")
    try terminal.wait("the notice") { screen in
      screen.text.contains("routes.yaml\nprobe/0> half typed\n")
    }
    try terminal.send("!\r")
    try terminal.wait(for: "[half typed!]\nprobe/1>\n")
  }

  @Test func `a change is reported above a wrapped line with the cursor in its first row`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/a.yaml"
    try write("x", to: file)
    let terminal = try Probe.start(watched: [file], columns: 40)
    let line = String(repeating: "0123456789", count: 10)
    try terminal.send(line)
    try terminal.wait("three rows") { $0.cursor == (29, 3) }
    try terminal.send("\u{1}")
    try terminal.wait("the cursor at the beginning") { $0.cursor == (9, 1) }
    try write("y", to: file)
    try terminal.wait("the notice and the line") { screen in
      screen.text
        == "probe ready\nchanged: a.yaml\nprobe/0> 0123456789012345678901234567890\n"
        + "1234567890123456789012345678901234567890\n"
        + "12345678901234567890123456789\n"
        && screen.cursor == (9, 2)
    }
  }

  @Test func `a replaced file is still watched, its neighbours are not`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/a.yaml"
    try write("0", to: file)
    let terminal = try Probe.start(watched: [file])
    for round in 1...3 {
      try write("neighbour", to: folder.path + "/b.yaml")
      try write("\(round)", to: file)  // Replaces the file.
      try terminal.wait("notice \(round)") { screen in
        count("changed: a.yaml\n", in: screen.text) >= round
      }
    }
    #expect(!terminal.screen.text.contains("b.yaml"))
  }

  @Test func `a folder that is removed and recreated is watched again`() throws {
    let folder = try TemporaryFolder()
    let routes = folder.path + "/routes"
    try createFolder(routes)
    let terminal = try Probe.start(watched: [routes])
    rmdir(routes)
    // Gives the console time to look for the missing folder.
    try terminal.send("a\r")
    try terminal.wait(for: "probe/1>")
    try createFolder(routes)
    try terminal.wait(for: "changed: routes\n")
    // The notice for the folder covers all files in it, so a file written at that moment has no
    // notice of its own.
    for _ in 0..<hangSeconds {
      try write("x", to: routes + "/late.yaml")
      if (try? terminal.wait(for: "late.yaml\n", seconds: 1)) != nil { return }
    }
    Issue.record("no notice of a file in the new folder: \(terminal.screen.text)")
  }

  @Test func `a change without a message from the conversation prints nothing`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Probe.start(watched: [folder.path])
    try appendNothing(to: folder.path + "/quiet")
    try terminal.send("a\r")
    try terminal.wait(for: "[a]\nprobe/1>\n")
    try appendNothing(to: folder.path + "/loud")
    try terminal.wait(for: "[a]\nchanged: loud\nprobe/1>\n")
  }

  @Test func `a path that cannot be watched gives one warning`() throws {
    let terminal = try Probe.start(watched: ["/no/such/folder/file"])
    #expect(count("warning[input/unwatched]", in: terminal.screen.text) == 1)
  }

  /// Creates an empty file without a temporary file next to it.
  private func appendNothing(to path: String) throws {
    _ = try OutputWriter(appendingTo: path)
  }
}
