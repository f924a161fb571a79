import FileAccess
import Foundation
import TestSupport

extension LocalServer {
  /// Runs `signalbox replay` on a script of the bundled app, with a server for its plugins.
  /// - Returns: The program's exit code and output.
  public static func replay(_ script: String) async throws -> (status: Int32, text: String) {
    let process = Process()
    // A file, since other processes may inherit a pipe and keep it open after this one exits.
    let folder = try TemporaryFolder()
    let path = try folder.file("output", "")
    let output = FileHandle(forWritingAtPath: path)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      // The machine may be busy.
      "SIGNALBOX_PLUGIN_MILLISECONDS=\(hangSeconds)000", "python3",
      packageFolder + "/Tests/HTTPTestSupport/server.py", try builtProgram("signalbox"), "replay",
      "--routes", packageFolder + "/Routes", packageFolder + "/Routes/Scripts/" + script,
    ]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    // Blocking this thread would block tasks of other tests.
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    return (process.terminationStatus, try folder.text(of: "output"))
  }
}
