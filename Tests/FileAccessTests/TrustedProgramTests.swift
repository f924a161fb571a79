import CLibrary
@testable import FileAccess
import TestSupport
import Testing

struct TrustedProgramTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func program(_ command: [String]) throws(ProgramFault) -> TrustedProgram {
    try TrustedProgram(command, relativeTo: folder("a.yaml"))
  }

  @Test func `a script is resolved to its interpreter, and env to its program`() throws {
    let binary = try folder.file("binary", "\u{7F}ELF", mode: 0o755)
    let script = try folder.file("script", "#!\(binary)  -u -v \t\nrest", mode: 0o755)
    let outer = try folder.file("outer", "#!\(script)", mode: 0o755)
    let env = try folder.file("env-script", "#!/usr/bin/env -S A=b sh  -e\n", mode: 0o755)
    let dotted = folder("./script")
    let rows: [(command: [String], path: String, arguments: [String])] = [
      (["./binary", "a", ""], folder("./binary"), ["./binary", "a", ""]),
      (["./script", "a"], binary, [binary, "-u -v", dotted, "a"]),
      ([outer, "a"], binary, [binary, "-u -v", script, outer, "a"]),
      (["/usr/bin/env", binary, "a"], binary, [binary, "a"]),
    ]
    for row in rows {
      let found = try program(row.command)
      #expect(found.path == row.path)
      #expect(found.arguments == row.arguments)
      #expect(found.variables == [])
    }
    let found = try program([env, "x"])
    #expect(found.arguments == ["sh", "-e", env, "x"])
    #expect(found.variables == ["A=b"])
    #expect(found.path.hasSuffix("/sh"))
  }

  @Test func `a program is checked again at every start, on the opened file`() throws {
    let path = try folder.file("program", "\u{7F}ELF", mode: 0o755)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(try program([path]).descriptor.status().st_ino == status.st_ino)
    chmod(path, 0o757)
    #expect(throws: ProgramFault.untrusted(path: path)) { try program([path]) }
    chmod(path, 0o755)
    chmod(folder.path, 0o777)
    #expect(throws: ProgramFault.untrusted(path: folder.path)) { try program([path]) }
    chmod(folder.path, 0o700)
    #expect(throws: Never.self) { try program([path]) }
  }

  @Test func `a file or folder among the arguments is checked, other arguments are not`() throws {
    let sticky = try folder.folder("sticky", mode: 0o1777)
    let open = try folder.folder("open", mode: 0o777)
    for argument in ["", "-x", "gone", "/dev/null", sticky, String(repeating: "x", count: 9_999)] {
      #expect(throws: Never.self) { try program(["/bin/sh", argument]) }
    }
    #expect(throws: ProgramFault.untrusted(path: open)) { try program(["/bin/sh", open]) }
    let file = try folder.file("open/file")
    #expect(throws: ProgramFault.untrusted(path: open)) { try program(["/bin/sh", "-e", file]) }
  }

  @Test func `what cannot be resolved is refused`() throws {
    let path = folder("script")
    let long = "#!/" + String(repeating: "x", count: 300)
    for text in ["#!", "#! \t\n", long] {
      try folder.file("script", text, mode: 0o755)
      #expect(throws: ProgramFault.interpreterLine(path: path)) { try program([path]) }
    }
    try folder.file("script", "#!\(path)\n", mode: 0o755)
    #expect(throws: ProgramFault.interpreters(path: path)) { try program([path]) }
    for words in [["-i", "sh"], ["-S", "sh 'a'"], ["-Ssh 'a'"], [], ["A=b"]] {
      #expect(throws: ProgramFault.envOptions(path: "/usr/bin/env")) {
        try program(["/usr/bin/env"] + words)
      }
    }
    #expect(throws: ProgramFault.notInPath(name: "no-such-program-anywhere")) {
      try program(["no-such-program-anywhere"])
    }
    #expect(throws: ProgramFault.unusable(path: folder("./gone"), fault: .missing)) {
      try program(["./gone"])
    }
    #expect(throws: ProgramFault.unusable(path: "/", fault: .isFolder)) { try program(["/"]) }
    #expect(throws: ProgramFault.unusable(path: "", fault: .badPath)) { try program([""]) }
    #expect(throws: ProgramFault.unusable(path: "", fault: .badPath)) { try program([]) }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `another user's program is refused`() throws {
    let path = try folder.file("program", "", mode: 0o755)
    try #require(chown(path, 4_242, 4_242) == 0)
    #expect(throws: ProgramFault.untrusted(path: path)) { try program([path]) }
  }
}
