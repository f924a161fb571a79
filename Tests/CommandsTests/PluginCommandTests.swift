import Commands
import Diagnostics
import JSONCodec
import Navigation
import Screens
import Testing

/// Commands that plugins add, and plugins that cannot be loaded together.
@MainActor
struct PluginCommandTests {
  private let app = MusicApp()

  @Test func `plugin commands print their lines and may queue a link before ready`() throws {
    var interpreter = try app.interpreter()
    #expect(interpreter.run("sing \"a b\" c").text == "la a b+c\\u{1b}\n")
    #expect(interpreter.run("sing x").json.text == #"{"lines":["la x\u001b"]}"#)
    #expect(interpreter.run("cold").failure == nil)
    let played = interpreter.run("play /tracks/3")
    #expect(played.text == "playing\nqueued: the link waits for 'ready'\n")
  }

  @Test func `the target of a plugin command is applied like that of a tap`() throws {
    var interpreter = try app.interpreter()
    let played = interpreter.run("play /tracks/3")
    #expect(played.text == "playing\nmoved: push Track(id=3) on home\n")
    #expect(played.json.text.hasPrefix(#"{"lines":["playing"],"outcome":"moved","transitions":["#))
    #expect(interpreter.run("undo").text.hasPrefix("undid open /tracks/3 inside"))
    #expect(interpreter.run("play ready").failure?.code == .pluginTarget)
    #expect(interpreter.run("cold").failure?.code == .commandNotFirst)
    #expect(interpreter.run("play back").text.hasPrefix("playing\nrefused: nothing to pop"))
  }

  @Test func `help, completion and suggestions include plugin commands`() throws {
    var interpreter = try app.interpreter()
    let help = interpreter.run("help")
    #expect(help.text.contains("\nPlugins\n  sing  sing a song\n  play  open a track\nA link"))
    #expect(help.json["plugins"]?.arrayValue?.count == 2)
    #expect(interpreter.run("help sing").text == "sing: sing a song\nFrom the plugin music.\n")
    #expect(interpreter.completions(line: "si", cursorByte: 2) == ["sing"])
    #expect(interpreter.completions(line: "help pl", cursorByte: 7) == ["play"])
    #expect(interpreter.run("sign").text.contains("Did you mean 'sing'?"))
  }

  private struct Made: Plugin {
    let name: String
    let add: @MainActor (inout PluginRegistry) -> Void

    func register(in registry: inout PluginRegistry) { add(&registry) }
  }

  private func codes(_ loaded: LoadedPlugins) -> [DiagnosticCode] {
    switch LoadedApp.checked(loaded) {
    case .success: []
    case .failure(let faults): faults.diagnostics.map(\.code)
    }
  }

  @Test func `all errors are reported together`() {
    let plugin = Made(name: "a") {
      $0.app.stack("home", start: "/nowhere")
      $0.app.route("/", screen: "Home")
      $0.command("tap", summary: "") { _ in .init() }
      $0.command("sing", summary: "") { _ in .init() }
      $0.command("sing", summary: "") { _ in .init() }
    }
    #expect(
      codes(PluginSet([plugin]).loaded()) == [.pluginCommand, .pluginCommand, .coordinatorStart])
    let fitting = Made(name: "b") {
      $0.app.stack("home", start: "/")
      $0.app.route("/", screen: "Home")
      $0.screen("Hom") { MusicScreen($0) }
      $0.command("quit", summary: "") { _ in .init() }
    }
    #expect(
      codes(PluginSet([fitting]).loaded()) == [
        .pluginCommand, .pluginFactory, .pluginFactoryMissing,
      ])
    // Errors that only follow from a missing plugin are not reported.
    var file = PluginDraft("c")
    file.swift = SourcePosition(file: "c.yaml", line: 3, column: 1)
    file.stack("home", start: "/nowhere")
    #expect(codes(PluginSet([fitting]).loaded(namedBy: [file])) == [.pluginUnknown])
  }
}
