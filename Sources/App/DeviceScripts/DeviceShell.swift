package import Commands
import Diagnostics
package import Navigation
package import PlatformLinks

/// Scripts as commands of a shell that send links to a simulator or device.
package enum DeviceShell {
  /// Writes a script as a script of the shell.
  /// - Parameter path: The path of the script.
  package static func text(
    of lines: [ScriptLine], path: String, platform: Platform, in definition: AppDefinition
  ) -> DeviceScript {
    var writer = DeviceScriptWriter(path)
    writer.add(
      "#!/bin/sh",
      escaped(
        "# Written by 'signalbox export shell --\(platform.rawValue)' from \(path): "
          + "change that, not this."),
      "set -eu")
    for line in lines {
      let step = DeviceStep(line, in: definition)
      switch step.action {
      // No argument of a program contains it.
      case .open(let link) where !link.utf8.contains(0):
        writer.add(command(opening: link, on: platform), #"sleep "${PAUSE:-2}""#)
      case .back where platform == .android:
        writer.add("adb shell input keyevent KEYCODE_BACK </dev/null")
      default: writer.omit(step)
      }
    }
    return writer.script
  }

  private static func command(opening link: String, on platform: Platform) -> String {
    switch platform {
    case .ios: "xcrun simctl openurl booted \(singleQuoted(link))"
    // 'adb shell' joins its arguments by spaces, and the device's shell reads the result. It reads
    // standard input too, which can be the rest of this script.
    case .android:
      "adb shell am start -W -a android.intent.action.VIEW -d \(quoted(singleQuoted(link)))"
        + " </dev/null"
    }
  }

  /// Quotes a text, with double quotes where these keep it readable.
  private static func quoted(_ text: String) -> String {
    text.utf8.contains { #""$`\"#.utf8.contains($0) } ? singleQuoted(text) : "\"\(text)\""
  }
}
