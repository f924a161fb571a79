import Navigation
import PluginProcesses
import Screens
import TestSupport
import Testing

@MainActor
struct ExampleTests {
  @Test func `the Python example lists notes and adds one`() throws {
    let program = packageFolder + "/docs/example-plugin/notes.py"
    let host = try Host([("notes", [program], ["Notes", "Note"])])
    defer { host.close() }
    let list = try host.open("Notes")
    #expect(host.settled(list).title == "2 notes", "\(host.log)")
    #expect(list.content.rows.map(\.title) == ["Buy milk", "Call Ada"])
    #expect(list.content.tap(named: "note-1")?.target == "/notes/1")
    #expect(list.content.tap(named: "add") == ScreenTap("add"))
    var answers: [String?] = []
    list.tapped("add") { answers.append($0) }
    #expect(host.processes.wait { !answers.isEmpty && list.content.rows.count == 3 })
    #expect(answers == [nil])
    let note = try host.open("Note")
    #expect(host.settled(note).title == "Call Ada")
    #expect(note.content.taps == [ScreenTap("close", "back")])
    list.close()
    note.close()
    #expect(host.log == [])
  }

  @Test func `one line turns a Swift plugin into a process`() throws {
    let host = try Host([("probe", [try builtProgram("PluginProbe")], ["Echo", "Late", "Other"])])
    defer { host.close() }
    let echo = try host.open("Echo")
    #expect(host.settled(echo).title == "/Echo", "\(host.log)")
    #expect(echo.content.rows == [Row("id", subtitle: "1")])
    var answers: [String?] = []
    for name in ["ask", "count"] { echo.tapped(name) { answers.append($0) } }
    #expect(host.processes.wait { answers.count == 2 && echo.content.title == "/Echo!" })
    #expect(answers == ["/asked", nil])
    let late = try host.open("Late")
    #expect(host.settled(late).state == .ready)
    let other = try host.open("Other")
    #expect(host.settled(other) == ScreenContent(title: "described Other"))
    #expect(host.eventually { !host.log.isEmpty })
    #expect(host.log == ["probe: made Echo"])
  }
}
