import Diagnostics
import FileAccess
import Navigation
import TestSupport
import Testing

import CLibrary
@testable import RouteFiles

@Suite struct FolderTests {
  private func file(_ plugin: String) -> String { "signalbox: 1\nplugin: \(plugin)\n" }

  @Test func `every route file in a folder is a plugin, in byte order`() throws {
    let folder = try TemporaryFolder()
    try folder.file("b.yml", file("b"))
    try folder.file("Z.json", "{\"signalbox\": 1, \"plugin\": \"z\"}")
    try folder.file("a.yaml", file("a"))
    try folder.file("notes.txt", "no route file")
    try folder.file(".hidden.yaml", "no route file")
    try folder.file("signalbox.schema.json", "{}")
    try folder.file("a.yaml.bak", "no route file")
    for path in [folder.path, folder.path + "/"] {
      let (plugins, errors) = RouteFolder.load([path])
      #expect(errors == [])
      #expect(plugins.map(\.name.value) == ["z", "a", "b"])
      #expect(plugins[1].name.position?.file == folder.path + "/a.yaml")
    }
  }

  @Test func `the order and repetition of paths do not matter`() throws {
    let folder = try TemporaryFolder()
    let a = try folder.file("a.yaml", file("a"))
    let b = try folder.file("b.yaml", file("b") + "x: 1\n")
    let c = try folder.file("c.routes", file("c"))
    for paths in [[a, b, c], [c, b, a], [b, c, a, b], [c, folder.path], [folder.path, a, c]] {
      let (plugins, errors) = RouteFolder.load(paths)
      #expect(plugins.map(\.name.value) == ["a", "b", "c"])
      #expect(errors.map(\.position) == [SourcePosition(file: b, line: 3, column: 1)])
    }
  }

  @Test func `all errors of all files are reported`() throws {
    let folder = try TemporaryFolder()
    try folder.file("a.yaml", "a: b: c")
    try folder.file("b.yaml", file("b") + "x: 1\ny: 1\n")
    let missing = folder.path + "/nothing.yaml"
    let (plugins, errors) = RouteFolder.load([folder.path, missing])
    // A file that could not be read has a draft without a name.
    #expect(plugins.map(\.name.value) == ["", "b", ""])
    let codes: [DiagnosticCode] = [
      .yamlSyntax, .formatUnknownKey, .formatUnknownKey, .fileUnreadable,
    ]
    #expect(errors.map(\.code) == codes)
    #expect(errors.last?.message == "cannot read '\(missing)': there is no such file or folder")
  }

  @Test func `a folder without route files is an error`() throws {
    let folder = try TemporaryFolder()
    try folder.file("a.txt", "")
    let (plugins, errors) = RouteFolder.load([folder.path])
    #expect(plugins.map(\.unread) == [.declarations])
    #expect(
      errors.map(\.summary) == [
        "error[file/none-found]: no route file in '\(folder.path)'. "
          + "Name a folder with .yaml, .yml or .json files, or the folder of an app, which has a "
          + "file .signalbox that names its routes, or a folder Routes."
      ])
  }

  @Test func `the source lines of positions are found`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.yaml", "one\r\ntwo\rthree\n\nfive é")
    let other = try folder.file("b.yaml", "six\n")
    let positions = (1...6).map { SourcePosition(file: path, line: $0, column: 1) }
    let elsewhere = SourcePosition(file: path + "x", line: 1, column: 1)
    let beside = SourcePosition(file: other, line: 1, column: 3)
    let lines = SourceLines(at: positions + [elsewhere, beside])
    #expect(positions.map { lines[$0] } == ["one", "two", "three", "", "five é", nil])
    #expect(lines[elsewhere] == nil && lines[beside] == "six")
    #expect(SourceLines(at: [beside])[positions[0]] == nil)
  }

  @Test func `each file is read once for all of its source lines`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.yaml", "one\ntwo\n")
    let positions = (1...2).map { SourcePosition(file: path, line: $0, column: 1) }
    let lines = SourceLines(at: positions)
    try folder.file("a.yaml", "other\nlines\n")
    #expect(positions.map { lines[$0] } == ["one", "two"])
  }

  @Test func `a file with run, and its executable, must not be writable by others`() throws {
    let folder = try TemporaryFolder()
    let program = try folder.file("program", "#!/bin/sh\n", mode: 0o755)
    let path = try folder.file("a.yaml", file("a") + "run: [./program]\n")
    let (plugins, errors) = RouteFolder.load([path])
    #expect(errors == [])
    #expect(plugins.first?.run.map(\.value) == ["./program"])

    chmod(path, 0o666)
    let place = SourcePosition(file: path, line: 3, column: 7)
    #expect(RouteFolder.load([path]).errors == [.untrusted(offender: path, at: place)])
    #expect(RouteFolder.load([path]).plugins.first?.run.isEmpty == true)
    chmod(path, 0o644)

    chmod(program, 0o777)
    #expect(RouteFolder.load([path]).errors == [.untrusted(offender: program, at: place)])
    chmod(program, 0o755)

    chmod(folder.path, 0o777)
    #expect(RouteFolder.load([path]).errors == [.untrusted(offender: folder.path, at: place)])
    chmod(folder.path, 0o700)
    #expect(RouteFolder.load([path]).errors == [])
  }

  @Test func `an executable with a slash must exist`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a.yaml", file("a") + "run: bin/program\n")
    let place = SourcePosition(file: path, line: 3, column: 6)
    let missing = folder.path + "/bin/program"
    #expect(RouteFolder.load([path]).errors == [.executableMissing(path: missing, at: place)])
    try folder.file("a.yaml", file("a") + "run: program\n")
    #expect(RouteFolder.load([path]).errors == [])
  }

  @Test func `folders above the executable must not be writable by others`() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    let program = try other.file("program", "", mode: 0o755)
    let path = try folder.file("a.yaml", file("a") + "run: \(program)\n")
    #expect(RouteFolder.load([path]).errors == [])
    chmod(other.path, 0o777)
    let place = SourcePosition(file: path, line: 3, column: 6)
    #expect(RouteFolder.load([path]).errors == [.untrusted(offender: other.path, at: place)])
  }

  @Test func `interpreters, scripts among the arguments and programs in PATH are checked`() throws {
    let folder = try TemporaryFolder()
    let interpreter = try folder.file("interpreter", "", mode: 0o755)
    let script = try folder.file("script", "#! \(interpreter) -u\n", mode: 0o755)
    let inner = try folder.file("inner", "#!\(script)\n", mode: 0o755)
    let path = folder("a.yaml")
    let place = SourcePosition(file: path, line: 3, column: 7)
    let rows = [
      ("[./script]", interpreter), ("[./inner]", interpreter), ("[./inner]", script),
      ("[/bin/sh, \(script)]", script), ("[sh, -e, \(inner), x]", inner),
      ("[env, A=b, sh, \(script)]", script), ("[/usr/bin/env, \(interpreter)]", interpreter),
    ]
    for (run, offender) in rows {
      try folder.file("a.yaml", file("a") + "run: \(run)\n")
      #expect(RouteFolder.load([path]).errors == [], "\(run)")
      chmod(offender, 0o757)
      #expect(
        RouteFolder.load([path]).errors == [.untrusted(offender: offender, at: place)], "\(run)")
      chmod(offender, 0o755)
    }
    try folder.file("script", "#!\(folder("gone"))\n", mode: 0o755)
    try folder.file("a.yaml", file("a") + "run: [./script]\n")
    let gone = Diagnostic.executableMissing(path: folder("gone"), at: place)
    #expect(RouteFolder.load([path]).errors == [gone])
  }

  @Test func `a file of ten thousand routes is read`() throws {
    let routes = (0..<10_000).map { number in
      """
        - path: /section\(number)/:id/part
          screen: Screen\(number)
          params: { id: int }
          in: home
          gates: [login]

      """
    }
    let (plugin, errors) = parsed(start + "routes:\n" + routes.joined())
    #expect(errors == [])
    #expect(plugin?.routes.count == 10_000)
  }
}
