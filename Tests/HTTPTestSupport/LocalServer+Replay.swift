import Foundation
import TestSupport

extension LocalServer {
  /// Runs a script of the bundled app by the program, whose plugins ask a server of its own.
  /// - Returns: The program's exit code, and what it wrote.
  public static func replay(_ script: String) async throws -> (status: Int32, text: String) {
    let process = Process()
    // A file: other processes may inherit a pipe, so that it would not end with this one.
    let folder = try TemporaryFolder()
    let path = try folder.file("output", "")
    let output = FileHandle(forWritingAtPath: path)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      // A machine may be busy.
      "SIGNALBOX_PLUGIN_MILLISECONDS=60000", "python3",
      packageFolder + "/Tests/HTTPTestSupport/server.py", try builtProgram("signalbox"), "replay",
      "--routes", packageFolder + "/Routes", packageFolder + "/Routes/Scripts/" + script,
    ]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    // Whoever blocks here blocks the tasks of other tests.
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    return (process.terminationStatus, try folder.text(of: "output"))
  }
}
