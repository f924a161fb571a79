import FileAccess
import TestSupport
import Testing

/// The report of `signalbox import`, and the comment that names the command.
struct ImportReportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func output(of line: String) throws -> String {
    try ShellSession.output(of: line, in: folder)
  }

  @Test func `of equal remarks three are shown, and the others are counted`() throws {
    let records =
      (1...6).map { #"{"path":"/p\#($0)","component":"P","x":1}"# } + [
        #"{"path":"/q","component":"Q","y":1,"z":1}"#, #"{"path":"/r","component":"Q","y":1}"#,
        #"{"path":"/s","component":"Q","y":1}"#, #"{"path":"/t","component":"Q","y":1}"#,
      ]
    try folder.file("r.json", "[\n" + records.joined(separator: ",\n") + "]")
    let text = try output(of: "signalbox import vue-router r.json -o Routes | grep -v '^  '")
    func changed(_ line: Int, _ path: String, _ key: String) -> String {
      "r.json:\(line):9: note[import/changed]: '/\(path)' is changed: without '\(key)'."
    }
    let first = [changed(2, "p1", "x"), changed(3, "p2", "x"), changed(4, "p3", "x")]
    // A line for one would take as much room.
    let last = [
      changed(8, "q", "y"), changed(8, "q", "z"), changed(9, "r", "y"), changed(10, "s", "y"),
      changed(11, "t", "y"),
      "10 routes: 0 imported, 10 changed, 0 dropped, in Routes/r.imported.yaml",
      "exit 0", "",
    ]
    let expected = first + ["… and 3 more such ('--all' prints them)"] + last
    #expect(text == expected.joined(separator: "\n"), "\(text)")
    let all = try output(
      of: "signalbox import vue-router r.json --all -o Routes | grep -c changed]")
    #expect(all.hasPrefix("11\n"), "\(all)")
    let json = try output(
      of: "signalbox import vue-router r.json --json -o Routes | grep -c without")
    #expect(json.hasPrefix("10\n"), "\(json)")
  }

  @Test func `the summary counts other parts than routes`() throws {
    try folder.file(
      "l.json",
      #"{"prefixes":["a://"],"x":1,"screens":{"A":"","T":{"screens":{"#
        + #""U":{"screens":{"B":"b"}},"C":"c"}}}}"#
    )
    let text = try output(of: "signalbox import react-navigation l.json -o Routes | tail -1")
    #expect(
      text == "3 routes: 3 imported, 0 changed, 0 dropped; other parts: 1 changed, 1 dropped, "
        + "in Routes/l.imported.yaml\nexit 0\n")
    let json = try output(of: "signalbox import react-navigation l.json --json -o Routes | tail -1")
    #expect(json.contains(#""parts":{"changed":1,"dropped":1}"#), "\(json)")
  }

  @Test func `the first comment is the command with its options, and runs again`() throws {
    try createFolder(folder("a 'b' --x"))
    try folder.file(
      "a 'b' --x/r.json",
      #"[{"path":"/","component":"A"},{"path":"/b","component":"B","meta":{"my role":"x y"}}]"#)
    let line = #"signalbox import vue-router "a 'b' --x/r.json" -o Routes"#
    let options = "--gate 'meta.my role=x y'"
    let first = try output(of: line + " \(options) >report; cat Routes/*")
    #expect(first.contains("gates: x_y }"), "\(first)")
    let command = try output(
      of:
        #"sed -n '1,/Digest/p' Routes/* | sed '$d; s/^# //' | tr '\n' ' ' "#
        + #"| sed "s/^Imported by '//; s/'; 'import' again.*//""#
    )
    #expect(
      command
        == #"signalbox import vue-router 'a '\''b'\'' --x/r.json' --gate 'meta.my role=x y'exit 0"#
        + "\n")
    let again = try output(
      of: command.replacing("exit 0\n", with: "") + " -o Routes | tail -1; \(line) | tail -4")
    #expect(again.contains("Routes/r.imported.yaml, unchanged\n"), "\(again)")
    // Without the option it is the same source.
    #expect(again.contains("+   - { path: /b, screen: B }\n"), "\(again)")
    // Another source whose path begins with the same text is not.
    let other = try output(
      of: "mkdir 'a '; cp a*/r.json 'a '; signalbox import vue-router 'a /r.json' -o Routes")
    #expect(other.contains(" was imported by "), "\(other)")
  }
}
