import Foundation
import TestSupport

extension LocalServer {
  /// Runs a script of the bundled app by the program, whose plugins ask a server of its own.
  /// - Returns: The program's exit code, and what it wrote.
  public static func replay(_ script: String) async throws -> (status: Int32, text: String) {
    let process = Process()
    let output = Foundation.Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      // A machine may be busy.
      "SIGNALBOX_PLUGIN_MILLISECONDS=20000", "python3",
      packageFolder + "/Tests/HTTPTestSupport/server.py", try builtProgram("signalbox"), "replay",
      "--routes", packageFolder + "/Routes", packageFolder + "/Routes/Scripts/" + script,
    ]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
