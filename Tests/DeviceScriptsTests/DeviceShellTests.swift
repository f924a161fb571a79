import Commands
import PlatformLinks
import Testing

@testable import DeviceScripts

@MainActor struct DeviceShellTests {
  /// The lines after the start that every script has.
  private func commands(_ script: String, _ platform: Platform) -> [String] {
    let text = DeviceShell.text(
      of: DeviceShop.lines(script), path: "a.nav", platform: platform, in: DeviceShop.definition
    ).text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == [
        "#!/bin/sh",
        "# Written by 'signalbox export shell --\(platform.rawValue)' from a.nav: "
          + "change that, not this.",
        "set -eu",
      ])
    return Array(lines.dropFirst(3))
  }

  @Test func `a link is quoted for each shell that reads it`() {
    let pause = #"sleep "${PAUSE:-2}""#
    #expect(
      commands("/items/1", .ios) == ["xcrun simctl openurl booted 'shop://items/1'", pause])
    let start = "adb shell am start -W -a android.intent.action.VIEW -d "
    #expect(commands("/items/1", .android) == [start + #""'shop://items/1'" </dev/null"#, pause])
    #expect(commands("open a:$b", .android) == [start + #"''\''a:$b'\''' </dev/null"#, pause])
    #expect(commands("open a:it's", .ios) == [#"xcrun simctl openurl booted 'a:it'\''s'"#, pause])
  }

  @Test func `only Android has a command for 'back'`() {
    #expect(commands("back", .android) == ["adb shell input keyevent KEYCODE_BACK </dev/null"])
    #expect(commands("back", .ios) == ["# 1: back (no equivalent)"])
  }

  @Test func `what only a flow can do is left out`() {
    #expect(commands("tap buy", .android) == ["# 1: tap buy (no equivalent)"])
    #expect(commands("expect screen Item", .ios) == ["# 1: expect screen Item (no equivalent)"])
    #expect(
      commands(#"open "a:\u{0}""#, .ios) == [#"# 1: open "a:\u{0}" (no equivalent)"#])
  }
}
