import FileAccess
import Navigation
import PluginProcesses
import Screens
import TestSupport
import Testing

/// Processes that continue or are replaced when plugins are reloaded.
@MainActor
struct ReloadTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func draft(_ title: String) throws -> PluginDraft {
    let plugin = try Host.python(
      "same", "for m in requests(): answer(m.get('id'), ready('\(title) ' + str(os.getpid())))\n",
      in: folder)
    var draft = PluginDraft("same")
    draft.run = plugin.run.map { Located($0, at: nil) }
    draft.route("/same", screen: "sameScreen")
    return draft
  }

  @Test func `a changed program is loaded, and the old process ends with its last screen`() throws {
    let host = try Host([])
    defer { host.close() }
    host.processes.take([try draft("old")])
    let old = try host.open("sameScreen")
    let oldMake = try #require(host.processes.factories[Array("sameScreen".utf8)])
    let oldTitle = host.settled(old).title
    let oldNumber = try #require(oldTitle.split(separator: " ").last.flatMap { Int32($0) })
    host.processes.take([try draft("new")])
    #expect(host.settled(try host.open("sameScreen")).title.hasPrefix("new "))
    #expect(old.content.title == oldTitle && old.content.state == .ready)
    old.close()
    #expect(host.eventually { !isRunning(oldNumber) })
    // The old factory still starts a process.
    let again = oldMake(ScreenRequest(instance: "2", screen: "sameScreen"))
    #expect(host.settled(again).state == .ready)
    #expect(host.log == [])
  }

  // Goal: a program that waits for input or clients uses no processor time.
  @Test func `an outer loop can sleep while no work is pending`() throws {
    let host = try Host([])
    defer { host.close() }
    #expect(host.processes.timeoutMilliseconds == -1)
    host.processes.take([try draft("idle")])
    #expect(host.processes.timeoutMilliseconds == -1)
    let screen = try host.open("sameScreen")
    #expect(host.settled(screen).state == .ready)
    host.processes.turn()
    #expect(host.processes.timeoutMilliseconds == -1)
  }
}
